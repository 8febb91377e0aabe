import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { DesktopDriver } from '../../platform/desktop/desktop-driver.ts'
import { placeInWords } from '../../platform/desktop/description/what-is-at.ts'
import { effectMembers, sentenceOf, withEffect, type DesktopAccess } from './desktop-access.ts'

export function createClickElement(desktop: DesktopAccess) {
  return defineTool({
    action: 'CLICK_ELEMENT',
    title: 'Click an element',
    description:
      'Presses a button or another element listed by READ_SCREEN: by its own action if it has one, otherwise by clicking its centre.',
    params: Type.Object({
      id: Type.String({ minLength: 1, maxLength: 300, description: 'The id from READ_SCREEN' }),
    }),
    data: Type.Object({ id: Type.String({ description: 'What was clicked' }), ...effectMembers }),
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 30,
    phrases: [
      'click the element e12',
      'press the button e3',
      'activate element e7',
      'click the save button of the window',
      'choose the menu entry on the screen',
      'tick the checkbox on the screen',
      'push the ok button',
      'click the field called name',
    ],
    example: { args: { id: 'e12' } },
    async run({ id }, { signal }) {
      const driver = await desktop.driver()
      const what = await whatHasId(driver, id, signal)
      const effect = await withEffect(driver, () => driver.activateElement(id, signal), signal)
      return { message: sentenceOf(`Clicked ${what}.`, effect), data: { id, ...effect } }
    },
  })
}

/** In the words of the desktop, before it is clicked: it may be gone with its window then. */
async function whatHasId(driver: DesktopDriver, id: string, signal: AbortSignal): Promise<string> {
  const [element, window] = await Promise.all([
    // Of an id that is over, clicking tells why.
    driver.element(id, signal).catch(() => null),
    driver.activeWindow(),
  ])
  return element ? placeInWords({ element: { ...element, text: null }, window }) : id
}
