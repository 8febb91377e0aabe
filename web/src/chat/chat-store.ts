import { reasonOf, ServiceError } from '../../../src/components/view-kit/service.ts'
import { failed, NEW_ANSWER, withEvent, type Answer, type RunEvent } from './answer.ts'
import {
  fromRecord,
  isRunning,
  lastAnswer,
  NEW_CONVERSATION,
  openRunOf,
  savePick,
  wasSaidIn,
  withAnswer,
  type Conversation,
  type Message,
} from './conversation.ts'
import type { ChatStoreDeps } from './chat-store-deps.ts'
import { EventQueue } from './event-queue.ts'
import { sendLate } from './late-sending.ts'
import { Outbox, type Unsent } from './outbox.ts'
import { newUnsent, Sender, tried, waits } from './sender.ts'
import { spokenAnswer } from './spoken-answer.ts'
import type { ModelPick, SentFile } from './chat-record.ts'

/** The conversation on the page. Events are folded once a frame, however many arrive. */
export class ChatStore {
  readonly #deps: ChatStoreDeps
  readonly #listeners = new Set<() => void>()
  readonly #outbox = new Outbox()
  readonly #late: { readonly soon: () => void }
  readonly #sender: Sender
  #conversation: Conversation = NEW_CONVERSATION
  #following: AbortController | undefined
  readonly #queue = new EventQueue((events) => this.#fold(events))
  #count = 0

  constructor(deps: ChatStoreDeps) {
    this.#deps = deps
    this.#sender = new Sender({ ...deps, outbox: this.#outbox, stop: (run_id) => this.#callStop(run_id) })
    // Somebody else speaks in this conversation: another tab, the command line.
    deps.events.on('run.start', ({ run_id, session_id, message }) => {
      const isOurs = session_id === this.#conversation.sessionId && !isRunning(this.#conversation)
      if (isOurs && lastAnswer(this.#conversation)?.runId !== run_id) void this.#overhear(run_id, message)
    })
    this.#outbox.subscribe(() => this.#set(this.#conversation))
    this.#late = sendLate({
      ...deps,
      outbox: this.#outbox,
      speak: (entry) => this.#speak(entry),
      onArrived: ({ sessionId }, arrivedIn) => {
        if (this.#conversation.sessionId === sessionId) void this.#reopen(arrivedIn)
      },
    })
    deps.events.onConnection(() => {
      const { problem, sessionId } = this.#conversation
      if (problem !== undefined && deps.events.connection() === 'open') void this.open(sessionId)
    })
  }

  readonly conversation = (): Conversation => this.#conversation

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a kept conversation, or an empty one. What still runs in it is followed. */
  async open(sessionId: string | undefined): Promise<void> {
    const name = sessionId === undefined ? undefined : this.#outbox.nameOf(sessionId)
    if (name !== undefined && name !== sessionId) return await this.#reopen(name)
    const { sessionId: shown, messages, problem } = this.#conversation
    // One that has begun but has no name yet is not the new one that is wanted.
    const isShown = sessionId === shown && (sessionId !== undefined || messages.length === 0)
    if (isShown && problem === undefined) return
    this.#following?.abort()
    // What came for the other conversation and is not drawn yet must not be drawn in this one.
    this.#queue.clear()
    const place = this.#conversation.place + 1
    this.#set({ ...NEW_CONVERSATION, place, sessionId, loading: sessionId !== undefined })
    if (sessionId !== undefined) await this.#load(sessionId, place)
  }

  async #load(sessionId: string, place: number): Promise<void> {
    try {
      const record = await this.#deps.service.call('GET /api/chats/:session_id', {
        params: { session_id: sessionId },
      })
      if (this.#conversation.place !== place) return
      this.#set({ ...fromRecord(record), place, waiting: this.#conversation.waiting })
      const run = openRunOf(record)
      if (run === undefined) return this.#goOn()
      void this.#append(this.#newAnswer({ runId: run, sessionId }), (signal) =>
        this.#deps.streams.follow(run, 0, signal),
      )
    } catch (error) {
      if (this.#conversation.place !== place) return
      // The service does not know it yet: all that was said in it still waits here.
      const isAhead = error instanceof ServiceError && error.code === 'not_found'
      const problem = isAhead && this.#conversation.unsent.length > 0 ? undefined : reasonOf(error)
      this.#set({ ...this.#conversation, loading: false, problem })
      if (problem === undefined) this.#goOn()
    }
  }

  /** Says something as soon as it can be said. */
  say(text: string): void {
    if (isRunning(this.#conversation) || this.#conversation.loading)
      this.#set({ ...this.#conversation, waiting: [...this.#conversation.waiting, text] })
    else this.send(text)
  }

  /** Sends it; what cannot be sent now waits, and is sent once. */
  send(text: string, files: readonly SentFile[] = []): void {
    const { sessionId, unsent, loading, pick } = this.#conversation
    // What is loading would take its place on the page.
    if (loading || isRunning(this.#conversation)) return
    const entry = newUnsent({ sessionId, text, files, pick })
    const isAway = this.#deps.events.connection() === 'lost'
    if (isAway || unsent.length > 0) this.#postpone(entry)
    else void this.#speak(entry).then((isSaid) => isSaid || this.#late.soon())
  }

  /** Takes a message back that waits; nothing comes back when it has left already. */
  takeBack(id: string): Unsent | undefined {
    const entry = this.#conversation.unsent.find((one) => one.id === id)
    this.#outbox.remove(id)
    return entry
  }

  /** Lets another model answer in this conversation; one that has not begun tells it with its first message. */
  async pickModel(pick: ModelPick | null): Promise<void> {
    const { sessionId, pick: before, place } = this.#conversation
    this.#set({ ...this.#conversation, pick })
    if (sessionId === undefined) return
    const problem = await savePick(this.#deps.service, { sessionId, pick })
    if (problem === undefined) return
    if (this.#conversation.place === place) this.#set({ ...this.#conversation, pick: before })
    this.#deps.announce(problem)
  }

  /** Its name was changed here. */
  rename(title: string): void {
    this.#set({ ...this.#conversation, title })
  }

  /** Reads it anew: more was said in it than this page knows. */
  async #reopen(sessionId: string): Promise<void> {
    this.#deps.onSession(sessionId)
    this.#set({ ...NEW_CONVERSATION, place: this.#conversation.place })
    await this.open(sessionId)
  }

  #postpone(entry: Unsent): void {
    this.#outbox.keep(entry)
    if (this.#conversation.sessionId === undefined) {
      this.#set({ ...this.#conversation, sessionId: entry.sessionId })
      this.#deps.onSession(entry.sessionId)
    }
    this.#set(this.#conversation)
    this.#deps.announce('Deskhand does not answer. Your message waits and is sent when it is back.')
    this.#late.soon()
  }

  /** Says it in its conversation, on the page or, when another one is shown, unseen. False when it has to wait. */
  async #speak(entry: Unsent): Promise<boolean> {
    const { sessionId } = this.#conversation
    const isShown = sessionId === undefined ? entry.tried === undefined : sessionId === entry.sessionId
    if (isShown && isRunning(this.#conversation)) return false
    const isNameless = sessionId === undefined && isShown
    const said = tried(entry, { messages: this.#conversation.messages, isNameless })
    this.#sender.leaving.add(entry.id)
    const read = (signal: AbortSignal) => this.#sender.ask(said, isNameless, signal)
    try {
      if (!isShown) {
        for await (const _event of read(new AbortController().signal));
        return true
      }
      this.#push({ role: 'user', key: this.#nextKey(), text: entry.text, files: entry.files })
      await this.#append(this.#newAnswer({ sessionId }), read)
      return !this.#outbox.find(entry.id)
    } catch (error) {
      return !waits(error)
    } finally {
      this.#sender.leaving.delete(entry.id)
      this.#set(this.#conversation)
    }
  }

  async stop(): Promise<void> {
    // What has come since the last frame may name the run.
    this.#queue.flush()
    const answer = lastAnswer(this.#conversation)
    if (!answer || !isRunning(this.#conversation)) return
    if (answer.runId === undefined) {
      this.#sender.callOff()
      this.#following?.abort()
      this.#change((current) => ({ ...current, status: 'stopped' }))
      this.#goOn()
      return
    }
    await this.#callStop(answer.runId).catch((error: unknown) => {
      const isShown = lastAnswer(this.#conversation)?.runId === answer.runId
      if (!isShown || !isRunning(this.#conversation)) return
      this.#following?.abort()
      this.#fail(error)
    })
  }

  #callStop(run_id: string) {
    return this.#deps.service.call('POST /chat/stop', { body: { run_id } })
  }

  /** A run that this page did not begin. One that goes on after an approval answers no new message. */
  async #overhear(runId: string, message: string): Promise<void> {
    const { sessionId } = this.#conversation
    const wasSaid = await wasSaidIn(this.#deps.service, { sessionId, runId })
    if (this.#conversation.sessionId !== sessionId || isRunning(this.#conversation)) return
    if (wasSaid) this.#push({ role: 'user', key: this.#nextKey(), text: message, files: [] })
    void this.#append(this.#newAnswer({ runId, sessionId }), (signal) =>
      this.#deps.streams.follow(runId, 0, signal),
    )
  }

  async #append(message: Message, read: (signal: AbortSignal) => AsyncIterable<RunEvent>): Promise<void> {
    this.#push(message)
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
    this.#change((answer) => failed(answer, error))
    this.#goOn()
  }

  /** It did not leave: it waits below the conversation, not in it. */
  #withdraw({ sessionId }: Unsent): void {
    const { messages, sessionId: named } = this.#conversation
    this.#set({ ...this.#conversation, messages: messages.slice(0, -2), sessionId: named ?? sessionId })
    if (named === undefined) this.#deps.onSession(sessionId)
  }

  #fold(events: readonly RunEvent[]): void {
    this.#change((answer) => events.reduce(withEvent, answer))
    const answer = lastAnswer(this.#conversation)
    if (!answer) return
    if (answer.sessionId !== undefined && this.#conversation.sessionId !== answer.sessionId) {
      this.#set({ ...this.#conversation, sessionId: answer.sessionId })
      this.#deps.onSession(answer.sessionId)
    }
    if (isRunning(this.#conversation)) return
    this.#deps.announce(spokenAnswer(answer))
    this.#goOn()
  }

  #goOn(): void {
    const [next, ...later] = this.#conversation.waiting
    if (next === undefined) return
    this.#set({ ...this.#conversation, waiting: later })
    this.send(next)
  }

  #change(change: (answer: Answer) => Answer): void {
    this.#set(withAnswer(this.#conversation, change))
  }

  #newAnswer(members: Partial<Answer>): Message {
    return { role: 'assistant', key: this.#nextKey(), answer: { ...NEW_ANSWER, ...members } }
  }

  #nextKey(): string {
    this.#count += 1
    return `new-${this.#count}`
  }

  #push(message: Message): void {
    this.#set({
      ...this.#conversation,
      messages: [...this.#conversation.messages, message],
      problem: undefined,
    })
  }

  #set(conversation: Conversation): void {
    this.#conversation = { ...conversation, unsent: this.#sender.unsentIn(conversation.sessionId) }
    for (const listener of this.#listeners) listener()
  }
}
