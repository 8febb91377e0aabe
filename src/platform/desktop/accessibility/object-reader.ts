import type { Bus } from '../../dbus/bus.ts'
import { contentOf, listOf, numberOf, textOf, type BusValue } from '../../dbus/value.ts'
import type { Area } from '../desktop-driver.ts'
import { stateNames } from './states.ts'

/** Where an object lives: the connection of its application, and its path there. */
export interface ObjectReference {
  readonly owner: string
  readonly path: string
}

/** What an object tells of itself, its children left out. */
export interface ObjectFacts {
  readonly role: string
  readonly name: string
  readonly states: readonly string[]
  readonly area: Area | null
  /** The last words of the interfaces' names, e.g. `EditableText`. */
  readonly interfaces: readonly string[]
}

export const registry: ObjectReference = {
  owner: 'org.a11y.atspi.Registry',
  path: '/org/a11y/atspi/accessible/root',
}

const PREFIX = 'org.a11y.atspi.'
/** An application that draws or computes does not answer; nobody waits long for it. */
const CALL_MS = 1_500
const SCREEN_COORDINATES = 0
const MAX_TEXT_LENGTH = 2_000

/** The interfaces of AT-SPI, as far as they are needed, in the words of this service. */
export class ObjectReader {
  readonly #bus: Bus
  readonly #signal: AbortSignal | undefined

  constructor(bus: Bus, signal?: AbortSignal) {
    this.#bus = bus
    this.#signal = signal
  }

  async children(of: ObjectReference): Promise<ObjectReference[]> {
    const [children] = await this.call(of, 'Accessible.GetChildren')
    return listOf(children).map(referenceOf)
  }

  async facts(of: ObjectReference): Promise<ObjectFacts> {
    const [role, name, states, interfaces, area] = await Promise.all([
      this.call(of, 'Accessible.GetRoleName').then(([value]) => textOf(value)),
      this.property(of, 'Accessible.Name').then(textOf),
      this.states(of),
      this.call(of, 'Accessible.GetInterfaces').then(([value]) => listOf(value).map(lastWord)),
      this.area(of),
    ])
    return { role, name, states, interfaces, area }
  }

  async states(of: ObjectReference): Promise<string[]> {
    const [bits] = await this.call(of, 'Accessible.GetState')
    return stateNames(listOf(bits).map(numberOf))
  }

  /** Null for what is nowhere on the screen: a closed menu says that it is at the end of the world. */
  async area(of: ObjectReference): Promise<Area | null> {
    try {
      const [extents] = await this.call(of, 'Component.GetExtents', ['u', [SCREEN_COORDINATES]])
      const [x, y, width, height] = listOf(extents).map(numberOf) as [number, number, number, number]
      return width > 0 && height > 0 && Math.abs(x) < 100_000 && Math.abs(y) < 100_000
        ? { x, y, width, height }
        : null
    } catch {
      // An application as a whole, for one, has no place.
      return null
    }
  }

  async text(of: ObjectReference): Promise<string> {
    // Qt gives nothing at all when more is asked for than there is.
    const characters = numberOf(await this.property(of, 'Text.CharacterCount'))
    const [text] = await this.call(of, 'Text.GetText', ['ii', [0, Math.min(characters, MAX_TEXT_LENGTH)]])
    return textOf(text)
  }

  async processOf(owner: string): Promise<number | null> {
    try {
      const bus = 'org.freedesktop.DBus'
      const call = { destination: bus, path: '/org/freedesktop/DBus', interface: bus }
      const member = 'GetConnectionUnixProcessID'
      const [id] = await this.#bus.call({
        ...call,
        member,
        signature: 's',
        body: [owner],
        signal: this.#signal,
      })
      return numberOf(id)
    } catch {
      return null
    }
  }

  /** `Action.DoAction` is the method of that name of the interface of that name. */
  call(
    { owner, path }: ObjectReference,
    method: string,
    [signature, body]: readonly [string, readonly BusValue[]] = ['', []],
  ): Promise<readonly BusValue[]> {
    const [name, member] = method.split('.') as [string, string]
    return this.#bus.call({
      destination: owner,
      path,
      interface: PREFIX + name,
      member,
      signature,
      body,
      timeoutMs: CALL_MS,
      signal: this.#signal,
    })
  }

  async property({ owner, path }: ObjectReference, property: string): Promise<BusValue> {
    const [name, member] = property.split('.') as [string, string]
    const [value] = await this.#bus.call({
      destination: owner,
      path,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      signature: 'ss',
      body: [PREFIX + name, member],
      timeoutMs: CALL_MS,
      signal: this.#signal,
    })
    return contentOf(value)
  }
}

export function referenceOf(value: BusValue): ObjectReference {
  const [owner, path] = listOf(value)
  return { owner: textOf(owner), path: textOf(path) }
}

function lastWord(value: BusValue): string {
  return textOf(value).split('.').at(-1)!
}
