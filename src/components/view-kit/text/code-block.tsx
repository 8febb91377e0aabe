import { lazy, Suspense } from 'react'
import { CopyButton } from '../card.tsx'

const Highlighted = lazy(async () => ({ default: (await import('./highlight.tsx')).Highlighted }))

interface CodeBlockProps {
  readonly code: string
  readonly language?: string
  readonly filename?: string | undefined
  readonly lineNumbers?: boolean
  readonly marked?: readonly number[]
  readonly wrap?: boolean
}

/** Code with a copy button. Its colours come a moment later, so that the page does not wait for them. */
export function CodeBlock({
  code,
  language = 'text',
  filename,
  lineNumbers = false,
  marked = [],
  wrap = false,
}: CodeBlockProps) {
  const lines = code.split('\n')
  const plain = lines.map((text, index) => (
    <CodeLine key={index} number={index + 1} {...{ lineNumbers, marked }} content={text} />
  ))
  return (
    <figure className="code-block">
      <figcaption className="flex min-h-8 items-center justify-between gap-2 ps-3 pe-1 text-xs text-ink-3">
        <span className="clip font-mono">{filename ?? (language === 'text' ? '' : language)}</span>
        <CopyButton text={code} label="Copy the code" />
      </figcaption>
      <pre
        className={wrap ? 'whitespace-pre-wrap' : ''}
        tabIndex={0}
        aria-label={filename ?? `Code, ${language}`}
      >
        <code>
          <Suspense fallback={plain}>
            <Highlighted
              code={code}
              language={language}
              draw={(content, index) => (
                <CodeLine key={index} number={index + 1} {...{ lineNumbers, marked }} content={content} />
              )}
            />
          </Suspense>
        </code>
      </pre>
    </figure>
  )
}

interface CodeLineProps {
  readonly number: number
  readonly lineNumbers: boolean
  readonly marked: readonly number[]
  readonly content: React.ReactNode
}

function CodeLine({ number, lineNumbers, marked, content }: CodeLineProps) {
  return (
    <span className={`code-line block ${marked.includes(number) ? 'bg-accent-soft' : ''}`}>
      {lineNumbers && (
        <span aria-hidden className="me-4 inline-block w-8 text-end text-ink-3 select-none">
          {number}
        </span>
      )}
      {content}
      {'\n'}
    </span>
  )
}
