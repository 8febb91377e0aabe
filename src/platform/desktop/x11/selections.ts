import type { XEvent } from 'x11'
import type { XConnection } from './connection.ts'
import { SelectionReader, type SelectionContent } from './selection-reader.ts'

export type SelectionName = 'CLIPBOARD' | 'PRIMARY'

/** Somebody has asked for what is offered here. */
export interface Asked {
  /** A window of whoever asked. */
  readonly requestor: number
  /** For the text itself, not for the forms in which there is one. */
  readonly isForText: boolean
}

const PROPERTY_CHANGE = 0x40_0000
const ATOM = 4
const INPUT_ONLY = 2
const REPLACE = 0
const APPEND = 2
/** The package can send no more than 256 KiB in one request. */
const CHUNK_BYTES = 200_000

const targetNames = [
  'TARGETS',
  'UTF8_STRING',
  'text/plain;charset=utf-8',
  'text/plain',
  'TEXT',
  'STRING',
  'image/png',
  'x-kde-passwordManagerHint',
] as const
type TargetName = (typeof targetNames)[number]
const textTargets: readonly TargetName[] = targetNames.slice(1, 6)

/** Owns selections: answers applications that paste. */
export class Selections {
  readonly #connection: XConnection
  readonly #window: number
  readonly #reader: SelectionReader
  readonly #atoms: Readonly<Record<TargetName | SelectionName, number>>
  readonly #contents = new Map<number, Offer>()
  readonly #listeners = new Set<(asked: Asked) => void>()

  private constructor(
    connection: XConnection,
    window: number,
    atoms: Record<TargetName | SelectionName, number>,
  ) {
    this.#connection = connection
    this.#window = window
    this.#atoms = atoms
    this.#reader = new SelectionReader(connection, window)
    connection.listen((event) => this.#handle(event))
  }

  static async on(connection: XConnection): Promise<Selections> {
    const names = [...targetNames, 'CLIPBOARD', 'PRIMARY'] as const
    const pairs = await Promise.all(names.map(async (name) => [name, await connection.atom(name)] as const))
    const window = connection.client.AllocID()
    connection.client.CreateWindow(window, connection.root, 0, 0, 1, 1, 0, 0, INPUT_ONLY, 0, {
      eventMask: PROPERTY_CHANGE,
    })
    const atoms = Object.fromEntries(pairs) as Record<TargetName | SelectionName, number>
    return new Selections(connection, window, atoms)
  }

  async read(name: SelectionName, signal?: AbortSignal): Promise<SelectionContent> {
    const own = this.#contents.get(this.#atoms[name])
    return own ? own.content : this.#reader.read(this.#atoms[name], signal)
  }

  owns(name: SelectionName): boolean {
    return this.#contents.has(this.#atoms[name])
  }

  /** Offers it until somebody else copies something. What is passing is not for the history of a clipboard manager. */
  offer(name: SelectionName, content: SelectionContent, { isPassing = false } = {}): void {
    const selection = this.#atoms[name]
    if (content.kind === 'nothing' || content.kind === 'other') {
      if (this.#contents.delete(selection)) this.#connection.client.SetSelectionOwner(0, selection)
      return
    }
    this.#contents.set(selection, { content, isPassing })
    this.#connection.client.SetSelectionOwner(this.#window, selection)
  }

  onAsked(listener: (asked: Asked) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #handle(event: XEvent): void {
    if (event.name === 'SelectionClear' && event.owner === this.#window) {
      this.#contents.delete(event.selection ?? 0)
    }
    if (event.name === 'SelectionRequest' && event.owner === this.#window)
      this.#answer(event as SelectionRequest)
  }

  #answer({ requestor, selection, target, property, time }: SelectionRequest): void {
    // Old clients leave the property out and mean the target.
    const place = property || target
    const offer = this.#contents.get(selection)
    const value = offer ? this.#valueFor(offer, target) : null
    if (value) this.#write({ window: requestor, property: place }, value)
    this.#connection.client.SendEvent(requestor, 0, 0, {
      name: 'SelectionNotify',
      time,
      requestor,
      selection,
      target,
      property: value ? place : 0,
    })
    const isForText = value !== null && textTargets.some((name) => this.#atoms[name] === target)
    for (const listener of this.#listeners) listener({ requestor, isForText })
  }

  /** null when it is not offered in that form. */
  #valueFor({ content, isPassing }: Offer, target: number): Value | null {
    const atoms = this.#atoms
    const targets = content.kind === 'image' ? [atoms['image/png']] : textTargets.map((name) => atoms[name])
    const hint = atoms['x-kde-passwordManagerHint']
    if (target === atoms.TARGETS) {
      const all = [atoms.TARGETS, ...targets, ...(isPassing ? [hint] : [])]
      return { type: ATOM, bytes: Buffer.from(Uint32Array.from(all).buffer) }
    }
    if (target === hint && isPassing) return { type: target, bytes: Buffer.from('secret') }
    if (!targets.includes(target)) return null
    const type = target === atoms.TEXT ? atoms.UTF8_STRING : target
    return { type, bytes: target === atoms.STRING ? latinOf(content.bytes) : content.bytes }
  }

  #write({ window, property }: { window: number; property: number }, { type, bytes }: Value): void {
    const { client } = this.#connection
    const format = type === ATOM ? 32 : 8
    for (let at = 0; at === 0 || at < bytes.length; at += CHUNK_BYTES) {
      const mode = at === 0 ? REPLACE : APPEND
      client.ChangeProperty(mode, window, property, type, format, bytes.subarray(at, at + CHUNK_BYTES))
    }
  }
}

type SelectionRequest = Required<Pick<XEvent, 'requestor' | 'selection' | 'target' | 'property' | 'time'>>

interface Value {
  readonly type: number
  readonly bytes: Buffer
}

type Stored = Extract<SelectionContent, { readonly bytes: Buffer }>

interface Offer {
  readonly content: Stored
  readonly isPassing: boolean
}

/** The oldest form of text is Latin-1; what that does not have becomes a question mark. */
function latinOf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('utf8').replaceAll(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1')
}
