import { CircleCheck, CircleX, ShieldAlert } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { waitingCalls } from '../../contract/several-calls.ts'
import { Card } from '../view-kit/card.tsx'
import { Children } from '../view-kit/components.tsx'
import { Button, SelectField } from '../view-kit/controls/controls.tsx'
import { formatRelative } from '../../contract/text/moments.ts'
import { useShownQuestion } from '../view-kit/shown-questions.ts'
import { useNow } from '../view-kit/states.tsx'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { Call, Calls } from './calls.tsx'
import { MarkedScreen } from './marked-screen.tsx'
import { useDrafts, type Drafts } from './drafts.ts'
import { QuestionFormView } from './question-form.tsx'
import { useDecision, useRemembered, type Outcome } from './use-decision.ts'
import type { AllowScope } from '../../contract/confirmation.ts'

const SCOPES: Readonly<Record<AllowScope, string>> = {
  conversation: 'Always allow in this conversation',
  folder: 'Always allow in this folder',
}

/** Shows exactly what will run. `A` and `R` lead to its buttons; nothing is decided by one bare key. */
export function ConfirmationView(props: ViewProps<'confirmation'>) {
  const { confirmation_id, title, message, action, args, expires_at, details = [], form } = props
  const calls = waitingCalls({ action, args })
  const count = calls?.length ?? 1
  const drafts = useDrafts(count, details)
  const { decide, outcome: own, busy, problem } = useDecision(confirmation_id, drafts.changes)
  const remembered = useRemembered(confirmation_id)
  // Without an answer of its own it knows at most that the question is closed; the conversation may know how.
  const outcome = own?.answer ? own : (remembered ?? own)
  const now = useNow(10_000)
  const expired = Date.parse(expires_at) <= now
  useShownQuestion(confirmation_id)
  if (outcome) return <Decision outcome={outcome} title={title} />
  if (expired) return <Decision outcome={{ status: 'expired' }} title={title} />
  return (
    <div tabIndex={-1} onKeyDown={goToButton}>
      <Card
        icon={<ShieldAlert aria-hidden className="size-4 text-warn" />}
        title={title}
        wrapsTitle
        state={<span title={expires_at}>expires {formatRelative(new Date(expires_at))}</span>}
      >
        <div className="flex flex-col gap-3">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {message}
          </p>
          {form ? (
            <QuestionFormView
              form={form}
              busy={busy}
              onSend={(values) => void decide(true, [{ index: 0, args: values }])}
              onDecline={() => void decide(false)}
            />
          ) : (
            <WhatRuns question={props} drafts={drafts} />
          )}
          {problem !== undefined && (
            <p role="alert" className="text-sm text-bad">
              {problem}
            </p>
          )}
          {!form && <DecisionButtons left={drafts.left} {...{ count, busy, decide }} />}
        </div>
      </Card>
    </div>
  )
}

/** The calls of a question, letter for letter, and what can be allowed beside them. */
function WhatRuns({ question, drafts }: { question: ViewProps<'confirmation'>; drafts: Drafts }) {
  const { confirmation_id, title, agent, action, args, details = [] } = question
  const calls = waitingCalls({ action, args })
  return (
    <>
      {agent === 'computer_control' && typeof args['task_id'] === 'string' && (
        <MarkedScreen taskId={args['task_id']} confirmationId={confirmation_id} />
      )}
      {calls ? (
        <Calls {...{ calls, details, drafts }} />
      ) : (
        <div className="rounded-lg bg-surface-2 p-3">
          <Call
            heading={<p className="flex-1 font-mono text-xs text-ink-3">{`${agent} · ${action}`}</p>}
            call={{ title, agent, action, args }}
            draft={drafts.draftOf(0)}
            onChange={isEditable(question) ? (draft) => drafts.change(0, draft) : undefined}
            changes={details[0]?.changes}
          />
        </div>
      )}
      <AllowChoice {...drafts} />
    </>
  )
}

const BUTTON_OF: Readonly<Record<string, string>> = { a: 'approve', r: 'reject' }

/** Leads to the button, which is then pressed like any other. */
function goToButton(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || takesLetters(event.target)) return
  const name = BUTTON_OF[event.key.toLowerCase()]
  if (name !== undefined) event.currentTarget.querySelector<HTMLElement>(`[data-decision=${name}]`)?.focus()
}

/** Fields, lists and menus have a use for letters. */
function takesLetters(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role=menu]') !== null)
  )
}

interface DecisionButtonsProps {
  /** Of the calls, those that are not taken out. */
  readonly left: number
  readonly count: number
  readonly busy: boolean
  readonly decide: (approved: boolean) => Promise<void>
}

function DecisionButtons({ left, count, busy, decide }: DecisionButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="primary"
        data-decision="approve"
        busy={busy}
        disabled={left === 0}
        onClick={() => void decide(true)}
      >
        {left === count ? 'Approve and run' : `Approve ${left} and run`}
      </Button>
      <Button data-decision="reject" held={busy} onClick={() => void decide(false)}>
        Reject
      </Button>
    </div>
  )
}

/** Steps of workflows are edited where their workflow is shown, and what a computer task does is its own. */
function isEditable({ workflow_id, agent, action, args }: ViewProps<'confirmation'>): boolean {
  const isOfTask = typeof args['task_id'] === 'string'
  return (
    workflow_id === undefined && (agent !== 'computer_control' || (action === 'RUN_TERMINAL' && !isOfTask))
  )
}

const WORDS = {
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  answered: 'closed',
}

function Decision({ outcome: { status, answer }, title }: { outcome: Outcome; title: string }) {
  const Icon = status === 'approved' ? CircleCheck : CircleX
  return (
    <Card
      icon={<Icon aria-hidden className={`size-4 ${status === 'approved' ? 'text-good' : 'text-ink-3'}`} />}
      title={title}
      wrapsTitle
      state={WORDS[status]}
    >
      <div className="flex flex-col gap-3">
        {status === 'expired' && (
          <p className="text-sm text-ink-3">Nobody answered in time. Ask again to start over.</p>
        )}
        {status === 'approved' && !answer && <p className="text-sm text-ink-3">Approved.</p>}
        {status === 'answered' && <p className="text-sm text-ink-3">Already answered.</p>}
        {status === 'rejected' && !answer?.components.length && (
          <p className="text-sm text-ink-3">Nothing was done.</p>
        )}
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

/** Whether the same is asked about again. */
function AllowChoice({ offers, allowed, allow }: Pick<Drafts, 'offers' | 'allowed' | 'allow'>) {
  return offers.map(({ words, scopes }) => (
    <div key={words} className="max-w-md">
      <SelectField
        label={words}
        value={allowed.get(words) ?? ''}
        onChange={(event) =>
          allow(words, event.target.value === '' ? undefined : (event.target.value as AllowScope))
        }
      >
        <option value="">Ask each time</option>
        {scopes.map((scope) => (
          <option key={scope} value={scope}>
            {SCOPES[scope]}
          </option>
        ))}
      </SelectField>
    </div>
  ))
}
