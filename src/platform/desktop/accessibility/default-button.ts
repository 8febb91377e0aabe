import type { ObjectReader, ObjectReference } from './object-reader.ts'

/** What sends itself or its line, and not what is around it. */
const pressedItself = /button|menu|link/
/** A form with a name is a landmark of its page. */
const formRole = /^(?:form|landmark)$/
/** Never a whole window: to search one with a sheet of two thousand million cells hangs its program for good. */
const dialogRole = /^(?:dialog|alert|file chooser|color chooser|font chooser)$/
const PAGE = 'document web'
const MAX_DEPTH = 40
const MAX_LOOKED_AT = 8

/** The button that Return presses while this has the focus: that of its form or dialog. Null where none is told. */
export async function defaultButtonOf(
  reader: ObjectReader,
  focused: ObjectReference,
): Promise<ObjectReference | null> {
  const [role, states] = await Promise.all([reader.role(focused), reader.states(focused)])
  if (pressedItself.test(role) || states.includes('multi_line')) return null
  let at = await reader.parentOf(focused)
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth += 1) {
    const around = await reader.role(at)
    if (around === PAGE) return null
    if (formRole.test(around) || dialogRole.test(around)) {
      const found = await defaultInside(reader, at)
      if (found) return found
    }
    at = await reader.parentOf(at)
  }
  return null
}

async function defaultInside(reader: ObjectReader, around: ObjectReference): Promise<ObjectReference | null> {
  const all = await reader.inside(around, 'is_default', MAX_LOOKED_AT).catch((): ObjectReference[] => [])
  for (const each of all) {
    const states = await reader.states(each).catch((): string[] => [])
    if (states.includes('showing') && states.includes('sensitive')) return each
  }
  return null
}
