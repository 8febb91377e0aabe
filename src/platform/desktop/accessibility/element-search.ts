import type { ObjectFacts, ObjectReader, ObjectReference } from './object-reader.ts'

export interface FoundObject extends ObjectFacts {
  readonly reference: ObjectReference
}

export interface SearchOptions {
  readonly mostObjects: number
  /** Tells what to do with an object: its children are looked at too unless it says no. */
  readonly visit: (object: FoundObject) => 'go_on' | 'no_children' | 'stop'
}

const DEEPEST = 40

/**
 * Looks at a tree level by level, each level at once: an answer takes half a millisecond, and the questions need not
 * wait for each other. True when everything was seen.
 */
export async function searchObjects(
  reader: ObjectReader,
  start: readonly ObjectReference[],
  { mostObjects, visit }: SearchOptions,
): Promise<boolean> {
  const seen = new Set<string>()
  let level = [...start]
  let whole = true
  for (let depth = 0; level.length > 0; depth += 1) {
    const fresh = level.filter((reference) => isNew(seen, reference))
    const room = mostObjects - seen.size + fresh.length
    if (depth > DEEPEST || fresh.length > room) return false
    const looked = await Promise.all(fresh.map((reference) => lookAt(reader, reference)))
    level = []
    for (const each of looked) {
      if (!each) {
        // It went away, or its application does not answer.
        whole = false
        continue
      }
      const decision = visit(each.object)
      if (decision === 'stop') return whole
      if (decision === 'go_on') level.push(...each.children)
    }
  }
  return whole
}

async function lookAt(
  reader: ObjectReader,
  reference: ObjectReference,
): Promise<{ object: FoundObject; children: ObjectReference[] } | null> {
  try {
    const [facts, children] = await Promise.all([reader.facts(reference), reader.children(reference)])
    return { object: { ...facts, reference }, children }
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
