import { literals, nullable } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import type { AccessibleElement } from '../../platform/desktop/desktop-driver.ts'
import type { DesktopAccess } from './desktop-access.ts'

const MAX_ELEMENTS = 300
const MAX_NAMED = 12

const Element = Type.Object({
  id: Type.String({ description: 'For CLICK_ELEMENT' }),
  role: Type.String({ description: 'What it is, e.g. push button' }),
  name: Type.String({ description: 'Its name' }),
  text: nullable(Type.String(), { description: 'Its text; never for a password field' }),
  states: Type.Array(Type.String(), { description: 'E.g. focused, checked, expanded' }),
  editable: Type.Boolean({ description: 'Whether you can type text into it' }),
  password: Type.Boolean({ description: 'Whether it takes a password' }),
  area: nullable(
    Type.Object({
      x: Type.Integer({ description: 'Left' }),
      y: Type.Integer({ description: 'Top' }),
      width: Type.Integer({ description: 'Width' }),
      height: Type.Integer({ description: 'Height' }),
    }),
    { description: 'Position on the desktop, in pixels' },
  ),
})

const Data = Type.Object({
  window: nullable(Type.String(), { description: 'Title of the front window' }),
  elements: Type.Array(Element, { description: 'Elements on the screen, from the top of the tree' }),
  more: Type.Boolean({ description: 'Whether there are more than listed' }),
  degraded: Type.Boolean({
    description: 'True if the application exposes little about itself, so an empty list means nothing',
  }),
})

/** How things usually are needs no words. */
const usual: ReadonlySet<string> = new Set([
  'enabled',
  'sensitive',
  'showing',
  'visible',
  'focusable',
  'editable',
])

export function createReadScreen(desktop: DesktopAccess) {
  return defineTool({
    action: 'READ_SCREEN',
    title: 'Read the screen',
    description:
      'Lists the buttons, fields, texts and other elements of the front window, or of all windows, each with an id for CLICK_ELEMENT. Reads what applications expose about themselves, not an image.',
    params: Type.Object({
      scope: Type.Optional(
        literals(['window', 'desktop'], {
          default: 'window',
          description: 'The front window, or all of them',
        }),
      ),
    }),
    data: Data,
    risk: 'read',
    reads: ['untrusted', 'private'],
    idempotent: true,
    timeoutSeconds: 30,
    phrases: [
      'read the screen',
      'what is in the window in front',
      'list the buttons on the screen',
      'which fields does this window have',
      'what can I click here',
      'read the text of the active window',
      'list all elements on my desktop',
      'tell me what the window says',
    ],
    example: { args: { scope: 'window' } },
    async run({ scope = 'window' }, { signal }) {
      const driver = await desktop.driver()
      const { elements, degraded } = await driver.readElements(scope, signal)
      const window = (await driver.activeWindow())?.title ?? null
      const told = elements.slice(0, MAX_ELEMENTS).map(entryOf)
      const more = elements.length > told.length
      const doubt = degraded ? ' The application exposes little about itself. Take a screenshot.' : ''
      return {
        message: `${countOf(told.length, 'element')}${more ? ', and more' : ''}${namesOf(told)}.${doubt}`,
        data: { window, elements: told, more, degraded },
      }
    },
  })
}

/** The first ones, for a person who asked in words. */
function namesOf(told: readonly Static<typeof Element>[]): string {
  const named = told.filter(({ name }) => name !== '').slice(0, MAX_NAMED)
  return named.length === 0
    ? ''
    : `: ${named.map(({ role, name }) => `${role} "${name.slice(0, 80)}"`).join(', ')}`
}

function entryOf(element: AccessibleElement): Static<typeof Element> {
  const { id, role, name, text, states, isEditable, isPassword, area } = element
  return {
    id,
    role,
    name,
    text,
    states: states.filter((state) => !usual.has(state)),
    editable: isEditable,
    password: isPassword,
    area: area && { ...area },
  }
}
