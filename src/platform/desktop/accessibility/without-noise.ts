import type { AccessibleElement, Area } from '../desktop-driver.ts'
import type { FoundObject } from './element-search.ts'
import { wordRoles } from './roles.ts'

/** An element with the object it was made of. */
export interface ToldElement {
  readonly element: AccessibleElement
  readonly object: FoundObject
}

/** Each word once: a button's own label goes, a field's label goes into its name, and a sentence in pieces is joined. */
export function withoutNoise(told: readonly ToldElement[]): ToldElement[] {
  const single = withoutTwins(told)
  const byObject = new Map(single.map((each) => [each.object, each]))
  const kept = single.filter(
    (each) => !isPicture(each) && !isOptionOf(each, byObject) && !isSaidAround(each, byObject),
  )
  return joinWords(kept.filter((each, index) => !isLabelOf(each, [kept[index - 1], kept[index + 1]])))
}

/** Some programs tell what they show twice, such as a bar of menus: the same thing at the same place is told once. */
function withoutTwins(told: readonly ToldElement[]): ToldElement[] {
  const single: ToldElement[] = []
  const places = new Map<string, number[]>()
  for (const each of told) {
    const { role, name, text } = each.element
    const key = JSON.stringify([role, name, text])
    const same = places.get(key) ?? []
    const twin = name === '' ? undefined : same.find((index) => isTwin(each, single[index]!))
    if (twin === undefined) places.set(key, [...same, single.push(each) - 1])
    else single[twin] = overBoth(single[twin]!, each)
  }
  return single
}

function overBoth({ element, object }: ToldElement, { element: { area } }: ToldElement): ToldElement {
  return { object, element: { ...element, area: element.area && area && around(element.area, area) } }
}

/** One inside of the other is something else: a group may have the name of what is in it. */
function isTwin({ element: { area }, object }: ToldElement, other: ToldElement): boolean {
  const place = other.element.area
  if (!area || !place || object.states.includes('showing') !== other.object.states.includes('showing'))
    return false
  if (isAround(object, other.object) || isAround(other.object, object)) return false
  return holdsMiddle(area, place) && holdsMiddle(place, area)
}

function isAround(inner: FoundObject, outer: FoundObject): boolean {
  for (let at = inner.parent; at !== null; at = at.parent) if (at === outer) return true
  return false
}

function holdsMiddle(one: Area, other: Area): boolean {
  const x = other.x + other.width / 2
  const y = other.y + other.height / 2
  return x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height
}

/** Names of picture files are no words for anybody. */
function isPicture({ element }: ToldElement): boolean {
  return (element.role === 'icon' || element.role === 'image') && /^$|[-_]symbolic$/.test(element.name)
}

/** A closed box shows what is chosen, which is told with it. */
function isOptionOf({ object }: ToldElement, byObject: ReadonlyMap<FoundObject, ToldElement>): boolean {
  if (!/item$|option/.test(object.role)) return false
  return [...byObject.values()].some(
    ({ element: { role, text, area, states } }) =>
      role === 'combo box' &&
      text === object.name &&
      !states.includes('expanded') &&
      isInside(object.area, area),
  )
}

function isInside(one: Area | null, other: Area | null): boolean {
  if (!one || !other) return false
  const { x, y, width, height } = other
  return one.x >= x && one.y >= y && one.x + one.width <= x + width && one.y + one.height <= y + height
}

/** Words inside of what has them for its name. */
function isSaidAround(
  { element, object }: ToldElement,
  byObject: ReadonlyMap<FoundObject, ToldElement>,
): boolean {
  if (!isWords(element)) return false
  const said = wordsOf(element)
  if (said === '') return true
  for (let at = object.parent; at !== null; at = at.parent) {
    const around = byObject.get(at)?.element
    if (around && !around.role.startsWith('document') && around.role !== 'frame')
      return wordsOf(around).includes(said)
  }
  return false
}

function isLabelOf(
  { element, object }: ToldElement,
  neighbours: readonly (ToldElement | undefined)[],
): boolean {
  if (!isWords(element)) return false
  const said = wordsOf(element).replace(/\s*:$/, '')
  return neighbours.some(
    (next) =>
      next !== undefined &&
      !isWords(next.element) &&
      (next.object.parent === object.parent || next.object.parent === object) &&
      next.element.name.trim().replace(/\s*:$/, '') === said,
  )
}

/** A page tells each change of type as a piece of its own. */
function joinWords(told: readonly ToldElement[]): ToldElement[] {
  const joined: ToldElement[] = []
  for (const each of told) {
    const last = joined.at(-1)
    if (last && isPiece(last) && isPiece(each) && last.object.parent === each.object.parent)
      joined[joined.length - 1] = { object: last.object, element: together(last.element, each.element) }
    else joined.push(each)
  }
  return joined
}

function isPiece({ element }: ToldElement): boolean {
  return element.role === 'static'
}

function together(one: AccessibleElement, other: AccessibleElement): AccessibleElement {
  const name = `${one.name}${other.name}`
  return { ...one, name, text: null, area: one.area && other.area && around(one.area, other.area) }
}

function around(one: Area, other: Area): Area {
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  const right = Math.max(one.x + one.width, other.x + other.width)
  const bottom = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}

function isWords({ role, isEditable }: AccessibleElement): boolean {
  return wordRoles.has(role) && !isEditable
}

function wordsOf({ name, text }: AccessibleElement): string {
  return (name === '' ? (text ?? '') : name).replaceAll(/\s+/g, ' ').trim()
}
