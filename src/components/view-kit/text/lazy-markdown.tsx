import { useSyncExternalStore, type ComponentProps } from 'react'
import type * as Drawing from './markdown.tsx'

/**
 * Markdown for what is part of the page from the start. The page is there before the parser, which is fetched with the first
 * text; until it is here, and where it cannot be fetched, one reads the text as it was written.
 */
export function Markdown(props: ComponentProps<typeof Drawing.Markdown>) {
  const drawing = useSyncExternalStore(subscribe, current)
  if (drawing) return <drawing.Markdown {...props} />
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {props.text}
    </p>
  )
}

export function InlineMarkdown({ text }: ComponentProps<typeof Drawing.InlineMarkdown>) {
  const drawing = useSyncExternalStore(subscribe, current)
  return drawing ? <drawing.InlineMarkdown text={text} /> : text
}

let drawing: typeof Drawing | undefined
let fetching: Promise<void> | undefined
const listeners = new Set<() => void>()

const current = () => drawing

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void fetchMarkdown()
  return () => {
    listeners.delete(listener)
  }
}

/** Whoever knows that a text will come can have it fetched before. */
export function fetchMarkdown(): Promise<void> {
  fetching ??= import('./markdown.tsx').then(
    (module) => {
      drawing = module
      for (const listener of listeners) listener()
    },
    // The next text tries again.
    () => (fetching = undefined),
  )
  return fetching
}
