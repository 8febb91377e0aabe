import { reasonOf, ServiceError, type Service } from '../../../src/components/view-kit/service.ts'
import { newEntryId } from '../../../src/components/view-kit/stored.ts'
import type { EventFeed } from '../../../src/components/view-kit/events.ts'
import { ended, NEW_ANSWER, withEvent, type Answer, type RunEvent } from './answer.ts'
import {
  attachmentOf,
  fromRecord,
  isRunning,
  lastAnswer,
  NEW_CONVERSATION,
  openRunOf,
  type Conversation,
  type Message,
  type ModelPick,
  type SentFile,
} from './conversation.ts'
import { sendLate } from './late-sending.ts'
import { Outbox, type Unsent } from './outbox.ts'
import type { RunStreams } from './run-streams.ts'
import { spokenAnswer } from './spoken-answer.ts'

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
  readonly #listeners = new Set<() => void>()
  readonly #outbox = new Outbox()
  readonly #late: { readonly soon: () => void }
  /** On its way just now: no longer shown as waiting, and not yet known to have arrived. */
  readonly #leaving = new Set<string>()
  /** Stopped before anybody knew how its run is called: it may begin all the same, and is stopped then. */
  readonly #calledOff = new Set<string>()
  #conversation: Conversation = NEW_CONVERSATION
  #following: AbortController | undefined
  #queue: RunEvent[] = []
  #flushing = false
  #count = 0

  constructor(deps: ChatStoreDeps) {
    this.#deps = deps
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
    this.#queue = []
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
    const entry = {
      id: newEntryId(),
      sessionId: sessionId ?? `chat_${newEntryId()}`,
      text,
      files,
      ...(sessionId === undefined && pick && { model: pick }),
    }
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
    const params = { session_id: sessionId }
    try {
      await this.#deps.service.call('PUT /api/chats/:session_id/model', { params, body: { model: pick } })
    } catch (error) {
      if (this.#conversation.place === place) this.#set({ ...this.#conversation, pick: before })
      this.#deps.announce(reasonOf(error))
    }
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
    const tried = entry.tried ?? {
      saidBefore: this.#conversation.messages.filter((one) => one.role === 'user' && one.text === entry.text)
        .length,
      ...(isNameless && { beganAt: new Date().toISOString() }),
    }
    const said = { ...entry, tried }
    this.#leaving.add(entry.id)
    const read = (signal: AbortSignal) => this.#asking(said, isNameless, signal)
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
      this.#leaving.delete(entry.id)
      this.#set(this.#conversation)
    }
  }

  async *#asking(entry: Unsent, isNameless: boolean, signal: AbortSignal): AsyncGenerator<RunEvent> {
    const line = new AbortController()
    let hasBegun = false
    signal.addEventListener('abort', () => {
      if (hasBegun || !this.#calledOff.has(entry.id)) line.abort()
    })
    try {
      for await (const event of this.#deps.streams.ask(bodyOf(entry, isNameless), line.signal)) {
        if (!hasBegun) this.#outbox.remove(entry.id)
        hasBegun = true
        if (this.#calledOff.delete(entry.id)) {
          await this.#endAtStart(event, line)
          return
        }
        yield event
      }
    } catch (error) {
      if (!hasBegun) this.#notSaid(entry, { error, signal })
      throw error
    }
  }

  #notSaid(entry: Unsent, { error, signal }: { error: unknown; signal: AbortSignal }): void {
    const isCalledOff = this.#calledOff.delete(entry.id)
    // Whoever went to another conversation has not taken it back; whoever stopped it has.
    const isWanted = waits(error) || (signal.aborted && this.#leaving.has(entry.id))
    if (isWanted && !isCalledOff) this.#outbox.keep(entry)
    else this.#outbox.remove(entry.id)
  }

  async #endAtStart(event: RunEvent, line: AbortController): Promise<void> {
    line.abort()
    if (event.type === 'run.start') await this.#callStop(event.run_id)
  }

  async stop(): Promise<void> {
    // What has come since the last frame may name the run.
    this.#flush()
    const answer = lastAnswer(this.#conversation)
    if (!answer || !isRunning(this.#conversation)) return
    if (answer.runId === undefined) {
      for (const id of this.#leaving) this.#calledOff.add(id)
      this.#leaving.clear()
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
    const record = await this.#deps.service
      .call('GET /api/chats/:session_id', { params: { session_id: sessionId ?? '' } })
      .catch(() => undefined)
    if (this.#conversation.sessionId !== sessionId || isRunning(this.#conversation)) return
    const wasSaid = record?.messages.some(({ role, run_id }) => role === 'user' && run_id === runId) ?? true
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
        if (!this.#flushing) onNextFrame(() => this.#flush())
        this.#flushing = true
      }
      this.#flush()
    } catch (error) {
      this.#flush()
      if (signal.aborted) return
      const unsent = [...this.#leaving].map((id) => this.#outbox.find(id)).find((entry) => entry)
      if (unsent) return this.#withdraw(unsent)
      this.#fail(error)
    }
  }

  /** The answer goes no further on this page. */
  #fail(error: unknown): void {
    const retryable = !(error instanceof ServiceError) || error.isOffline || error.status >= 500
    this.#change((answer) => ({
      ...answer,
      status: 'failed',
      problem: { message: reasonOf(error), retryable },
      parts: ended(answer.parts),
    }))
    this.#goOn()
  }

  /** It did not leave: it waits below the conversation, not in it. */
  #withdraw({ sessionId }: Unsent): void {
    const { messages, sessionId: named } = this.#conversation
    this.#set({ ...this.#conversation, messages: messages.slice(0, -2), sessionId: named ?? sessionId })
    if (named === undefined) this.#deps.onSession(sessionId)
  }

  #flush(): void {
    this.#flushing = false
    const events = this.#queue
    this.#queue = []
    if (events.length === 0) return
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
    const { messages } = this.#conversation
    const last = messages.at(-1)
    if (last?.role !== 'assistant') return
    this.#set({
      ...this.#conversation,
      messages: messages.with(messages.length - 1, { ...last, answer: change(last.answer) }),
    })
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
    const own = this.#outbox.of(conversation.sessionId)
    const unsent = this.#leaving.size === 0 ? own : own.filter(({ id }) => !this.#leaving.has(id))
    this.#conversation = { ...conversation, unsent }
    for (const listener of this.#listeners) listener()
  }
}

function bodyOf({ text, files, sessionId, model }: Unsent, isNameless: boolean) {
  return {
    message: text,
    ...(model && { model }),
    ...(!isNameless && { session_id: sessionId }),
    ...(files.length > 0 && { attachments: files.map(attachmentOf) }),
    context: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, locale: navigator.language },
  }
}

/** Whether it may get through later: nobody was there, or something else was being answered. */
function waits(error: unknown): boolean {
  return (
    error instanceof ServiceError && (error.isOffline || error.status === 503 || error.code === 'conflict')
  )
}

/** A hidden tab draws no frames, but its answer must go on. */
function onNextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 100)
}
