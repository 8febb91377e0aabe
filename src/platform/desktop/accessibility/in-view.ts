import type { Area } from '../desktop-driver.ts'
import type { FoundObject } from './element-search.ts'

/** What shows only a part of what is in it. */
const clippingRole =
  /^(?:scroll pane|viewport|table|tree|tree table|list|list box|document web|frame|window|dialog)$/

/** Toolkits say of every row of a list that it is shown, also of those that are scrolled away. */
export function asSeen(object: FoundObject): FoundObject {
  if (!object.states.includes('showing')) return object
  if (object.area !== null && isSeen(object.area, object)) return object
  return { ...object, states: object.states.filter((state) => state !== 'showing') }
}

function isSeen(area: Area, object: FoundObject): boolean {
  for (let at = object.parent; at !== null; at = at.parent) {
    // What it opens lies in a window of its own, over everything that the menu itself is in.
    if (at.role === 'menu') return true
    if (at.area !== null && clippingRole.test(at.role) && !overlap(area, at.area)) return false
  }
  return true
}

function overlap(one: Area, other: Area): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
