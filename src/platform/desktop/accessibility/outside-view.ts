import type { FoundObject } from './element-search.ts'
import type { ObjectReader, ObjectReference } from './object-reader.ts'

const MAX_LOOKED_AT = 5_000
const MAX_IN_SHEET = 500
const MAX_FOUND = 30
const MAX_MENU_DEPTH = 3

/**
 * What belongs to the window without being shown: the rest of a page, the other rows of a list, the entries of closed
 * menus. Only what has the wanted words is told whole, for a page can be long.
 */
export async function outsideView(
  reader: ObjectReader,
  visited: readonly FoundObject[],
  isWanted: (words: string) => boolean,
): Promise<FoundObject[]> {
  const known = new Set(visited.map(({ reference }) => keyOf(reference)))
  const cheapFirst = visited.toSorted(
    (one, other) => Number(listRole.test(one.role)) - Number(listRole.test(other.role)),
  )
  const lists = await Promise.all(cheapFirst.map((object) => hiddenInside(reader, object).catch(() => [])))
  const hidden = lists.flat().filter(({ reference }) => isNew(known, reference))
  const names = await Promise.all(
    hidden
      .slice(0, MAX_LOOKED_AT)
      .map(({ reference }) => reader.property(reference, 'Accessible.Name').catch(() => '')),
  )
  const wanted = hidden.filter((_, index) => {
    const name = names[index]
    return typeof name === 'string' && name !== '' && isWanted(name)
  })
  const found = wanted.slice(0, MAX_FOUND).map(async ({ reference, around }, index): Promise<FoundObject> => {
    const [glance, role, area] = await Promise.all([
      reader.glance(reference),
      reader.role(reference),
      reader.area(reference),
    ])
    return { ...glance, role, area, reference, window: around.window, parent: around, index }
  })
  return (await Promise.all(found.map((each) => each.catch(() => null)))).filter((each) => each !== null)
}

interface Hidden {
  readonly reference: ObjectReference
  readonly around: FoundObject
}

async function hiddenInside(reader: ObjectReader, object: FoundObject): Promise<Hidden[]> {
  const { role, reference, childCount } = object
  const inside = (references: readonly ObjectReference[]) =>
    references.map((each) => ({ reference: each, around: object }))
  if (role === 'document web') return inside(await reader.inside(reference, null, MAX_LOOKED_AT))
  if (role === 'menu') return inside(await entriesOf(reader, reference))
  if (!listRole.test(role) || childCount === 0) return []
  if (childCount > 0 && childCount <= MAX_LOOKED_AT) return inside(await reader.children(reference))
  const first = Array.from({ length: MAX_IN_SHEET }, (_, index) =>
    reader.childAt(reference, index).catch(() => null),
  )
  return inside((await Promise.all(first)).filter((each) => each !== null))
}

const listRole = /^(?:table|tree|tree table|list|list box|layered pane)$/

/** Of a menu and of the menus in it. */
async function entriesOf(reader: ObjectReader, menu: ObjectReference): Promise<ObjectReference[]> {
  const all: ObjectReference[] = []
  let level = [menu]
  for (let depth = 0; depth < MAX_MENU_DEPTH && level.length > 0; depth += 1) {
    const below = (await Promise.all(level.map((each) => reader.children(each).catch(() => [])))).flat()
    all.push(...below)
    const roles = await Promise.all(below.map((each) => reader.role(each).catch(() => '')))
    level = below.filter((_, index) => roles[index] === 'menu')
  }
  return all
}

function isNew(known: Set<string>, reference: ObjectReference): boolean {
  const before = known.size
  return known.add(keyOf(reference)).size > before
}

function keyOf({ owner, path }: ObjectReference): string {
  return `${owner} ${path}`
}
