import { BusError, BusSilence, type Bus, type BusCall } from '../../dbus/bus.ts'
import { contentOf, listOf, numberOf, textOf, type BusValue } from '../../dbus/value.ts'
import type { Area, Point } from '../desktop-driver.ts'
import { stateBits, stateNames, type StateName } from './states.ts'

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

/** What is told of an object before it is clear that it matters. */
export interface ObjectGlance {
  readonly name: string
  readonly description: string
  readonly states: readonly string[]
  readonly childCount: number
  /** Null where it is not told along with the rest. */
  readonly parentPath: string | null
}

export const registry: ObjectReference = {
  owner: 'org.a11y.atspi.Registry',
  path: '/org/a11y/atspi/accessible/root',
}

const PREFIX = 'org.a11y.atspi.'
const PROPERTIES = 'org.freedesktop.DBus.Properties'
/** An application that draws or computes does not answer; nobody waits long for it. */
const patience = { timeoutMs: 1_500, isQueued: true }
const SCREEN_COORDINATES = 0
export const MAX_TEXT_LENGTH = 2_000
/** Numbers of the protocol: every condition holds; parents before their children; a relation. */
const ALL = 1
const CANONICAL_ORDER = 1
const LABELLED_BY = 2
const NULL_PATH = '/org/a11y/atspi/null'

/** Said by the bus of a program that has ended. */
const hasEnded: ReadonlySet<string> = new Set([
  'org.freedesktop.DBus.Error.NoReply',
  'org.freedesktop.DBus.Error.ServiceUnknown',
])

/** The interfaces of AT-SPI, as far as they are needed, in the words of this service. */
export class ObjectReader {
  readonly #bus: Bus
  readonly #signal: AbortSignal | undefined
  readonly #oneByOne = new Set<string>()
  /** The programs that left a question without an answer: what they show is not known as a whole. */
  readonly silent = new Set<string>()

  constructor(bus: Bus, signal?: AbortSignal) {
    this.#bus = bus
    this.#signal = signal
  }

  async children(of: ObjectReference): Promise<ObjectReference[]> {
    const [children] = await this.call(of, 'Accessible.GetChildren')
    return listOf(children).map(referenceOf)
  }

  /** Null when there is none at this number, or it is not told. */
  async childAt(of: ObjectReference, index: number): Promise<ObjectReference | null> {
    const [child] = await this.call(of, 'Accessible.GetChildAtIndex', ['i', [index]])
    return existing(child)
  }

  /** The child that is under a point of the screen; null when none is, or it is not told. */
  async childUnder(of: ObjectReference, { x, y }: Point): Promise<ObjectReference | null> {
    try {
      const args = [Math.round(x), Math.round(y), SCREEN_COORDINATES]
      const [child] = await this.call(of, 'Component.GetAccessibleAtPoint', ['iiu', args])
      return existing(child)
    } catch (error) {
      if (error instanceof BusError) return null
      throw error
    }
  }

  /** What two questions tell together: enough to decide whether more is to be asked. */
  async glance(of: ObjectReference): Promise<ObjectGlance> {
    const [states, properties] = await Promise.all([this.states(of), this.#properties(of)])
    const { name, description, childCount, parent } = properties
    return {
      states,
      name: textOf(name),
      description: textOf(description),
      childCount: numberOf(childCount),
      parentPath: parent === undefined ? null : referenceOf(parent).path,
    }
  }

  async role(of: ObjectReference): Promise<string> {
    const [role] = await this.call(of, 'Accessible.GetRoleName')
    return textOf(role)
  }

  /** All that lies inside and is in the given state, in the order of the document. One question, whatever its size. */
  async inside(of: ObjectReference, state: StateName | null, atMost: number): Promise<ObjectReference[]> {
    const rule = [
      stateBits(state === null ? [] : [state]),
      ALL,
      new Map(),
      ALL,
      [0, 0, 0, 0],
      ALL,
      [],
      ALL,
      false,
    ]
    const args: readonly BusValue[] = [rule, CANONICAL_ORDER, atMost, true]
    const [found] = await this.call(of, 'Collection.GetMatches', ['(aiia{ss}iaiiasib)uib', args])
    return listOf(found).map(referenceOf)
  }

  /** The names of what labels it, for fields whose name is not their own. */
  async labels(of: ObjectReference): Promise<string[]> {
    const [relations] = await this.call(of, 'Accessible.GetRelationSet')
    const labels = listOf(relations)
      .map(listOf)
      .filter(([kind]) => numberOf(kind) === LABELLED_BY)
      .flatMap(([, targets]) => listOf(targets).map(referenceOf))
    return Promise.all(labels.map(async (label) => textOf(await this.property(label, 'Accessible.Name'))))
  }

  async facts(of: ObjectReference): Promise<ObjectFacts> {
    const [role, name, states, interfaces, area] = await Promise.all([
      this.role(of),
      this.property(of, 'Accessible.Name').then(textOf),
      this.states(of),
      this.interfaces(of),
      this.area(of),
    ])
    return { role, name, states, interfaces, area }
  }

  async interfaces(of: ObjectReference): Promise<string[]> {
    const [names] = await this.call(of, 'Accessible.GetInterfaces')
    return listOf(names).map(lastWord)
  }

  async value(of: ObjectReference): Promise<number> {
    return numberOf(await this.property(of, 'Value.CurrentValue'))
  }

  async toolkit(of: ObjectReference): Promise<string> {
    const [application] = await this.call(of, 'Accessible.GetApplication')
    return textOf(await this.property(referenceOf(application!), 'Application.ToolkitName'))
  }

  async parentOf(of: ObjectReference): Promise<ObjectReference | null> {
    return existing(await this.property(of, 'Accessible.Parent'))
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

  /** All at once, where the toolkit knows how: Qt answers only for one after the other. */
  async #properties(
    of: ObjectReference,
  ): Promise<Record<'name' | 'description' | 'childCount' | 'parent', BusValue | undefined>> {
    if (!this.#oneByOne.has(of.owner))
      try {
        const all = await this.#allProperties(of)
        const content = (name: string) => (all.has(name) ? contentOf(all.get(name)) : undefined)
        return {
          name: content('Name'),
          description: content('Description'),
          childCount: content('ChildCount'),
          parent: content('Parent'),
        }
      } catch (error) {
        if (!(error instanceof BusError)) throw error
        this.#oneByOne.add(of.owner)
      }
    const [name, description, childCount] = await Promise.all([
      this.property(of, 'Accessible.Name'),
      this.property(of, 'Accessible.Description').catch(() => ''),
      this.property(of, 'Accessible.ChildCount'),
    ])
    return { name, description, childCount, parent: undefined }
  }

  async #allProperties({ owner, path }: ObjectReference): Promise<ReadonlyMap<string | number, BusValue>> {
    const [all] = await this.#ask({
      destination: owner,
      path,
      interface: PROPERTIES,
      member: 'GetAll',
      signature: 's',
      body: [`${PREFIX}Accessible`],
    })
    return all instanceof Map ? all : new Map()
  }

  async processOf(owner: string): Promise<number | null> {
    try {
      const bus = 'org.freedesktop.DBus'
      const place = { destination: bus, path: '/org/freedesktop/DBus', interface: bus }
      const question = { member: 'GetConnectionUnixProcessID', signature: 's', body: [owner] }
      const [id] = await this.#bus.call({ ...place, ...question, signal: this.#signal })
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
    return this.#ask({
      destination: owner,
      path,
      interface: PREFIX + name,
      member,
      signature,
      body,
      // Who acts is not waited for beyond that: what it opens may answer in its place.
      isQueued: method !== 'Action.DoAction',
    })
  }

  async property({ owner, path }: ObjectReference, property: string): Promise<BusValue> {
    const [name, member] = property.split('.') as [string, string]
    const [value] = await this.#ask({
      destination: owner,
      path,
      interface: PROPERTIES,
      member: 'Get',
      signature: 'ss',
      body: [PREFIX + name, member],
    })
    return contentOf(value)
  }

  async #ask(call: BusCall): Promise<readonly BusValue[]> {
    try {
      return await this.#bus.call({ ...patience, ...call, signal: this.#signal })
    } catch (error) {
      if (error instanceof BusSilence || (error instanceof BusError && hasEnded.has(error.errorName)))
        this.silent.add(call.destination)
      throw error
    }
  }
}

export function referenceOf(value: BusValue): ObjectReference {
  const [owner, path] = listOf(value)
  return { owner: textOf(owner), path: textOf(path) }
}

export function existing(value: BusValue | undefined): ObjectReference | null {
  const reference = value === undefined ? null : referenceOf(value)
  return reference === null || reference.path === '' || reference.path === NULL_PATH ? null : reference
}

function lastWord(value: BusValue): string {
  return textOf(value).split('.').at(-1)!
}
