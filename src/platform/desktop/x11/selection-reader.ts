import type { Property, XEvent } from 'x11'
import type { XConnection } from './connection.ts'

/** What a selection holds, as far as it can be kept; `other` is something that cannot. */
export type SelectionContent =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly bytes: Buffer }
  | { readonly kind: 'image'; readonly bytes: Buffer }
  | { readonly kind: 'other' }

const MAX_BYTES = 8 * 1024 * 1024
/** For an owner that hangs. One that does not may still have to make a picture of its content first. */
const OWNER_MS = 1000
const CONTENT_MS = 3000
const WHOLE_PROPERTY = 0x1fffffff
const NEW_VALUE = 0

/** Asks other applications for what they have in a selection. One question at a time. */
export class SelectionReader {
  readonly #connection: XConnection
  readonly #window: number
  #waiting: ((event: XEvent) => void) | null = null
  #signal: AbortSignal | undefined

  /** The window must get its own PropertyNotify events. */
  constructor(connection: XConnection, window: number) {
    this.#connection = connection
    this.#window = window
    connection.listen((event) => this.#waiting?.(event))
  }

  async read(selection: number, signal?: AbortSignal): Promise<SelectionContent> {
    this.#signal = signal
    const content = await this.#read(selection)
    // Who has called it off did not get an answer either.
    signal?.throwIfAborted()
    return content
  }

  async #read(selection: number): Promise<SelectionContent> {
    const owner = await this.#connection.request<number>((done) =>
      this.#connection.client.GetSelectionOwner(selection, done),
    )
    if (owner === 0) return { kind: 'nothing' }
    const targets = await this.#convert(selection, 'TARGETS')
    if (!targets) return { kind: 'other' }
    const offered = new Set(
      Array.from({ length: targets.length >> 2 }, (_, index) => targets.readUInt32LE(index * 4)),
    )
    for (const [kind, target] of [
      ['text', 'UTF8_STRING'],
      ['image', 'image/png'],
    ] as const) {
      if (!offered.has(await this.#connection.atom(target))) continue
      const bytes = await this.#convert(selection, target)
      if (bytes) return { kind, bytes }
    }
    return { kind: 'other' }
  }

  /** null when the owner does not answer, does not have it, or has too much. */
  async #convert(selection: number, target: string): Promise<Buffer | null> {
    const { client } = this.#connection
    const [asked, property, incremental] = await Promise.all([
      this.#connection.atom(target),
      this.#connection.atom('DESKHAND_SELECTION'),
      this.#connection.atom('INCR'),
    ])
    client.DeleteProperty(this.#window, property)
    const notified = this.#next(
      target === 'TARGETS' ? OWNER_MS : CONTENT_MS,
      (event) => event.name === 'SelectionNotify' && event.selection === selection && event.target === asked,
    )
    client.ConvertSelection(this.#window, selection, asked, property)
    const answer = await notified
    if (!answer?.property) return null
    // Taking an incremental answer out is what makes the owner send its first part.
    const first = this.#next(OWNER_MS, (event) => this.#isNewValue(event, property))
    const value = await this.#take(property)
    if (value.type !== incremental) {
      this.#waiting = null
      return value.data.length > MAX_BYTES ? null : value.data
    }
    return this.#parts(property, first)
  }

  async #parts(property: number, first: Promise<XEvent | null>): Promise<Buffer | null> {
    const parts: Buffer[] = []
    let bytes = 0
    let next = first
    for (;;) {
      if ((await next) === null) return null
      next = this.#next(OWNER_MS, (event) => this.#isNewValue(event, property))
      const { data } = await this.#take(property)
      if (data.length === 0) {
        this.#waiting = null
        return Buffer.concat(parts)
      }
      parts.push(data)
      bytes += data.length
      if (bytes > MAX_BYTES) return null
    }
  }

  #take(property: number): Promise<Property> {
    return this.#connection.request<Property>((done) =>
      this.#connection.client.GetProperty(1, this.#window, property, 0, 0, WHOLE_PROPERTY, done),
    )
  }

  #isNewValue(event: XEvent, property: number): boolean {
    return (
      event.name === 'PropertyNotify' &&
      event.wid === this.#window &&
      event.atom === property &&
      event.state === NEW_VALUE
    )
  }

  /** null when it does not come, or nobody wants it any more. */
  #next(withinMs: number, matches: (event: XEvent) => boolean): Promise<XEvent | null> {
    const { promise, resolve } = Promise.withResolvers<XEvent | null>()
    const signal = this.#signal
    const end = (event: XEvent | null) => {
      clearTimeout(late)
      signal?.removeEventListener('abort', stop)
      resolve(event)
    }
    const stop = () => end(null)
    const late = setTimeout(stop, withinMs)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
    this.#waiting = (event) => {
      if (!matches(event)) return
      this.#waiting = null
      end(event)
    }
    return promise
  }
}
