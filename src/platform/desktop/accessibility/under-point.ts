import type { ActiveWindow, Area, Point } from '../desktop-driver.ts'
import type { ObjectReader, ObjectReference } from './object-reader.ts'
import { windowsOf, type WindowSource } from './application-windows.ts'
import { isUsable, wordRoles } from './roles.ts'

const MAX_DEPTH = 60
const MAX_CHILDREN = 200
/** How far a button may be from its words. */
const MAX_AROUND = 3

export interface UnderPoint {
  readonly reference: ObjectReference
  readonly window: string
}

/** What a click there would reach, as far as the application tells: asked for by its place, not searched for. */
export async function objectUnder(
  source: WindowSource,
  point: Point,
  window: ActiveWindow | null,
): Promise<UnderPoint | null> {
  const { reader } = source
  const top = await windowUnder(source, point, window)
  if (!top) return null
  let at = top.reference
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = await shownChildUnder(reader, at, point)
    if (!next || isSame(next, at)) break
    at = next
  }
  return { reference: await usableAround(reader, at), window: top.name }
}

interface TopWindow {
  readonly reference: ObjectReference
  readonly name: string
  readonly area: Area
}

/** That of the same title, else the smallest: a menu lies over its window. */
async function windowUnder(
  source: WindowSource,
  point: Point,
  window: ActiveWindow | null,
): Promise<TopWindow | null> {
  const all = await windowsOf(source, window?.processId ?? null)
  const looked = await Promise.all(all.map((reference) => lookAtWindow(source.reader, reference)))
  const under = looked.filter((each) => each !== null).filter(({ area }) => contains(area, point))
  const size = ({ area }: TopWindow) => area.width * area.height
  const smallest = under.toSorted((one, other) => size(one) - size(other))
  return smallest.find(({ name }) => name === window?.title) ?? smallest[0] ?? null
}

async function lookAtWindow(reader: ObjectReader, reference: ObjectReference): Promise<TopWindow | null> {
  try {
    const [{ states, name }, area] = await Promise.all([reader.glance(reference), reader.area(reference)])
    return states.includes('showing') && area ? { reference, name, area } : null
  } catch {
    return null
  }
}

/** Toolkits answer with pages that are behind another one too, and some with nothing. */
async function shownChildUnder(
  reader: ObjectReader,
  of: ObjectReference,
  point: Point,
): Promise<ObjectReference | null> {
  const told = await reader.childUnder(of, point)
  if (told && (isSame(told, of) || (await isShownAt(reader, told, point)))) return told
  const { childCount } = await reader.glance(of)
  if (childCount < 1 || childCount > MAX_CHILDREN) return null
  const children = await reader.children(of)
  const shown = await Promise.all(children.map((child) => isShownAt(reader, child, point)))
  return children.findLast((_, index) => shown[index]) ?? null
}

async function isShownAt(reader: ObjectReader, reference: ObjectReference, point: Point): Promise<boolean> {
  const [states, area] = await Promise.all([
    reader.states(reference).catch((): string[] => []),
    reader.area(reference),
  ])
  return states.includes('showing') && area !== null && contains(area, point)
}

/** A click on the words of a button is one on the button. */
async function usableAround(reader: ObjectReader, reference: ObjectReference): Promise<ObjectReference> {
  const role = await reader.role(reference)
  if (!wordRoles.has(role) && !/^(?:icon|image|panel|section|filler)$/.test(role)) return reference
  let at: ObjectReference | null = reference
  for (let steps = 0; steps < MAX_AROUND; steps += 1) {
    at = await reader.parentOf(at).catch(() => null)
    if (!at) return reference
    const around = await reader.role(at)
    if (isUsable(around)) return at
  }
  return reference
}

function isSame(one: ObjectReference, other: ObjectReference): boolean {
  return one.owner === other.owner && one.path === other.path
}

function contains({ x, y, width, height }: Area, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height
}
