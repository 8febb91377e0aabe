import type { Area } from '../desktop-driver.ts'
import type { FoundObject } from './element-search.ts'

/**
 * As a person reads: what lies in one place stays together, from the top to the bottom and in a line from the left to the
 * right. A page has an order of its own, which is kept.
 */
export function inReadingOrder(objects: readonly FoundObject[]): FoundObject[] {
  const inside = new Map<FoundObject | null, FoundObject[]>()
  const known = new Set(objects)
  for (const object of objects) {
    const parent = object.parent && known.has(object.parent) ? object.parent : null
    const siblings = inside.get(parent)
    if (siblings) siblings.push(object)
    else inside.set(parent, [object])
  }
  const ordered: FoundObject[] = []
  const follow = (parent: FoundObject | null) => {
    const children = inside.get(parent) ?? []
    for (const child of isInPage(parent) ? children : byPlace(children)) {
      ordered.push(child)
      follow(child)
    }
  }
  follow(null)
  return ordered
}

function isInPage(object: FoundObject | null): boolean {
  for (let at = object; at !== null; at = at.parent) if (at.role === 'document web') return true
  return false
}

/** In lines: what overlaps with the line by more than half of its height belongs to it. */
function byPlace(siblings: readonly FoundObject[]): FoundObject[] {
  const placed = siblings.filter(hasArea).toSorted((one, other) => one.area.y - other.area.y)
  const lines: (FoundObject & { area: Area })[][] = []
  for (const each of placed) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (first && each.area.y + each.area.height / 2 < first.area.y + first.area.height) line.push(each)
    else lines.push([each])
  }
  const inLines = lines.flatMap((line) => line.toSorted((one, other) => one.area.x - other.area.x))
  return [...inLines, ...siblings.filter(({ area }) => area === null)]
}

function hasArea(object: FoundObject): object is FoundObject & { area: Area } {
  return object.area !== null
}
