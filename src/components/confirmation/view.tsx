import { CircleCheck, CircleX, ShieldAlert } from 'lucide-react'
import { use, useEffect, useState, type KeyboardEvent } from 'react'
import { waitingCalls, type WaitingCall } from '../../contract/several-calls.ts'
import { argumentText } from '../../contract/visible-text.ts'
import { Card } from '../view-kit/card.tsx'
import { Children } from '../view-kit/components.tsx'
import { Button } from '../view-kit/controls.tsx'
import { DecisionsContext } from '../view-kit/decisions.ts'
import { formatRelative } from '../view-kit/format.ts'
import { reasonOf, ServiceError, useService, type AnswerOf } from '../view-kit/service.ts'
import { useNow } from '../view-kit/states.tsx'
import { useSurroundings } from '../view-kit/surroundings.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Decided = AnswerOf<'POST /api/confirm'>
type Outcome = {
  readonly status: 'approved' | 'rejected' | 'expired' | 'answered'
  readonly answer?: Pick<Decided, 'result' | 'components'>
}

const RISKS = {
  read: 'Only looks; nothing is changed.',
  write: 'Changes files on this machine.',
  external: 'Sends something out. It cannot be taken back.',
  dangerous: 'Deletes, runs programs or controls the desktop. It may not be possible to undo it.',
} as const

/** Shows exactly what will run. `A` approves and `R` rejects while it has the focus. */
export function ConfirmationView(props: ViewProps<'confirmation'>) {
  const { confirmation_id, title, message, agent, action, args, risk, expires_at } = props
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const { decide, outcome: own, busy, problem } = useDecision(confirmation_id, leftOut)
  const calls = waitingCalls({ action, args })
  const remembered = useRemembered(confirmation_id)
  // Without an answer of its own it knows at most that the question is closed; the conversation may know how.
  const outcome = own?.answer ? own : (remembered ?? own)
  const now = useNow(10_000)
  const expired = Date.parse(expires_at) <= now
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || busy) return
    if ((event.key === 'a' || event.key === 'A') && leftOut.size !== calls?.length) void decide(true)
    if (event.key === 'r' || event.key === 'R') void decide(false)
  }
  if (outcome) return <Decision outcome={outcome} title={title} />
  if (expired) return <Decision outcome={{ status: 'expired' }} title={title} />
  return (
    <div tabIndex={-1} onKeyDown={onKey}>
      <Card
        icon={<ShieldAlert aria-hidden className="size-4 text-warn" />}
        title={title}
        state={<span title={expires_at}>expires {formatRelative(new Date(expires_at))}</span>}
      >
        <div className="flex flex-col gap-3">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {message}
          </p>
          <p className={`text-sm ${risk === 'dangerous' || risk === 'external' ? 'text-bad' : 'text-ink-3'}`}>
            {RISKS[risk]}
          </p>
          {calls ? (
            <Calls calls={calls} leftOut={leftOut} onChange={setLeftOut} />
          ) : (
            <Arguments name={`${agent} · ${action}`} args={args} />
          )}
          {problem !== undefined && (
            <p role="alert" className="text-sm text-bad">
              {problem}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              look="primary"
              busy={busy}
              disabled={leftOut.size === calls?.length}
              onClick={() => void decide(true)}
            >
              {leftOut.size === 0 ? 'Approve and run' : `Approve ${calls!.length - leftOut.size} and run`}
            </Button>
            <Button held={busy} onClick={() => void decide(false)}>
              Reject
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}

interface CallsProps {
  readonly calls: readonly WaitingCall[]
  readonly leftOut: ReadonlySet<number>
  readonly onChange: (leftOut: ReadonlySet<number>) => void
}

/** What will run, in this order; each can be left out. */
function Calls({ calls, leftOut, onChange }: CallsProps) {
  return (
    <ol className="flex flex-col gap-2">
      {calls.map(({ title, agent, action, args }, index) => (
        <li key={index} className="rounded-lg bg-surface-2">
          <details>
            <summary className="flex cursor-pointer items-start gap-2 p-3 text-sm">
              <input
                type="checkbox"
                className="mt-0.5 size-4 accent-accent"
                aria-label={title}
                checked={!leftOut.has(index)}
                onClick={(event) => event.stopPropagation()}
                onChange={() => onChange(new Set([index]).symmetricDifference(leftOut))}
              />
              <span
                className={`wrap-anywhere ${leftOut.has(index) ? 'text-ink-3 line-through' : ''}`}
                dir="auto"
              >
                {title.replace(/\?$/, '')}
              </span>
            </summary>
            <Arguments name={`${agent} · ${action}`} args={args} />
          </details>
        </li>
      ))}
    </ol>
  )
}

function Arguments({ name, args }: { name: string; args: Readonly<Record<string, unknown>> }) {
  return (
    <div className="rounded-lg bg-surface-2 p-3">
      <p className="mb-2 font-mono text-xs text-ink-3">{name}</p>
      <dl className="fading grid max-h-72 gap-2 overflow-auto text-sm" tabIndex={0} aria-label="Arguments">
        {Object.entries(args).map(([key, value]) => (
          <div key={key}>
            <dt className="text-xs text-ink-3">{key}</dt>
            <dd className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
              <ArgumentText value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The end of a long one is seen at once; the rest comes with a click. */
function ArgumentText({ value }: { value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  const whole = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  const shown = argumentText(value)
  if (isWhole || shown === whole) return whole
  return (
    <>
      {shown}
      <span className="mt-2 block">
        <Button onClick={() => setWhole(true)}>Show all {whole.length.toLocaleString()} characters</Button>
      </span>
    </>
  )
}

function useRemembered(confirmation_id: string): Outcome | undefined {
  const known = use(DecisionsContext).find((one) => one.confirmation_id === confirmation_id)
  if (!known) return undefined
  const { approved, result } = known
  return { status: approved ? 'approved' : 'rejected', answer: { result, components: [] } }
}

/** Answers once; when somebody else was faster, shows what they decided. */
function useDecision(confirmation_id: string, leftOut: ReadonlySet<number>) {
  const service = useService()
  const { events, announce } = useSurroundings()
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(
    () =>
      events.on('confirmation.resolved', (event) => {
        if (event.confirmation_id === confirmation_id)
          setOutcome((known) => known ?? { status: event.status })
      }),
    [events, confirmation_id],
  )
  // A conversation that is opened again shows questions that may have been answered long ago.
  useEffect(() => {
    const asking = new AbortController()
    const look = async () => {
      const { confirmations } = await service.call('GET /api/confirmations', { signal: asking.signal })
      if (confirmations.every((open) => open.confirmation_id !== confirmation_id))
        setOutcome((known) => known ?? { status: 'answered' })
    }
    // Without an answer the question stays as it is: the service refuses a second decision anyway.
    look().catch(() => {})
    return () => asking.abort()
  }, [service, confirmation_id])
  const decide = async (approved: boolean) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const changes = [...leftOut].map((index) => ({ index, approved: false }))
      const body = { confirmation_id, approved, ...(approved && changes.length > 0 && { changes }) }
      const answer = await service.call('POST /api/confirm', { body })
      setOutcome({ status: answer.status, answer })
      announce(answer.result?.message ?? (approved ? 'Approved.' : 'Rejected.'))
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'gone') setOutcome({ status: 'expired' })
      else if (error instanceof ServiceError && error.code === 'conflict') setOutcome({ status: 'answered' })
      else setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { decide, outcome, busy, problem }
}

const WORDS = {
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  answered: 'no longer open',
}

function Decision({ outcome: { status, answer }, title }: { outcome: Outcome; title: string }) {
  const Icon = status === 'approved' ? CircleCheck : CircleX
  return (
    <Card
      icon={<Icon aria-hidden className={`size-4 ${status === 'approved' ? 'text-good' : 'text-ink-3'}`} />}
      title={title}
      state={WORDS[status]}
    >
      <div className="flex flex-col gap-3">
        {status === 'expired' && (
          <p className="text-sm text-ink-3">Nobody answered in time. Ask again to get a new question.</p>
        )}
        {status === 'answered' && <p className="text-sm text-ink-3">This question was answered already.</p>}
        {status === 'rejected' && <p className="text-sm text-ink-3">It was not run.</p>}
        {answer?.result && answer.components.length === 0 && (
          <p className={`text-sm ${answer.result.success ? 'text-ink-2' : 'text-bad'}`}>
            {answer.result.message}
          </p>
        )}
        {answer && <Children items={answer.components} />}
      </div>
    </Card>
  )
}
