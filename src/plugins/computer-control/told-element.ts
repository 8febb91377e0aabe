import { nullable } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'
import type { AccessibleElement, ActiveWindow, Area } from '../../platform/desktop/desktop-driver.ts'

/** Who reads by these tools: the ids that they tell are their own. */
export const READER = 'tools'
/** Who looks for a name in between leaves the ids of the last description alone. */
export const BY_WORDS = 'tools by words'

export const areaMembers = {
  x: Type.Integer({ description: 'Left' }),
  y: Type.Integer({ description: 'Top' }),
  width: Type.Integer({ description: 'Width' }),
  height: Type.Integer({ description: 'Height' }),
}

export const ToldElement = Type.Object({
  id: Type.String({ description: 'For CLICK, TYPE, SELECT and TOGGLE, until the screen is read again' }),
  role: Type.String({ description: 'What it is, e.g. push button' }),
  name: Type.String({ description: 'Its name, or that of its label' }),
  text: nullable(Type.String(), { description: 'Its text or value; never for a password field' }),
  options: Type.Optional(Type.Array(Type.String(), { description: 'What a box lets choose from' })),
  states: Type.Array(Type.String(), { description: 'E.g. focused, checked, expanded, disabled' }),
  editable: Type.Boolean({ description: 'Whether you can type text into it' }),
  password: Type.Boolean({ description: 'Whether it takes a password' }),
  in_view: Type.Boolean({ description: 'False if it has to be scrolled to, or a menu opened first' }),
  area: nullable(Type.Object(areaMembers), { description: 'Position on the desktop, in pixels' }),
})

export const ToldWindow = Type.Object({
  title: Type.String({ description: 'Its title' }),
  program: Type.String({ description: 'The name that its program gives to its windows' }),
  in_front: Type.Boolean({ description: 'Whether it has the keyboard' }),
  area: nullable(Type.Object(areaMembers), { description: 'Its place; null if it is minimized' }),
})

/** How things usually are needs no words. */
const usual: ReadonlySet<string> = new Set([
  'enabled',
  'sensitive',
  'showing',
  'visible',
  'focusable',
  'editable',
  'manages_descendants',
  'checkable',
])

export function toldElement(element: AccessibleElement): Static<typeof ToldElement> {
  const { id, role, name, text, options, states, isEditable, isPassword, area } = element
  const isOff = !states.includes('enabled') && !states.includes('sensitive')
  return {
    id,
    role,
    name,
    text,
    ...(options && { options: [...options] }),
    states: [...states.filter((state) => !usual.has(state)), ...(isOff ? ['disabled'] : [])],
    editable: isEditable,
    password: isPassword,
    in_view: states.includes('showing'),
    area: placed(area),
  }
}

export function toldWindow(window: ActiveWindow, front: ActiveWindow | null): Static<typeof ToldWindow> {
  const { id, title, className: program, area } = window
  return { title, program, in_front: id === front?.id, area: placed(area) }
}

function placed(area: Area | null) {
  return area && { x: area.x, y: area.y, width: area.width, height: area.height }
}
