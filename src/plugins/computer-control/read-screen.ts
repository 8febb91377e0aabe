import { literals, nullable } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { AccessibleElement } from '../../platform/desktop/desktop-driver.ts'
import { describeScreen, isEmptyCell } from '../../platform/desktop/description/describe-screen.ts'
import { writeDescription } from '../../platform/desktop/description/write-description.ts'
import type { DesktopAccess } from './desktop-access.ts'
import { READER, ToldElement, toldElement, ToldWindow, toldWindow } from './told-element.ts'

const MAX_ELEMENTS = 300
const MAX_NAMED = 12

const Data = Type.Object({
  window: nullable(Type.String(), { description: 'Title of the front window' }),
  windows: Type.Array(ToldWindow, { description: 'All windows, those above first' }),
  elements: Type.Array(ToldElement, { description: 'Elements on the screen, in reading order' }),
  description: Type.String({ description: 'The same as lines of text, with what is left out' }),
  more: Type.Boolean({ description: 'Whether there are more than listed' }),
  degraded: Type.Boolean({
    description: 'True if the application exposes little about itself, so an empty list means nothing',
  }),
})

export function createReadScreen(desktop: DesktopAccess) {
  return defineTool({
    action: 'READ_SCREEN',
    title: 'Read the screen',
    description:
      'Lists the windows, and the buttons, fields, texts and other elements of the front window, or of all windows, in reading order with place, value and state. The ids are for CLICK, TYPE, SELECT and TOGGLE, and live until the screen is read again. Reads what applications expose about themselves, not an image.',
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
      const screen = await describeScreen(driver, { scope, reader: READER }, signal)
      const { windows, front, elements, degraded } = screen
      const filled = elements.filter((element) => !isEmptyCell(element))
      const told = filled.slice(0, MAX_ELEMENTS)
      const more = screen.left > 0 || filled.length > told.length
      const doubt = degraded ? ' The application exposes little about itself. Take a screenshot.' : ''
      return {
        message: `${countOf(told.length, 'element')}${more ? ', and more' : ''}${namesOf(told)}.${doubt}`,
        data: {
          window: front?.title ?? null,
          windows: windows.map((window) => toldWindow(window, front)),
          elements: told.map(toldElement),
          description: writeDescription(screen, { maxElements: MAX_ELEMENTS }),
          more,
          degraded,
        },
      }
    },
  })
}

/** The first ones, for a person who asked in words. */
function namesOf(told: readonly AccessibleElement[]): string {
  const named = told.filter(({ name }) => name !== '').slice(0, MAX_NAMED)
  return named.length === 0
    ? ''
    : `: ${named.map(({ role, name }) => `${role} "${name.slice(0, 80)}"`).join(', ')}`
}
