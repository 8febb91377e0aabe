import type { EventFeed } from '../../../src/components/view-kit/live/events.ts'
import { reasonOf, ServiceError, type Service } from '../../../src/components/view-kit/service.ts'
import { failed, withEvent, type RunEvent } from './answer.ts'
import {
  fromRecord,
  isRunning,
  lastAnswer,
  NEW_CONVERSATION,
  openRunOf,
  savePick,
  wasSaidIn,
  type Conversation,
  type Message,
} from './conversation.ts'
import { EventQueue } from './event-queue.ts'
import { sendLate } from './late-sending.ts'
import { Outbox, type Unsent } from './outbox.ts'
import type { RunStreams } from './run-streams.ts'
import { newUnsent, Sender, tried, waits } from './sender.ts'
import { ShownConversation } from './shown-conversation.ts'
import { spokenAnswer } from './spoken-answer.ts'
import type { ModelPick, SentFile } from './chat-record.ts'

export interface ChatStoreDeps {
  readonly service: Service
  readonly events: EventFeed
  readonly streams: RunStreams
  /** The conversation got its name from the service: the address should say it. */
  readonly onSession: (sessionId: string) => void
  readonly announce: (sentence: string) => void
}

/** The conversation on the page. Events are folded once a frame, however many arrive. */
export class ChatStore {
  readonly #deps: ChatStoreDeps
  readonly #outbox = new Outbox()
  readonly #late: { readonly soon: () => void }
  readonly #sender: Sender
  readonly #page: ShownConversation
  #following: AbortController | undefined
  readonly #queue = new EventQueue((events) => this.#fold(events))

  constructor(deps: ChatStoreDeps) {
    this.#deps = deps
    this.#sender = new Sender({ ...deps, outbox: this.#outbox, stop: (run_id) => this.#callStop(run_id) })
    this.#page = new ShownConversation((sessionId) => this.#sender.unsentIn(sessionId))
    // Somebody else speaks in this conversation: another tab, the command line.
    deps.events.on('run.start', ({ run_id, session_id, message }) => {
      const isOurs = session_id === this.#page.now.sessionId && !isRunning(this.#page.now)
      if (isOurs && lastAnswer(this.#page.now)?.runId !== run_id) void this.#overhear(run_id, message)
    })
    this.#outbox.subscribe(() => this.#page.set(this.#page.now))
    this.#late = sendLate({
      ...deps,
      outbox: this.#outbox,
      isBusy: ({ sessionId }) => this.#page.now.sessionId === sessionId && isRunning(this.#page.now),
      speak: (entry) => this.#speak(entry),
      onArrived: ({ sessionId }, arrivedIn) => {
        if (this.#page.now.sessionId === sessionId) void this.#reopen(arrivedIn)
      },
    })
    deps.events.onConnection(() => {
      const { problem, sessionId } = this.#page.now
      if (problem !== undefined && deps.events.connection() === 'open') void this.open(sessionId)
    })
  }

  readonly conversation = (): Conversation => this.#page.now

  /** For what stands around the messages, and must not be drawn with every word of an answer. */
  readonly settled = (): Conversation => this.#page.settled

  readonly subscribe = (listener: () => void): (() => void) => this.#page.subscribe(listener)

  /** Shows a kept conversation, or an empty one. What still runs in it is followed. */
  async open(sessionId: string | undefined): Promise<void> {
    const name = sessionId === undefined ? undefined : this.#outbox.nameOf(sessionId)
    if (name !== undefined && name !== sessionId) return await this.#reopen(name)
    const { sessionId: shown, messages, problem } = this.#page.now
    // One that has begun but has no name yet is not the new one that is wanted.
    const isShown = sessionId === shown && (sessionId !== undefined || messages.length === 0)
    if (isShown && problem === undefined) return
    this.#following?.abort()
    // What came for the other conversation and is not drawn yet must not be drawn in this one.
    this.#queue.clear()
    const place = this.#page.now.place + 1
    this.#page.set({ ...NEW_CONVERSATION, place, sessionId, loading: sessionId !== undefined })
    if (sessionId !== undefined) await this.#load(sessionId, place)
  }

  async #load(sessionId: string, place: number): Promise<void> {
    try {
      const record = await this.#deps.service.call('GET /api/chats/:session_id', {
        params: { session_id: sessionId },
      })
      if (this.#page.now.place !== place) return
      this.#page.set({ ...fromRecord(record), place, waiting: this.#page.now.waiting })
      const run = openRunOf(record)
      if (run === undefined) return this.#sendWaiting()
      void this.#append(this.#page.newAnswer({ runId: run, sessionId }), (signal) =>
        this.#deps.streams.follow(run, 0, signal),
      )
    } catch (error) {
      if (this.#page.now.place !== place) return
      // The service does not know it yet: all that was said in it still waits here.
      const isAhead = error instanceof ServiceError && error.code === 'not_found'
      const problem = isAhead && this.#page.now.unsent.length > 0 ? undefined : reasonOf(error)
      this.#page.set({ ...this.#page.now, loading: false, problem })
      if (problem === undefined) this.#sendWaiting()
    }
  }

  /** Sends it; what cannot be sent now waits, and is sent once. */
  send(text: string, files: readonly SentFile[] = []): void {
    const { sessionId, unsent, loading, pick, waiting } = this.#page.now
    const isBusy = isRunning(this.#page.now)
    // What is loading would take its place on the page, and what has just begun has no name yet to find it by.
    if (loading || (isBusy && sessionId === undefined)) {
      this.#page.set({ ...this.#page.now, waiting: [...waiting, { text, files }] })
      return
    }
    const entry = newUnsent({ sessionId, text, files, pick })
    if (isBusy || this.#isAway() || unsent.length > 0) this.#postpone(entry)
    else void this.#speak(entry).then((isSaid) => isSaid || this.#late.soon())
  }

  #isAway(): boolean {
    return this.#deps.events.connection() === 'lost'
  }

  /** Takes a message back that waits; nothing comes back when it has left already. */
  takeBack(id: string): Unsent | undefined {
    const entry = this.#page.now.unsent.find((one) => one.id === id)
    this.#outbox.remove(id)
    return entry
  }

  /** Lets another model answer in this conversation; one that has not begun tells it with its first message. */
  async pickModel(pick: ModelPick | null): Promise<void> {
    const { sessionId, pick: before, place } = this.#page.now
    this.#page.set({ ...this.#page.now, pick })
    if (sessionId === undefined) return
    const problem = await savePick(this.#deps.service, { sessionId, pick })
    if (problem === undefined) return
    if (this.#page.now.place === place) this.#page.set({ ...this.#page.now, pick: before })
    this.#deps.announce(problem)
  }

  /** Its name was changed here. */
  rename(title: string): void {
    this.#page.set({ ...this.#page.now, title })
  }

  /** Reads it anew: more was said in it than this page knows. */
  async #reopen(sessionId: string): Promise<void> {
    this.#deps.onSession(sessionId)
    this.#page.set({ ...NEW_CONVERSATION, place: this.#page.now.place })
    await this.open(sessionId)
  }

  #postpone(entry: Unsent): void {
    this.#outbox.keep(entry)
    if (this.#page.now.sessionId === undefined) {
      this.#page.set({ ...this.#page.now, sessionId: entry.sessionId })
      this.#deps.onSession(entry.sessionId)
    }
    this.#page.set(this.#page.now)
    this.#deps.announce(
      this.#isAway()
        ? "Can't reach Deskhand. Your message will be sent when it's back."
        : 'Your message will be sent after this answer.',
    )
    this.#late.soon()
  }

  /** Says it in its conversation, on the page or, when another one is shown, unseen. False when it has to wait. */
  async #speak(entry: Unsent): Promise<boolean> {
    const { sessionId } = this.#page.now
    const isShown = sessionId === undefined ? entry.tried === undefined : sessionId === entry.sessionId
    if (isShown && isRunning(this.#page.now)) return false
    const isNameless = sessionId === undefined && isShown
    const said = tried(entry, { messages: this.#page.now.messages, isNameless })
    this.#sender.leaving.add(entry.id)
    const read = (signal: AbortSignal) => this.#sender.ask(said, isNameless, signal)
    try {
      if (!isShown) {
        for await (const _event of read(new AbortController().signal));
        return true
      }
      this.#page.push({ role: 'user', key: this.#page.nextKey(), text: entry.text, files: entry.files })
      await this.#append(this.#page.newAnswer({ sessionId }), read)
      return !this.#outbox.find(entry.id)
    } catch (error) {
      return !waits(error)
    } finally {
      this.#sender.leaving.delete(entry.id)
      this.#page.set(this.#page.now)
    }
  }

  async stop(): Promise<void> {
    // What has come since the last frame may name the run.
    this.#queue.flush()
    const answer = lastAnswer(this.#page.now)
    if (!answer || !isRunning(this.#page.now)) return
    if (answer.runId === undefined) {
      this.#sender.callOff()
      this.#following?.abort()
      this.#page.change((current) => ({ ...current, status: 'stopped' }))
      this.#sendWaiting()
      return
    }
    await this.#callStop(answer.runId).catch((error: unknown) => {
      const isShown = lastAnswer(this.#page.now)?.runId === answer.runId
      if (!isShown || !isRunning(this.#page.now)) return
      this.#following?.abort()
      this.#fail(error)
    })
  }

  #callStop(run_id: string) {
    return this.#deps.service.call('POST /chat/stop', { body: { run_id } })
  }

  /** A run that this page did not begin. One that goes on after an approval answers no new message. */
  async #overhear(runId: string, message: string): Promise<void> {
    const { sessionId } = this.#page.now
    const wasSaid = await wasSaidIn(this.#deps.service, { sessionId, runId })
    if (this.#page.now.sessionId !== sessionId || isRunning(this.#page.now)) return
    if (wasSaid) this.#page.push({ role: 'user', key: this.#page.nextKey(), text: message, files: [] })
    void this.#append(this.#page.newAnswer({ runId, sessionId }), (signal) =>
      this.#deps.streams.follow(runId, 0, signal),
    )
  }

  async #append(message: Message, read: (signal: AbortSignal) => AsyncIterable<RunEvent>): Promise<void> {
    this.#page.push(message)
    this.#following?.abort()
    const following = (this.#following = new AbortController())
    await this.#take(read(following.signal), following.signal)
  }

  async #take(events: AsyncIterable<RunEvent>, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of events) {
        if (signal.aborted) return
        this.#queue.push(event)
      }
      this.#queue.flush()
    } catch (error) {
      this.#queue.flush()
      if (signal.aborted) return
      const unsent = this.#sender.kept()
      if (unsent) return this.#withdraw(unsent)
      this.#fail(error)
    }
  }

  /** The answer goes no further on this page. */
  #fail(error: unknown): void {
    this.#page.change((answer) => failed(answer, error))
    this.#sendWaiting()
  }

  /** It did not leave: it waits below the conversation, not in it. */
  #withdraw({ sessionId }: Unsent): void {
    const { messages, sessionId: named } = this.#page.now
    this.#page.set({ ...this.#page.now, messages: messages.slice(0, -2), sessionId: named ?? sessionId })
    if (named === undefined) this.#deps.onSession(sessionId)
  }

  #fold(events: readonly RunEvent[]): void {
    this.#page.change((answer) => events.reduce(withEvent, answer))
    const answer = lastAnswer(this.#page.now)
    if (!answer) return
    if (answer.sessionId !== undefined && this.#page.now.sessionId !== answer.sessionId) {
      this.#page.set({ ...this.#page.now, sessionId: answer.sessionId })
      this.#deps.onSession(answer.sessionId)
      this.#sendWaiting()
    }
    if (isRunning(this.#page.now)) return
    this.#deps.announce(spokenAnswer(answer))
    this.#sendWaiting()
  }

  /** What was said before the conversation could take it, and what waits for the end of an answer. */
  #sendWaiting(): void {
    const { waiting } = this.#page.now
    if (waiting.length > 0) this.#page.set({ ...this.#page.now, waiting: [] })
    for (const { text, files } of waiting) this.send(text, files)
    this.#late.soon()
  }
}
