import { ArrowDown } from 'lucide-react'
import type { Message } from './conversation.ts'
import { AnswerView } from './answer-view.tsx'
import { UserMessage } from './user-message.tsx'
import { useStickToBottom } from './stick-to-bottom.ts'

interface MessageListProps {
  readonly messages: readonly Message[]
  /** What is said next. */
  readonly waiting: readonly string[]
  readonly onRetry: (text: string) => void
  readonly onEdit: (text: string) => void
}

/** The conversation. It follows its end only while the reader is there. */
export function MessageList({ messages, waiting, onRetry, onEdit }: MessageListProps) {
  const { scroller, content, isAway, toEnd } = useStickToBottom(messages.length)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        className="flex-1 overflow-y-auto [overflow-anchor:none]"
        tabIndex={0}
        role="region"
        aria-label="Messages"
      >
        <ol ref={content} className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 pt-2 pb-8">
          {messages.map((message, index) => (
            <li key={message.key} className="message">
              {message.role === 'user' ? (
                <UserMessage text={message.text} files={message.files} onEdit={onEdit} />
              ) : (
                <AnswerView
                  answer={message.answer}
                  question={questionBefore(messages, index)}
                  isLast={index === messages.length - 1}
                  onRetry={onRetry}
                />
              )}
            </li>
          ))}
          {waiting.map((text, index) => (
            <li key={`waiting-${index}`} className="flex flex-col items-end gap-1 text-sm text-ink-3">
              <p
                dir="auto"
                className="rounded-2xl border border-dashed border-line-strong px-4 py-2.5 wrap-anywhere"
              >
                {text}
              </p>
              Said when this answer has ended
            </li>
          ))}
        </ol>
      </div>
      {isAway && (
        <button
          type="button"
          className="absolute bottom-2 left-1/2 flex min-h-9 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-surface-1 px-4 text-sm shadow-high hover:bg-surface-2"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden className="size-4" /> New below
        </button>
      )}
    </div>
  )
}

function questionBefore(messages: readonly Message[], index: number): string {
  const before = messages[index - 1]
  return before?.role === 'user' ? before.text : ''
}
