import type { Confirmation } from '../../../contract/confirmation.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RunFact } from './run-event.ts'
import { findChat } from '../sessions/session-rows.ts'
import { eventsAfter, findRun, findRunOfApproval, isQuestionShown, type RunRow } from './run-rows.ts'

/** A call that waits for the answer to a question. */
export interface AskedCall {
  readonly call_id: string
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  /** What answers for this call alone: a question about several calls can be answered call by call. */
  readonly approval_id: string
}

type Called = Pick<AskedCall, 'call_id' | 'action' | 'args'>

/** Which calls of a run wait for which question. A question that belongs to no call, as one of a workflow, stands for itself. */
export class AskedCalls {
  readonly #started = new Map<string, Called>()
  readonly #waiting = new Map<string, Called[]>()
  readonly #asked = new Map<string, readonly AskedCall[]>()

  take(fact: RunFact): void {
    if (fact.type === 'tool.start') this.#started.set(fact.call_id, fact)
    else if (fact.type === 'tool.end') this.#end(fact)
    else if (fact.type === 'approval.request') this.#ask(fact.confirmation)
  }

  /** The calls that a question is about, in the order in which they will run. */
  of(confirmation_id: string): readonly AskedCall[] {
    return this.#asked.get(confirmation_id) ?? []
  }

  #end({ call_id, result }: Extract<RunFact, { type: 'tool.end' }>): void {
    const started = this.#started.get(call_id)
    const confirmation_id = waitsFor(result)
    if (!started || confirmation_id === undefined) return
    this.#waiting.set(confirmation_id, [...(this.#waiting.get(confirmation_id) ?? []), started])
  }

  #ask({ confirmation_id, action, args }: Confirmation): void {
    const calls = this.#waiting.get(confirmation_id) ?? [{ call_id: confirmation_id, action, args }]
    const asked = calls.map((call, index) => ({
      call_id: call.call_id,
      action: call.action,
      args: call.args,
      approval_id: calls.length === 1 ? confirmation_id : `${confirmation_id}.${index}`,
    }))
    this.#asked.set(confirmation_id, asked)
  }
}

/** The question that a call waits for; undefined when it was run, or refused. */
export function waitsFor({ success, data }: Envelope): string | undefined {
  const { error, confirmation } = (data ?? {}) as {
    error?: { code?: string; confirmation?: Confirmation }
    confirmation?: Confirmation
  }
  if (success || error?.code !== 'approval_required') return undefined
  return (error.confirmation ?? confirmation)?.confirmation_id
}

/** What a run goes on from. */
export interface Before {
  /** The run that answered the message first. */
  readonly first: string
  readonly asked: AskedCalls
}

/** What is known of the questions of earlier runs. */
export interface AskedIn {
  /** What a run goes on from, by the one that it names. */
  readonly before: (continues: string) => Before
  /** The calls that a question of a conversation is about. */
  readonly callsOf: (confirmation_id: string) => readonly AskedCall[]
  /** Whether an answer of the conversation has shown the question. */
  readonly isAskedIn: (session_id: string, confirmation_id: string) => boolean
  /** The run whose answer has shown the question; undefined for one that no conversation knows. */
  readonly runOf: (question: Pick<Confirmation, 'confirmation_id' | 'workflow_id'>) => RunRow | undefined
}

export function askedIn(database: Database): AskedIn {
  return {
    before: (continues) => beforeRun(database, continues),
    callsOf(confirmation_id) {
      const run = findRunOfApproval(database, confirmation_id)
      return run ? beforeRun(database, run.id).asked.of(confirmation_id) : []
    },
    isAskedIn(session_id, confirmation_id) {
      const chat = findChat(database, session_id)
      return chat !== undefined && isQuestionShown(database, chat.number, confirmation_id)
    },
    runOf({ confirmation_id, workflow_id }) {
      const run = findRunOfApproval(database, workflow_id ?? confirmation_id)
      return run && isQuestionShown(database, run.chat, confirmation_id) ? run : undefined
    },
  }
}

function beforeRun(database: Database, continues: string): Before {
  const run = findRun(database, continues)
  const asked = new AskedCalls()
  if (!run) return { first: continues, asked }
  const facts = eventsAfter(database, run.number, { after: 0 }).map(({ fact }) => fact)
  for (const fact of facts) asked.take(fact)
  const start = facts.find((fact) => fact.type === 'run.start')
  return { first: start?.continues ? beforeRun(database, start.continues).first : continues, asked }
}
