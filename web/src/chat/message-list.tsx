import { ArrowDown, Clock } from 'lucide-react'
import { memo, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { Button } from '../../../src/components/view-kit/controls/controls.tsx'
import { DecisionsContext, type Decision } from '../../../src/components/view-kit/decisions.ts'
import { HeadingLevel } from '../../../src/components/view-kit/heading.tsx'
import { useShell } from '../frame/shell.ts'
import { isEcho } from './answer.ts'
import type { Message, Said } from './conversation.ts'
import type { Unsent } from './outbox.ts'
import { AnswerView } from './answer-view.tsx'
import { UserMessage } from './user-message.tsx'
import { useStickToBottom } from './stick-to-bottom.ts'

interface MessageListProps {
  /** What is said next. */
  readonly waiting: readonly Said[]
  /** Another answer is still coming. */
  readonly running: boolean
  /** What could not be sent yet. */
  readonly unsent: readonly Unsent[]
  readonly onRetry: (said: Said) => void
  readonly onEdit: (said: Said) => void
  readonly onTakeBack: (id: string) => void
}

/** The conversation. It follows its end only while the reader is there. */
export function MessageList({ waiting, running, unsent, onRetry, onEdit, onTakeBack }: MessageListProps) {
  const { chat } = useShell()
  const { messages } = useSyncExternalStore(chat.subscribe, chat.conversation)
  const { scroller, content, isAway, toEnd } = useStickToBottom(messages.length + unsent.length)
  const decisions = useDecisions(messages)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        // A line and not a ring: it is nearly the whole page.
        className="flex-1 overflow-y-auto outline-none focus-visible:shadow-[inset_0_2px_0_var(--accent)]"
        tabIndex={0}
        role="region"
        aria-label="Messages"
      >
        <div
          ref={content}
          role="list"
          className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 pt-2 pb-8"
        >
          <DecisionsContext value={decisions}>
            <HeadingLevel value={BELOW_MESSAGE}>
              {startsOf(messages).map((start) => (
                <MessageGroup key={start} {...{ messages, start, onRetry, onEdit }} />
              ))}
            </HeadingLevel>
          </DecisionsContext>
          <Pending {...{ waiting, running, unsent, onTakeBack }} />
        </div>
      </div>
      {isAway && (
        <button
          type="button"
          className="absolute bottom-2 left-1/2 flex min-h-9 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-surface-1 px-4 text-sm shadow-high hover:bg-surface-2"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden className="size-4" /> New messages
        </button>
      )}
    </div>
  )
}

/** Each message has a heading of the second level. */
const BELOW_MESSAGE = 3

/** So many are drawn, or left as they are, together. */
const GROUP_SIZE = 16

function startsOf(messages: readonly Message[]): number[] {
  return Array.from({ length: Math.ceil(messages.length / GROUP_SIZE) }, (_, index) => index * GROUP_SIZE)
}

interface MessageGroupProps extends Pick<MessageListProps, 'onRetry' | 'onEdit'> {
  readonly messages: readonly Message[]
  readonly start: number
}

/**
 * A stretch of the conversation. While an answer is written, only the last one is drawn and laid out, however long the
 * conversation is.
 */
const MessageGroup = memo(function MessageGroup({ messages, start, onRetry, onEdit }: MessageGroupProps) {
  return (
    <div className="flex flex-col gap-6">
      {messages.slice(start, start + GROUP_SIZE).map((message, offset) => (
        <MessageItem
          key={message.key}
          message={message}
          question={questionBefore(messages, start + offset)}
          isLast={start + offset === messages.length - 1}
          onRetry={onRetry}
          onEdit={onEdit}
        />
      ))}
    </div>
  )
}, isSameGroup)

function isSameGroup(before: MessageGroupProps, after: MessageGroupProps): boolean {
  const end = before.start + GROUP_SIZE
  const areLast = [before, after].map(({ messages }) => end >= messages.length)
  if (areLast[0] !== areLast[1] || before.onRetry !== after.onRetry || before.onEdit !== after.onEdit)
    return false
  // With the question that the first one answers.
  for (let at = before.start - 1; at < end; at += 1)
    if (before.messages[at] !== after.messages[at]) return false
  return true
}

interface MessageItemProps extends Pick<MessageListProps, 'onRetry' | 'onEdit'> {
  readonly message: Message
  readonly question: Said | undefined
  readonly isLast: boolean
}

const MessageItem = memo(function MessageItem({ message, onEdit, ...rest }: MessageItemProps) {
  if (message.role === 'user')
    return (
      <div role="listitem" className="message" data-last={rest.isLast || undefined}>
        <UserMessage message={message} onEdit={onEdit} />
      </div>
    )
  return (
    <div
      role="listitem"
      className="message"
      data-last={rest.isLast || undefined}
      hidden={isEcho(message.answer)}
    >
      <AnswerView answer={message.answer} {...rest} />
    </div>
  )
})

/** The same list while nothing was decided, so that an answer that grows does not draw every other one anew. */
function useDecisions(messages: readonly Message[]): readonly Decision[] {
  const found = messages.flatMap((message) => (message.role === 'assistant' ? message.answer.decisions : []))
  const key = found.map(({ confirmation_id }) => confirmation_id).join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a decision is made once: its id stands for it
  return useMemo(() => found, [key])
}

type PendingProps = Pick<MessageListProps, 'waiting' | 'running' | 'unsent' | 'onTakeBack'>

/** What was said and has not left yet. */
function Pending({ waiting, running, unsent, onTakeBack }: PendingProps) {
  return (
    <>
      {waiting.map(({ text }, index) => (
        <Waiting key={`waiting-${index}`} text={text}>
          Sent after this answer
        </Waiting>
      ))}
      {unsent.map(({ id, text }) => (
        <Waiting key={id} text={text}>
          <span className="flex items-center gap-2">
            <Clock aria-hidden className="size-3.5" />{' '}
            {running ? 'Sent after this answer' : 'Waiting for Deskhand'}
            <Button look="quiet" onClick={() => onTakeBack(id)}>
              Take back
            </Button>
          </span>
        </Waiting>
      ))}
    </>
  )
}

function Waiting({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="listitem" className="flex flex-col items-end gap-1 text-sm text-ink-3">
      <p
        dir="auto"
        className="rounded-2xl border border-dashed border-line-strong px-4 py-2.5 wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </p>
      {children}
    </div>
  )
}

function questionBefore(messages: readonly Message[], index: number): Said | undefined {
  const before = messages[index - 1]
  return before?.role === 'user' ? before : undefined
}
