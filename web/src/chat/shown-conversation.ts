import { NEW_ANSWER, type Answer } from './answer.ts'
import { NEW_CONVERSATION, onlyGrew, withAnswer, type Conversation, type Message } from './conversation.ts'
import type { Unsent } from './outbox.ts'

/** What the page shows of a conversation now, and who draws it. */
export class ShownConversation {
  readonly #unsentIn: (sessionId: string | undefined) => readonly Unsent[]
  readonly #listeners = new Set<() => void>()
  #now: Conversation = NEW_CONVERSATION
  #settled: Conversation = NEW_CONVERSATION
  #count = 0

  constructor(unsentIn: (sessionId: string | undefined) => readonly Unsent[]) {
    this.#unsentIn = unsentIn
  }

  get now(): Conversation {
    return this.#now
  }

  /** The same object while nothing happens but that an answer is written on. */
  get settled(): Conversation {
    return this.#settled
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(conversation: Conversation): void {
    this.#now = { ...conversation, unsent: this.#unsentIn(conversation.sessionId) }
    if (!onlyGrew(this.#settled, this.#now)) this.#settled = this.#now
    for (const listener of this.#listeners) listener()
  }

  /** Changes the last answer. */
  change(change: (answer: Answer) => Answer): void {
    this.set(withAnswer(this.#now, change))
  }

  push(message: Message): void {
    this.set({ ...this.#now, messages: [...this.#now.messages, message], problem: undefined })
  }

  newAnswer(members: Partial<Answer>): Message {
    return { role: 'assistant', key: this.nextKey(), answer: { ...NEW_ANSWER, ...members } }
  }

  nextKey(): string {
    this.#count += 1
    return `new-${this.#count}`
  }
}
