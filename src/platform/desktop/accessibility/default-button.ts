import type { ObjectReader, ObjectReference } from './object-reader.ts'

/** What sends itself or its line, and not what is around it. */
const pressedItself = /button|menu|link/
/** A form with a name is a landmark of its page. */
const formRole = /^(?:form|landmark)$/
const windowRole = /^(?:dialog|alert|file chooser|color chooser|font chooser|frame|window)$/
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
    if (formRole.test(around) || windowRole.test(around)) {
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
    const isUsable = states.includes('showing') && states.includes('sensitive')
    if (isUsable && !(await isInPageOf(reader, each, around))) return each
  }
  return null
}

/** The buttons of a page are none of the window around it. */
async function isInPageOf(
  reader: ObjectReader,
  button: ObjectReference,
  around: ObjectReference,
): Promise<boolean> {
  let at: ObjectReference | null = button
  for (let depth = 0; at !== null && at.path !== around.path && depth < MAX_DEPTH; depth += 1) {
    if ((await reader.role(at)) === PAGE) return true
    at = await reader.parentOf(at)
  }
  return false
}
