import type { ObjectFacts, ObjectReader, ObjectReference } from './object-reader.ts'

export interface FoundObject extends ObjectFacts {
  readonly reference: ObjectReference
  /** Title of the window that it is in; null when that is not known. */
  readonly window: string | null
}

export interface SearchOptions {
  readonly maxObjects: number
  /** Tells what to do with an object: its children are looked at too unless it says no. */
  readonly visit: (object: FoundObject) => 'go_on' | 'no_children' | 'stop'
}

const MAX_DEPTH = 40

/**
 * Looks at a tree level by level, each level at once: an answer takes half a millisecond, and the questions need not
 * wait for each other. True when everything was seen.
 */
export async function searchObjects(
  reader: ObjectReader,
  start: readonly ObjectReference[],
  { maxObjects, visit }: SearchOptions,
): Promise<boolean> {
  const seen = new Set<string>()
  let level: Place[] = start.map((reference) => ({ reference, window: null }))
  let whole = true
  for (let depth = 0; level.length > 0; depth += 1) {
    const fresh = level.filter(({ reference }) => isNew(seen, reference))
    const room = maxObjects - seen.size + fresh.length
    if (depth > MAX_DEPTH || fresh.length > room) return false
    const looked = await Promise.all(fresh.map((place) => lookAt(reader, place)))
    level = []
    for (const each of looked) {
      if (!each) {
        // It went away, or its application does not answer.
        whole = false
        continue
      }
      const decision = visit(each.object)
      if (decision === 'stop') return whole
      const { window } = each.object
      if (decision === 'go_on') level.push(...each.children.map((reference) => ({ reference, window })))
    }
  }
  return whole
}

interface Place {
  readonly reference: ObjectReference
  /** Of what it lies in. */
  readonly window: string | null
}

async function lookAt(
  reader: ObjectReader,
  place: Place,
): Promise<{ object: FoundObject; children: ObjectReference[] } | null> {
  try {
    const { reference } = place
    const [facts, children] = await Promise.all([reader.facts(reference), reader.children(reference)])
    // Right below an application are its windows.
    const window = facts.role === 'application' ? null : (place.window ?? facts.name)
    return { object: { ...facts, reference, window }, children }
  } catch {
    return null
  }
}

/** Applications are known to name one object as its own grandchild. */
function isNew(seen: Set<string>, { owner, path }: ObjectReference): boolean {
  const key = `${owner} ${path}`
  if (path === '/org/a11y/atspi/null' || seen.has(key)) return false
  seen.add(key)
  return true
}
