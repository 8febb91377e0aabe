import type { ActiveWindow, ElementList } from '../desktop-driver.ts'
import { frontWindows, type WindowSource } from './application-windows.ts'
import { elementOf } from './element-details.ts'
import { searchObjects, type FoundObject } from './element-search.ts'
import type { NamedObject } from './element-ids.ts'
import { ObjectReader, registry } from './object-reader.ts'
import { asSeen } from './in-view.ts'
import { outsideView } from './outside-view.ts'
import { inReadingOrder } from './reading-order.ts'
import { isSilent, plainRoles } from './roles.ts'
import { withoutNoise, type ToldElement } from './without-noise.ts'
import type { Bus } from '../../dbus/bus.ts'

export interface Reading {
  readonly scope: 'window' | 'desktop'
  /** What an element is called. */
  readonly nameOf: (object: NamedObject) => string
  readonly activeWindow: () => Promise<ActiveWindow | null>
  readonly windows: WindowSource['windows']
  /** Words that are looked for outside of the view as well. */
  readonly beyond?: ((words: string) => boolean) | undefined
  readonly signal: AbortSignal | undefined
}

export interface ReadElements extends ElementList {
  /** Whether a page has not told yet what is in it. */
  readonly isUnfinished: boolean
}

const MAX_OBJECTS = 3_000
const MAX_ELEMENTS = 600
/** Who does not answer ends it long before: this is for one that answers slowly and has much to tell. */
const READING_MS = 15_000
/** A long page or list has thousands of words. */
const SEARCHING_MS = 20_000

/** The elements of the window in front, or of all windows, as a person would read them. */
export async function readElements(bus: Bus, reading: Reading): Promise<ReadElements> {
  const { scope, nameOf, activeWindow, windows, beyond, signal } = reading
  const limit = AbortSignal.any([
    AbortSignal.timeout(beyond ? SEARCHING_MS : READING_MS),
    ...(signal ? [signal] : []),
  ])
  const reader = new ObjectReader(bus, limit)
  const start =
    scope === 'desktop'
      ? await reader.children(registry)
      : await frontWindows({ reader, windows }, activeWindow)
  const objects: FoundObject[] = []
  const whole = await searchObjects(reader, start, {
    maxObjects: MAX_OBJECTS,
    visit(object) {
      objects.push(object)
      return 'go_on'
    },
  })
  signal?.throwIfAborted()
  const ordered = inReadingOrder(objects)
  const worth = ordered.filter((object) => isWorthTelling(object) && asSeen(object) === object)
  const told = await Promise.all(worth.slice(0, MAX_ELEMENTS).map((object) => tell(reader, object, nameOf)))
  const hidden = beyond ? await outsideView(reader, objects, beyond) : []
  const outside = await Promise.all(hidden.map((object) => tell(reader, asSeen(object), nameOf)))
  const elements = [...withoutNoise(told), ...withoutNoise(outside)].map(({ element }) => element)
  const insides = worth.filter(({ role }) => role !== 'frame' && role !== 'window')
  return {
    elements,
    // What was cut short is not all that there is, though every object was seen.
    degraded: !whole || limit.aborted || insides.length === 0,
    left: Math.max(0, worth.length - MAX_ELEMENTS),
    isUnfinished: await isUnfinished(reader, objects),
    silent: objects.filter(isSilent).flatMap(({ area }) => area ?? []),
    // Time that ran out is nobody's in particular.
    unanswered: limit.aborted ? [null] : await processesOf(new ObjectReader(bus, signal), reader.silent),
  }
}

function processesOf(reader: ObjectReader, owners: ReadonlySet<string>): Promise<(number | null)[]> {
  return Promise.all([...owners].map((owner) => reader.processOf(owner)))
}

/** A page is on its way; or nothing is told yet of the one that the window of a browser has for sure. */
async function isUnfinished(reader: ObjectReader, objects: readonly FoundObject[]): Promise<boolean> {
  const pages = objects.filter(({ role, area }) => role === 'document web' && area !== null)
  if (pages.some(({ childCount, states }) => childCount === 0 || states.includes('busy'))) return true
  const frame = objects.find(({ role }) => role === 'frame')
  if (pages.length > 0 || !frame) return false
  return (await reader.toolkit(frame.reference).catch(() => '')).startsWith('Chrom')
}

async function tell(
  reader: ObjectReader,
  object: FoundObject,
  nameOf: Reading['nameOf'],
): Promise<ToldElement> {
  return { object, element: await elementOf(object, { id: nameOf(object), reader }) }
}

function isWorthTelling({ role, name, description, states, area }: FoundObject): boolean {
  if (role === 'application' || area === null) return false
  if (plainRoles.has(role)) return states.includes('editable') && states.includes('focusable')
  if (role === 'table cell' && name === '') return states.includes('focused')
  return (
    name !== '' || description !== '' || states.includes('focusable') || role === 'label' || role === 'text'
  )
}
