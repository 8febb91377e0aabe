import { useSyncExternalStore, type ComponentProps } from 'react'
import type * as Drawing from './markdown.tsx'

/**
 * Markdown for what is part of the page from the start: the page is there before the parser, which is fetched with the first
 * text. Where it cannot be fetched, one reads the text as it was written.
 */
export function Markdown(props: ComponentProps<typeof Drawing.Markdown>) {
  const drawing = useDrawing()
  if (drawing === 'fetching') return null
  if (drawing !== 'failed') return <drawing.Markdown {...props} />
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {props.text}
    </p>
  )
}

export function InlineMarkdown({ text }: ComponentProps<typeof Drawing.InlineMarkdown>) {
  const drawing = useDrawing()
  return typeof drawing === 'string' ? text : <drawing.InlineMarkdown text={text} />
}

let drawing: typeof Drawing | 'fetching' | 'failed' = 'fetching'
let fetched: Promise<void> | undefined
const listeners = new Set<() => void>()

function useDrawing() {
  return useSyncExternalStore(subscribe, () => drawing)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void fetchMarkdown()
  return () => {
    listeners.delete(listener)
  }
}

/** Whoever knows that a text will come can have the parser fetched before. */
export function fetchMarkdown(): Promise<void> {
  fetched ??= import('./markdown.tsx').then(tell, () => {
    // The next text tries again.
    fetched = undefined
    tell('failed')
  })
  return fetched
}

function tell(news: typeof drawing): void {
  drawing = news
  for (const listener of listeners) listener()
}
