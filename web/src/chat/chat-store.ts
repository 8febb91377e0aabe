import { reasonOf, ServiceError, type Service } from '../../../src/components/view-kit/service.ts'
import type { EventFeed } from '../../../src/components/view-kit/events.ts'
import { ended, NEW_ANSWER, withEvent, type Answer, type RunEvent } from './answer.ts'
import {
  fromRecord,
  isRunning,
  lastAnswer,
  NEW_CONVERSATION,
  openRunOf,
  type Conversation,
  type Message,
  type SentFile,
} from './conversation.ts'
import type { RunStreams } from './run-streams.ts'

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
  }

  readonly conversation = (): Conversation => this.#conversation

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a kept conversation, or an empty one. What still runs in it is followed. */
  async open(sessionId: string | undefined): Promise<void> {
    const { sessionId: shown, messages, problem } = this.#conversation
    // One that has begun but has no name yet is not the new one that is wanted.
    const isShown = sessionId === shown && (sessionId !== undefined || messages.length === 0)
    if (isShown && problem === undefined) return
    this.#following?.abort()
    // What came for the other conversation and is not drawn yet must not be drawn in this one.
    this.#queue = []
    const place = this.#conversation.place + 1
    this.#set({ ...NEW_CONVERSATION, place, sessionId, loading: sessionId !== undefined })
    if (sessionId === undefined) return
    try {
      const record = await this.#deps.service.call('GET /api/chats/:session_id', {
        params: { session_id: sessionId },
      })
      if (this.#conversation.place !== place) return
      this.#set({ ...fromRecord(record), place })
      const run = openRunOf(record)
      if (run !== undefined)
        this.#append(this.#newAnswer({ runId: run, sessionId }), (signal) =>
          this.#deps.streams.follow(run, 0, signal),
        )
    } catch (error) {
      if (this.#conversation.place === place)
        this.#set({ ...this.#conversation, loading: false, problem: reasonOf(error) })
    }
  }

  /** Says something as soon as it can be said. */
  say(text: string): void {
    if (isRunning(this.#conversation))
      this.#set({ ...this.#conversation, waiting: [...this.#conversation.waiting, text] })
    else this.send(text)
  }

  send(text: string, files: readonly SentFile[] = []): void {
    if (isRunning(this.#conversation)) return
    const { sessionId } = this.#conversation
    const attachments = files.map(({ file_id, document_id, name }) =>
      document_id === undefined ? { file_id, name } : { document_id, name },
    )
    this.#push({ role: 'user', key: this.#nextKey(), text, files })
    this.#append(this.#newAnswer({ sessionId }), (signal) =>
      this.#deps.streams.ask(
        {
          message: text,
          ...(sessionId !== undefined && { session_id: sessionId }),
          ...(attachments.length > 0 && { attachments }),
          context: {
            time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            locale: navigator.language,
          },
        },
        signal,
      ),
    )
  }

  async stop(): Promise<void> {
    const answer = lastAnswer(this.#conversation)
    if (!answer || !isRunning(this.#conversation)) return
    if (answer.runId === undefined) {
      this.#following?.abort()
      this.#change((current) => ({ ...current, status: 'stopped' }))
      this.#goOn()
      return
    }
    await this.#deps.service
      .call('POST /chat/stop', { body: { run_id: answer.runId } })
      .catch(() => this.#following?.abort())
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
    this.#append(this.#newAnswer({ runId, sessionId }), (signal) =>
      this.#deps.streams.follow(runId, 0, signal),
    )
  }

  #append(message: Message, read: (signal: AbortSignal) => AsyncIterable<RunEvent>): void {
    this.#push(message)
    this.#following?.abort()
    const following = (this.#following = new AbortController())
    void this.#take(read(following.signal), following.signal)
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
      const retryable = !(error instanceof ServiceError) || error.isOffline || error.status >= 500
      this.#change((answer) => ({
        ...answer,
        status: 'failed',
        problem: { message: reasonOf(error), retryable },
        parts: ended(answer.parts),
      }))
      this.#goOn()
    }
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
    this.#deps.announce(spoken(answer))
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
    this.#conversation = conversation
    for (const listener of this.#listeners) listener()
  }
}

/** A hidden tab draws no frames, but its answer must go on. */
function onNextFrame(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run)
  else setTimeout(run, 100)
}

/** What is read aloud once an answer is there: whole sentences, not words as they come. */
function spoken({ status, parts, problem }: Answer): string {
  if (status === 'failed') return `The answer failed. ${problem?.message ?? ''}`
  if (status === 'stopped') return 'The answer was stopped.'
  const texts = parts.flatMap((part) => {
    if (part.kind === 'text') return [part.text]
    if (part.kind !== 'component') return []
    const { type, text } = part.component
    return [type === 'text' && typeof text === 'string' ? text : type.replaceAll('_', ' ')]
  })
  return texts.join('. ').slice(0, 600)
}
