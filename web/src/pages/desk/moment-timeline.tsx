import {
  CircleCheck,
  CircleX,
  ClipboardCheck,
  Flag,
  MessageCircleQuestion,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatClock } from '../../../../src/contract/text/numbers.ts'
import type { Moment } from './moment.ts'

interface MomentTimelineProps {
  readonly moments: readonly Moment[]
  readonly startedAt: string
  readonly index: number
  readonly onChoose: (index: number) => void
}

/** Every moment in order, with when it was; the one that is shown is marked and kept in view. */
export function MomentTimeline({ moments, startedAt, index, onChoose }: MomentTimelineProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    // The list alone is scrolled: on a telephone the picture above it stays where it is.
    if (current && list.current) list.current.scrollTop = current.offsetTop - list.current.clientHeight / 3
  }, [index])
  return (
    <ol
      ref={list}
      aria-label="Timeline"
      className="card relative flex max-h-[32rem] flex-col overflow-y-auto p-2"
    >
      {moments.map((moment, at) => (
        <li key={moment.number}>
          <button
            type="button"
            aria-current={at === index ? 'step' : undefined}
            className="flex min-h-10 w-full items-start gap-2 rounded-lg px-2 py-2 text-start text-sm hover:bg-surface-2 aria-[current]:bg-accent-soft"
            onClick={() => onChoose(at)}
          >
            <MomentIcon moment={moment} />
            <span className="min-w-0 flex-1 wrap-anywhere">{moment.words}</span>
            <span className="text-xs text-ink-3 tabular-nums">{clockOf(moment.at, startedAt)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function MomentIcon({ moment: { kind, state } }: { moment: Moment }) {
  const isBad = ['not_done', 'rejected', 'expired', 'failed'].includes(state)
  const icons: Readonly<Record<Moment['kind'], LucideIcon>> = {
    step: isBad ? CircleX : CircleCheck,
    question: MessageCircleQuestion,
    check: isBad ? CircleX : ClipboardCheck,
    end: Flag,
  }
  const Icon = icons[kind]
  const label = isBad ? 'Not done' : kind === 'question' ? 'Question' : undefined
  return (
    <Icon
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      className={`mt-0.5 size-4 shrink-0 ${isBad ? 'text-bad' : kind === 'question' ? 'text-warn' : 'text-ink-3'}`}
    />
  )
}

/** Since the task was started. */
function clockOf(at: string, startedAt: string): string {
  return formatClock(Math.max(0, Math.round((Date.parse(at) - Date.parse(startedAt)) / 1000)))
}
