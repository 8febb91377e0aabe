import { literals } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { describeUntil, type ScreenDescription } from '../../platform/desktop/description/describe-screen.ts'
import { findElements, hasWords, searchElements } from '../../platform/desktop/description/find-elements.ts'
import { elementLine } from '../../platform/desktop/description/write-description.ts'
import type { DesktopAccess } from './desktop-access.ts'
import { roleMember } from './target-members.ts'
import { READER, ToldElement, toldElement } from './told-element.ts'

const MAX_FOUND = 30
const MAX_NAMED = 6

const Params = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 300, description: 'Words of the element or text' }),
  role: roleMember,
  scope: Type.Optional(
    literals(['window', 'desktop'], {
      default: 'window',
      description: 'The front window, or all of them',
    }),
  ),
})

export function createFindOnScreen(desktop: DesktopAccess) {
  return defineTool({
    action: 'FIND_ON_SCREEN',
    title: 'Find on the screen',
    description:
      'Finds elements and text of the front window, or of all windows, by their words: also further down on a page, in the other rows of a list and in closed menus. Gives their places and ids.',
    params: Params,
    data: Type.Object({
      elements: Type.Array(ToldElement, { description: 'What has these words, the best match first' }),
      near: Type.Array(ToldElement, { description: 'If nothing has them: what is called nearly so' }),
      more: Type.Boolean({ description: 'Whether there are more than listed' }),
    }),
    risk: 'read',
    reads: ['untrusted', 'private'],
    idempotent: true,
    timeoutSeconds: 30,
    phrases: [
      'find "invoice" on the screen',
      'where is the save button on the screen',
      'search the page in front for "total"',
      'is there a field called name on the screen',
      'find the row with Ada in the window',
      'look for "error" in the front window',
      'where does it say "price" on the screen',
      'find the menu entry "Export" on the screen',
    ],
    example: { args: { text: 'Save' } },
    async run({ text, role, scope = 'window' }, { signal }) {
      const driver = await desktop.driver()
      const wanted = { scope, reader: READER, beyond: hasWords(text) } as const
      const fitting = ({ elements }: ScreenDescription) => searchElements(elements, { text, role })
      const has = (now: ScreenDescription) => fitting(now).length > 0
      const screen = await describeUntil(driver, { ...wanted, has }, signal)
      const { elements, degraded } = screen
      const found = fitting(screen)
      const { near } = findElements(elements, { text, role })
      const told = found.slice(0, MAX_FOUND)
      const named = told.slice(0, MAX_NAMED).map((element) => elementLine(element))
      const doubt =
        degraded && found.length === 0
          ? ' The application exposes little about itself. Take a screenshot.'
          : ''
      return {
        message:
          found.length === 0
            ? `Nothing with "${text}" is on the screen.${doubt}`
            : `Found ${countOf(found.length, 'element')}: ${named.join('; ')}.`,
        data: {
          elements: told.map(toldElement),
          near: near.map(toldElement),
          more: found.length > told.length,
        },
      }
    },
  })
}
