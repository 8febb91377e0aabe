import type { Call } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Static } from '../../../contract/type.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { WorkflowStep } from '../schemas.ts'
import { planOf } from '../validate-steps.ts'
import type { WizardReply } from '../wizard-endpoints.ts'
import type { Workflows } from '../workflows.ts'
import type { Trigger } from '../triggers/schemas.ts'
import { answerQuestion, knownIn, type AnswerDeps } from './answer-question.ts'
import { askQuestion } from './ask-question.ts'
import { scheduleText } from './schedule-text.ts'
import { triggerText } from './trigger-text.ts'
import { WizardSessions, type Session } from './wizard-sessions.ts'
import { firstState, type WizardState } from './wizard-state.ts'
import { type Work, all } from '../engine/statement.ts'

export interface WizardDeps extends AnswerDeps {
  readonly database: Database
  readonly workflows: Pick<Workflows, 'engine' | 'schedules'>
}

type Reply = Static<typeof WizardReply>

const CANCEL = /^(?:cancel|quit|abort|exit|stop|never ?mind|forget it)[.!]?$/i
const BACK = /^(?:back|go back|undo)[.!]?$/i
const REPEAT = /^(?:help|\?+|repeat|again|where was i\??|what\?)$/i

/** Builds a workflow by asking for one thing at a time. Every answer is kept, so that it goes on after a restart. */
export class Wizard {
  readonly #deps: WizardDeps
  readonly #sessions: WizardSessions
  /** Sessions with an answer on its way: a second one at the same time is refused. */
  readonly #busy = new Set<string>()

  constructor(deps: WizardDeps) {
    this.#deps = deps
    this.#sessions = new WizardSessions(deps)
  }

  async start({ goal }: { goal?: string | undefined }, { signal }: Pick<Call, 'signal'>): Promise<Reply> {
    const session = await this.#sessions.begin(firstState)
    if (goal === undefined || goal.trim() === '') return this.#ask(session)
    return this.#answer(session, goal, { signal })
  }

  chat(id: string, message: string, call: Call): Promise<Reply> {
    return this.#alone(id, async (session) => {
      const text = message.trim()
      if (CANCEL.test(text)) return this.#cancel(session)
      if (BACK.test(text)) return this.#ask(await this.#sessions.back(session))
      if (REPEAT.test(text)) return this.#ask(session)
      return this.#answer(session, message, call)
    })
  }

  back(id: string): Promise<Reply> {
    return this.#alone(id, async (session) => this.#ask(await this.#sessions.back(session)))
  }

  async #alone(id: string, act: (session: Session) => Promise<Reply>): Promise<Reply> {
    const session = this.#sessions.open(id)
    if (this.#busy.has(id))
      throw new AppError('conflict', 'Another answer to this question is being processed. Wait for it.')
    this.#busy.add(id)
    try {
      return await act(session)
    } finally {
      this.#busy.delete(id)
    }
  }

  async #answer(
    session: Session,
    message: string,
    call: Pick<Call, 'signal'> & Partial<Call>,
  ): Promise<Reply> {
    const outcome = await answerQuestion(session.state, message, { ...this.#deps, signal: call.signal })
    if ('problem' in outcome) return this.#ask(session, outcome.problem)
    if ('make' in outcome)
      return this.#make(session, outcome.make, { start: outcome.start, call: call as Call })
    return this.#ask(await this.#sessions.answer(session, outcome.next), outcome.note)
  }

  async #cancel(session: Session): Promise<Reply> {
    await this.#sessions.end(session, { outcome: 'cancelled', workflow_id: null, schedule_id: null })
    const { draft, session_id } = this.#ask(session)
    return { session_id, message: 'Cancelled. Nothing was created.', draft, done: true }
  }

  async #make(
    session: Session,
    state: WizardState,
    { start, call }: { start: boolean; call: Call },
  ): Promise<Reply> {
    try {
      const made = await this.#makeWhat(session.id, state, { start, call })
      await this.#sessions.end(session, {
        outcome: 'made',
        workflow_id: null,
        schedule_id: null,
        ...storedIds(made.ids),
      })
      return { session_id: session.id, message: made.message, draft: draftOf(state), done: true, ...made.ids }
    } catch (error) {
      // A tool that has gone since it was chosen: what can be done about it is for the person to say.
      if (error instanceof AppError && error.code === 'invalid_request')
        return this.#ask(session, `${error.message} Go back and change it, or cancel.`)
      throw error
    }
  }

  #makeWhat(session: string, state: WizardState, how: { start: boolean; call: Call }): Promise<Made> {
    if (state.triggers) return this.#makeAutomation(state, state.triggers)
    return state.schedule ? this.#makeSchedule(state) : this.#makeWorkflow(session, state, how)
  }

  async #makeAutomation({ steps, name }: WizardState, triggers: readonly Trigger[]): Promise<Made> {
    const { automations, catalog } = this.#deps
    if (!automations)
      throw new AppError('invalid_request', "This process can't store what something that happens starts.")
    planOf({ steps, variables: knownIn({ triggers }) }, { catalog })
    const { automation_id } = await automations.create({ name: name ?? '', triggers, steps })
    const starts = triggerText(triggers).replace('would start', 'starts')
    return { ids: { automation_id }, message: `Done: the automation "${name}" was created. ${starts}` }
  }

  async #makeWorkflow(
    session: string,
    { steps, name }: WizardState,
    { start, call }: { start: boolean; call: Call },
  ) {
    const { engine } = this.#deps.workflows
    const plan = planOf({ steps, variables: {} }, { catalog: this.#deps.catalog })
    // The session's own tick: an answer that is sent twice makes one workflow.
    const tick = `wizard:${session}`
    const origin = { name, source: 'wizard', provenance: call.provenance, start, tick } as const
    const workflow_id = (await engine.create(plan, origin)) ?? (await engine.backend.read(workflowOf(tick)))
    const fate = start ? 'and started' : 'and saved; POST …/resume starts it'
    return { ids: { workflow_id }, message: `Done: the workflow "${name}" was created ${fate}.` }
  }

  async #makeSchedule({ steps, name, schedule }: WizardState) {
    const { schedules } = this.#deps.workflows
    const wish = { ...schedule, steps, ...(name !== null && { name }) }
    const { schedule_id } = await schedules.create(wish)
    const times = scheduleText(schedule!, this.#deps.now()).replace('would run', 'runs')
    return { ids: { schedule_id }, message: `Done: the schedule "${name}" was created. ${times}` }
  }

  #ask({ id, state }: Session, note?: string): Reply {
    const { message, suggestions } = askQuestion(state, this.#deps)
    return {
      session_id: id,
      message: note === undefined ? message : `${note}\n${message}`,
      ...(suggestions.length > 0 && { suggestions: [...suggestions] }),
      draft: draftOf(state),
      done: false,
    }
  }
}

interface Made {
  readonly ids: { workflow_id?: string; schedule_id?: string; automation_id?: string }
  readonly message: string
}

/** Of a session that is over, what it made is known by these. */
function storedIds({ workflow_id, schedule_id }: Made['ids']) {
  return {
    ...(workflow_id !== undefined && { workflow_id }),
    ...(schedule_id !== undefined && { schedule_id }),
  }
}

function draftOf({ name, steps, current, later, schedule, triggers }: WizardState): Reply['draft'] {
  const open: WorkflowStep[] = current ? [{ ...current, ...(later.length > 0 && { needs_human: true }) }] : []
  return {
    name,
    steps: [...steps, ...open],
    ...(schedule && { schedule: { ...schedule } }),
    ...(triggers && { triggers: [...triggers] }),
  }
}

function* workflowOf(tick: string): Work<string> {
  const [row] = yield* all<{ id: string }>('SELECT id FROM workflows WHERE tick = ?1', tick)
  return row!.id
}
