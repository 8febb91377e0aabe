import type { Confirmation } from '../../contract/confirmation.ts'
import { AppError } from '../../contract/errors.ts'
import { runStarted } from '../../contract/run-events.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { answerGate } from './addresses/answer-gate.ts'
import { HeldComponents } from './addresses/held-components.ts'
import type { Asked, AnswerWriter, Reading } from './answering.ts'
import type { ChatDeps, Decided, Question, StartedRun } from './chat-seams.ts'
import { ComponentTypes } from './component-types.ts'
import type { KnownTypes } from './components/known-types.ts'
import type { Taint } from '../../contract/taint.ts'
import { askedIn, type AskedIn } from './runs/asked-calls.ts'
import { askedOf, beginRun, placeOf } from './runs/begin-run.ts'
import { conductRun } from './runs/conduct-run.ts'
import { foldRun, type Answer } from './runs/fold.ts'
import { followRun } from './runs/follow-run.ts'
import { endInterruptedRuns } from './runs/interrupted-runs.ts'
import type { LiveRun } from './runs/live-run.ts'
import { RunBeginnings } from './runs/run-beginnings.ts'
import { startedRun, tellEnd } from './runs/run-ends.ts'
import type { RunEvent } from './runs/run-event.ts'
import { RunJournal } from './runs/run-journal.ts'
import {
  eventsAfter,
  findRun,
  findRunOfApproval,
  insertApproval,
  isQuestionShown,
  type RunRow,
} from './runs/run-rows.ts'
import { ChatRequest } from './schemas.ts'
import { emptyTrashDaily } from './sessions/empty-trash.ts'
import { Sessions } from './sessions/sessions.ts'

const CLOSE_PATIENCE_MS = 3_000

type Speak = (asked: Asked, writer: AnswerWriter) => Promise<void>

export function createChat(deps: ChatDeps): Chat {
  return new Chat(deps)
}

/** Conversations, and the runs that answer in them. */
export class Chat {
  readonly sessions: Sessions
  readonly held: HeldComponents
  readonly asked: AskedIn
  readonly beginnings = new RunBeginnings()
  readonly #deps: ChatDeps
  readonly #journal: RunJournal
  readonly #live = new Map<string, LiveRun>()
  readonly #recovered: Promise<unknown>
  readonly #components: ComponentTypes
  readonly #trash: Disposable
  #closing = false

  constructor(deps: ChatDeps) {
    const { database, now, log } = deps
    this.#deps = deps
    this.#journal = new RunJournal(database)
    this.sessions = new Sessions(database)
    this.asked = askedIn(database)
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
      .catch((error: unknown) => log.error({ err: error }, "Couldn't end interrupted runs."))
    this.#trash = emptyTrashDaily(this.sessions, { now, log })
  }

  /** Begins a run. It goes on whether or not anybody follows it. */
  async start(asked: Question): Promise<StartedRun> {
    const question = { ...asked, ...this.#pressedIn(asked) }
    const { run, accepted, replaced } = this.#accept(question)
    const asking = askedOf(run, question, { database: this.#deps.database, replaced })
    // Nobody who answers may still read what the message replaces.
    const ready = replaced ? accepted : Promise.resolve()
    void this.#conduct(run, asking, (asked, writer) => ready.then(() => this.#speak(asked, writer)))
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

  /** What the conversation is answering right now. */
  runningIn(session_id: string): string | undefined {
    return this.#runIn(session_id)?.id
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

  /** Ends what runs in the conversation: it is about to go. */
  async stopIn(session_id: string): Promise<void> {
    if (this.#runIn(session_id)) await this.stop({ session_id })
  }

  /** Makes the decision about a confirmation known where it came from; undefined when that was no conversation. */
  async decided(decided: Decided): Promise<StartedRun | undefined> {
    return this.#continue(
      decided.confirmation_id,
      ({ answered_by: by }) =>
        (asked, writer) =>
          this.#continueDecided(asked, { decided, by }, writer),
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
      return async (_asked, writer) => {
        writer.route({ by: by ?? 'model', score: null, candidates: [] })
        for (const confirmation of unseen) writer.askApproval(confirmation, workflow_id)
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

  /** What a message means, with nothing done about it. */
  readonly readingOf = (asked: Asked): Reading => this.#deps.read(asked)

  taintOf(session_id: string): Taint {
    return this.#deps.taints.of(session_id)
  }

  get loadKnown(): () => Promise<KnownTypes> {
    return this.#components.load
  }

  /** Ends what runs as interrupted, so that nobody goes on waiting for it. */
  async close(): Promise<void> {
    this.#closing = true
    this.#trash[Symbol.dispose]()
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
    const { database } = this.#deps
    const row = findRunOfApproval(database, awaited)
    if (!row) return undefined
    for (let busy; (busy = this.#runIn(row.session_id));) await busy.ended.catch(() => {})
    const speak = speakAs(row)
    if (!speak) return undefined
    const { message, session_id, provenance, written_by } = row
    const question = { message, session_id, provenance, writtenBy: written_by ?? undefined }
    const { run, accepted } = this.#accept(question, row.id)
    void this.#conduct(run, askedOf(run, question, { database }), speak)
    await accepted
    return startedRun(run)
  }

  #accept(question: Question, continues?: string) {
    if (this.#closing)
      throw new AppError('unavailable', 'The service is stopping. Ask again once it is running.')
    const { database, now, onReplaced } = this.#deps
    const place = placeOf(database, question)
    const busy = this.#runIn(place.session_id)
    if (busy)
      throw new AppError(
        'conflict',
        `This conversation is still answering (${busy.id}). Wait for it to finish, or stop it with POST /chat/stop.`,
      )
    const at = now().toISOString()
    const journal = this.#journal
    const begun = beginRun(question, { database, journal, place, at, continues, onReplaced })
    this.#live.set(begun.run.id, begun.run)
    const { run, accepted } = begun
    accepted.then(() => this.beginnings.tell(run)).catch(() => {})
    return { ...begun, replaced: place.replaced }
  }

  async #conduct(run: LiveRun, asked: Asked, speak: Speak) {
    const { database, now, log, publish, onRepair = () => {}, startTimer = () => {} } = this.#deps
    const { id: run_id, session_id, message } = run
    publish(runStarted, { run_id, session_id, message: message.slice(0, 2_000) })
    try {
      await conductRun(run, {
        asked,
        speak: (writer) => speak(asked, writer),
        loadKnown: this.loadKnown,
        database,
        gate: answerGate(this.#deps, { session_id, run_id }),
        now,
        log,
        onRepair,
        startTimer,
      })
      await run.ended
    } catch (error) {
      run.onLost(error)
      log.error({ err: error, run_id }, "Couldn't store a run.")
    } finally {
      this.#live.delete(run_id)
    }
    tellEnd(run, publish)
    void this.#components.warmAll()
  }

  async #speak(asked: Asked, writer: AnswerWriter): Promise<void> {
    const { answerers, learn, read } = this.#deps
    const reading = read(asked)
    for (const answerer of answerers()) {
      if (asked.signal.aborted) return
      if (await answerer(asked, writer, reading)) break
    }
    if (asked.provenance !== 'local-client' || asked.signal.aborted) return
    for (const notice of (await learn?.(asked, reading)) ?? []) writer.notice('info', notice)
  }

  async #continueDecided(
    asked: Asked,
    { decided, by }: { decided: Decided; by: RunRow['answered_by'] },
    writer: AnswerWriter,
  ): Promise<void> {
    writer.route({ by: by ?? 'model', score: null, candidates: [] })
    const run = this.#live.get(asked.run_id)!
    run.emit({ type: 'approval.result', ...decided })
    if (by === 'model' && (await this.#deps.onDecided?.(asked, decided, writer))) return
    writer.say(decided.result?.message ?? 'Rejected. Nothing was done.')
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
    throw new AppError('not_found', `No run "${run_id}".`)
  }
}
