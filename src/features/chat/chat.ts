import { randomBytes } from 'node:crypto'
import type { Confirmation } from '../../contract/confirmation.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { answerGate } from './addresses/answer-gate.ts'
import { HeldComponents } from './addresses/held-components.ts'
import type { Asked, Voice } from './answering.ts'
import type { ChatDeps, Decided, Question, StartedRun } from './chat-seams.ts'
import { ComponentTypes } from './component-types.ts'
import type { KnownTypes } from './components/known-types.ts'
import type { Taint } from '../../contract/taint.ts'
import { conductRun } from './runs/conduct-run.ts'
import { foldRun, type Answer } from './runs/fold.ts'
import { followRun } from './runs/follow-run.ts'
import { endInterruptedRuns } from './runs/interrupted-runs.ts'
import { LiveRun } from './runs/live-run.ts'
import type { RunEvent } from './runs/run-event.ts'
import { RunJournal } from './runs/run-journal.ts'
import {
  eventsAfter,
  findRun,
  findRunOfApproval,
  insertApproval,
  insertRun,
  isQuestionShown,
  type RunRow,
} from './runs/run-rows.ts'
import { startedRun, tellEnd } from './runs/started-run.ts'
import { ChatRequest } from './schemas.ts'
import {
  earlierMessages,
  findChat,
  insertChat,
  insertMessage,
  pickOf,
  setChatModel,
} from './sessions/session-rows.ts'
import { Sessions, titleOf } from './sessions/sessions.ts'
import { runStarted } from '../../contract/run-events.ts'

const EARLIER_MESSAGES = 40
const CLOSE_PATIENCE_MS = 3_000

type Speak = (asked: Asked, voice: Voice) => Promise<void>

export function createChat(deps: ChatDeps): Chat {
  return new Chat(deps)
}

/** Conversations, and the runs that answer in them. */
export class Chat {
  readonly sessions: Sessions
  readonly held: HeldComponents
  readonly #deps: ChatDeps
  readonly #journal: RunJournal
  readonly #live = new Map<string, LiveRun>()
  readonly #recovered: Promise<unknown>
  readonly #components: ComponentTypes
  #closing = false

  constructor(deps: ChatDeps) {
    const { database, now, log } = deps
    this.#deps = deps
    this.#journal = new RunJournal(database)
    this.sessions = new Sessions(database)
    this.#components = new ComponentTypes(deps.loadComponents)
    this.held = new HeldComponents({
      database,
      taints: deps.taints,
      loadKnown: this.loadKnown,
      ended: (run_id) => this.#live.get(run_id)?.ended,
    })
    // Queued before any message can be: nobody meets a run that nobody is at.
    this.#recovered = database
      .write(() => endInterruptedRuns(database, now().toISOString()))
      .catch((error: unknown) => log.error({ err: error }, 'Runs that were cut could not be ended.'))
  }

  /** Begins a run. It goes on whether or not anybody follows it. */
  async start(asked: Question): Promise<StartedRun> {
    const question = { ...asked, ...this.#pressedIn(asked) }
    const { run, accepted } = this.#accept(question)
    void this.#conduct(run, this.#askedOf(run, question), (asked, voice) => this.#speak(asked, voice))
    await accepted
    return startedRun(run)
  }

  /** Events after one of them, then live ones until the run ends. */
  async follow(run_id: string, after = 0): Promise<AsyncIterable<RunEvent>> {
    await this.#recovered
    const row = this.#findRun(run_id)
    const live = () => this.#live.get(run_id)
    return followRun({ database: this.#deps.database, run: row.number, live, after })
  }

  /** What a run amounts to so far. */
  answerOf(run_id: string): { readonly row: RunRow; readonly answer: Answer } {
    const row = this.#findRun(run_id)
    const events = eventsAfter(this.#deps.database, row.number, { after: 0 })
    return { row, answer: this.#live.get(run_id)?.answer.result() ?? foldRun(events.map(({ fact }) => fact)) }
  }

  async stop(which: { run_id?: string | undefined; session_id?: string | undefined }) {
    const run = which.run_id === undefined ? this.#runIn(which.session_id!) : this.#live.get(which.run_id)
    if (!run) {
      if (which.run_id !== undefined) return { stopped: false, run_id: this.#findRun(which.run_id).id }
      this.sessions.find(which.session_id!)
      return { stopped: false, run_id: null }
    }
    run.stop('cancelled')
    await run.ended
    return { stopped: true, run_id: run.id }
  }

  /** Stops what runs in the conversation, then deletes it. */
  async remove(session_id: string): Promise<void> {
    if (this.#runIn(session_id)) await this.stop({ session_id })
    await this.sessions.remove(session_id)
  }

  /** Makes the decision about a confirmation known where it came from; undefined when that was no conversation. */
  async decided(decided: Decided): Promise<StartedRun | undefined> {
    return this.#continue(
      decided.confirmation_id,
      ({ answered_by: by }) =>
        (asked, voice) =>
          this.#goOn(asked, { decided, by }, voice),
    )
  }

  /** Shows what a workflow asks where its answer waits, each question once; undefined when there is none to show. */
  async showQuestions(
    workflow_id: string,
    open: () => readonly Confirmation[],
  ): Promise<StartedRun | undefined> {
    return this.#continue(workflow_id, ({ chat, answered_by: by }) => {
      const unseen = open().filter(
        ({ confirmation_id }) => !isQuestionShown(this.#deps.database, chat, confirmation_id),
      )
      if (unseen.length === 0) return undefined
      return async (_asked, voice) => {
        voice.route({ by: by ?? 'model', score: null, candidates: [] })
        for (const confirmation of unseen) voice.askApproval(confirmation, workflow_id)
      }
    })
  }

  /** The question was asked because of something in this run: its answer goes to the same conversation. */
  async bindApproval(run_id: string, confirmation_id: string): Promise<void> {
    const { number } = this.#findRun(run_id)
    await this.#deps.database.write(() => insertApproval(this.#deps.database, number, confirmation_id))
  }

  /** Loads what the quickest answers need, after the start, so that the first of them does not wait for it. */
  async warm(): Promise<void> {
    checkFor(ChatRequest, 'body')({ message: 'hello' })
    await this.#components.warmFirst()
  }

  taintOf(session_id: string): Taint {
    return this.#deps.taints.of(session_id)
  }

  get loadKnown(): () => Promise<KnownTypes> {
    return this.#components.load
  }

  /** Ends what runs as interrupted, so that nobody goes on waiting for it. */
  async close(): Promise<void> {
    this.#closing = true
    const runs = [...this.#live.values()]
    for (const run of runs) run.stop('interrupted')
    const ended = Promise.allSettled(runs.map((run) => run.ended))
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_PATIENCE_MS)))
    await Promise.race([ended, patience])
    clearTimeout(timer)
    await this.#recovered
    await this.#journal.settled()
  }

  /** Another run of the conversation that waits for a decision, once nothing else runs there. */
  async #continue(
    awaited: string,
    speakAs: (row: RunRow) => Speak | undefined,
  ): Promise<StartedRun | undefined> {
    const row = findRunOfApproval(this.#deps.database, awaited)
    if (!row) return undefined
    for (let busy; (busy = this.#runIn(row.session_id));) await busy.ended.catch(() => {})
    const speak = speakAs(row)
    if (!speak) return undefined
    const { message, session_id, provenance, written_by } = row
    const question = { message, session_id, provenance, writtenBy: written_by ?? undefined }
    const { run, accepted } = this.#accept(question, row.id)
    void this.#conduct(run, this.#askedOf(run, question), speak)
    await accepted
    return startedRun(run)
  }

  #accept(question: Question, continues?: string): { run: LiveRun; accepted: Promise<void> } {
    if (this.#closing)
      throw new AppError('unavailable', 'The service is stopping. Ask again when it runs again.')
    const { database, now } = this.#deps
    const { message, provenance, writtenBy, attachments = [], model } = question
    const chat = this.#chatFor(question)
    const session_id = chat?.id ?? question.session_id ?? newId('chat')
    const busy = this.#runIn(session_id)
    if (busy)
      throw new AppError(
        'conflict',
        `This conversation is still answering (${busy.id}). Wait for its end, or stop it with POST /chat/stop.`,
      )
    const run = new LiveRun({
      id: newId('run'),
      session_id,
      message,
      provenance,
      continues,
      journal: this.#journal,
    })
    this.#live.set(run.id, run)
    const at = now().toISOString()
    const accepted = database.write(() => {
      run.chat =
        chat?.number ??
        insertChat(database, { id: session_id, title: titleOf(message), origin: originOf(provenance), at })
      if (model !== undefined) setChatModel(database, run.chat, model)
      run.number = insertRun(database, { id: run.id, chat: run.chat, message, provenance, writtenBy, at })
      if (continues !== undefined) return
      const said = { role: 'user', text: message, attachments } as const
      insertMessage(database, { ...said, chat: run.chat, run: run.number, at })
    })
    accepted.catch((error: unknown) => run.onLost(error))
    return { run, accepted }
  }

  #chatFor({ session_id, provenance, mayBegin = false }: Question) {
    if (session_id === undefined) return undefined
    const chat = findChat(this.#deps.database, session_id)
    // Whoever writes from outside sees the conversations that began there, and no other.
    const isTheirs = provenance === 'local-client' || chat?.origin === originOf(provenance)
    if (chat && isTheirs) return chat
    if (!chat && mayBegin) return undefined
    throw new AppError('not_found', `There is no conversation "${session_id}". GET /api/chats lists them.`)
  }

  #askedOf(run: LiveRun, question: Question): Asked {
    const { attachments = [], context = {}, earlier = [], writtenBy, isSaid = false } = question
    const { database } = this.#deps
    const chat = findChat(database, run.session_id)
    const provenance = writtenBy ?? run.provenance
    // What comes with the message is not on disk yet.
    const model = question.model === undefined && chat ? pickOf(chat) : question.model
    return {
      message: run.message,
      session_id: run.session_id,
      run_id: run.id,
      earlier: chat ? earlierMessages(database, chat.number, EARLIER_MESSAGES) : earlier,
      attachments,
      context,
      provenance,
      signal: run.signal,
      mayDecide: isSaid && provenance === 'local-client',
      model: model ?? undefined,
    }
  }

  async #conduct(run: LiveRun, asked: Asked, speak: Speak) {
    const { database, now, log, publish, onRepair = () => {} } = this.#deps
    const { id: run_id, session_id, message } = run
    publish(runStarted, { run_id, session_id, message: message.slice(0, 2_000) })
    try {
      await conductRun(run, {
        asked,
        speak: (voice) => speak(asked, voice),
        loadKnown: this.loadKnown,
        database,
        gate: answerGate(this.#deps, { session_id, run_id }),
        now,
        log,
        onRepair,
      })
      await run.ended
    } catch (error) {
      run.onLost(error)
      log.error({ err: error, run_id }, 'A run could not be kept.')
    } finally {
      this.#live.delete(run_id)
    }
    tellEnd(run, publish)
    void this.#components.warmAll()
  }

  async #speak(asked: Asked, voice: Voice): Promise<void> {
    const { answerers, learn, read } = this.#deps
    const reading = read(asked)
    for (const answerer of answerers()) {
      if (asked.signal.aborted) return
      if (await answerer(asked, voice, reading)) break
    }
    if (asked.provenance !== 'local-client' || asked.signal.aborted) return
    for (const notice of (await learn?.(asked, reading)) ?? []) voice.notice('info', notice)
  }

  async #goOn(
    asked: Asked,
    { decided, by }: { decided: Decided; by: RunRow['answered_by'] },
    voice: Voice,
  ): Promise<void> {
    voice.route({ by: by ?? 'model', score: null, candidates: [] })
    const run = this.#live.get(asked.run_id)!
    run.emit({ type: 'approval.result', ...decided })
    if (by === 'model' && (await this.#deps.onDecided?.(asked, decided, voice))) return
    voice.say(decided.result?.message ?? 'It was not done: it was not approved.')
  }

  /** The words that a model put on a component are not those of the person who pressed it. */
  #pressedIn({ from_run_id, session_id }: Question): Pick<Question, 'session_id' | 'writtenBy'> {
    if (from_run_id === undefined) return {}
    const { answered_by, ...run } = this.#findRun(from_run_id)
    return {
      session_id: session_id ?? run.session_id,
      ...(answered_by === 'model' && { writtenBy: 'model' }),
    }
  }

  #runIn(session_id: string): LiveRun | undefined {
    return this.#live.values().find((run) => run.session_id === session_id)
  }

  #findRun(run_id: string): RunRow {
    const row = findRun(this.#deps.database, run_id)
    if (row) return row
    throw new AppError('not_found', `There is no run "${run_id}".`)
  }
}

function originOf(provenance: Provenance): string {
  return provenance === 'local-client' ? 'client' : provenance
}

function newId(kind: 'chat' | 'run'): string {
  return `${kind}_${randomBytes(12).toString('base64url')}`
}
