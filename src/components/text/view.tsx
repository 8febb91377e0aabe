import { Markdown } from '../view-kit/text/lazy-markdown.tsx'
import { toneText } from '../view-kit/tone.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

const SIZES = { normal: 'text-base', small: 'text-sm', large: 'text-lg' }

export function TextView({
  text,
  format = 'markdown',
  size = 'normal',
  tone = 'neutral',
}: ViewProps<'text'>) {
  const color = tone === 'neutral' ? 'text-ink' : toneText[tone]
  return (
    <div className={`${SIZES[size]} ${color}`}>
      {format === 'plain' ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      ) : (
        <Markdown text={text} />
      )}
    </div>
  )
}
