import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { DesktopDriver, Point } from '../../platform/desktop/desktop-driver.ts'
import { placeInWords, whatIsAt } from '../../platform/desktop/description/what-is-at.ts'
import {
  Button,
  effectMembers,
  Modifiers,
  sentenceOf,
  withEffect,
  type DesktopAccess,
  type LastPicture,
} from './desktop-access.ts'
import { desktopPlaceMembers, pictureSpace, placeMembers, sizeMembers } from './picture-space.ts'

const Params = Type.Object({
  ...placeMembers,
  button: Type.Optional(Button),
  count: Type.Optional(
    Type.Integer({ default: 1, minimum: 1, maximum: 3, description: 'How many clicks; 2 is a double click' }),
  ),
  modifiers: Type.Optional(Modifiers),
  ...sizeMembers,
})

const Data = Type.Object({
  ...desktopPlaceMembers,
  ...effectMembers,
})

export function createClickAt(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'CLICK_AT',
    title: 'Click on the screen',
    description:
      'Clicks once, twice or three times at a point on the screen, with any button. Coordinates refer to the last screenshot, or to an image of the given size.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 30,
    phrases: [
      'click at 640, 400',
      'click there on the screen',
      'double click the icon at 100, 200',
      'right click in the middle of the screen',
      'click the button on the screen',
      'press the left mouse button at 20, 20',
      'ctrl click at 300, 300',
      'triple click the line to select it',
      'click on the desktop',
    ],
    example: { args: { x: 640, y: 400, button: 'left', count: 2 } },
    async run(params, { signal }) {
      const driver = await desktop.driver()
      const { toDesktop, note } = await pictureSpace(driver, params, last)
      const point = toDesktop(params)
      const { button, count, modifiers } = params
      const click = () => driver.click(point, { button, count, modifiers }, signal)
      const what = await whatIsThere(driver, point, signal)
      const effect = await withEffect(driver, click, signal)
      return {
        message: sentenceOf(`Clicked ${what}at ${point.x}, ${point.y}.`, effect, note),
        data: { ...point, ...effect },
      }
    },
  })
}

/** In the words of the desktop, before it is clicked; empty where it tells nothing. */
async function whatIsThere(driver: DesktopDriver, point: Point, signal: AbortSignal): Promise<string> {
  const { element, window } = await whatIsAt(driver, point, { signal })
  if (!element || element.role === 'frame') return ''
  return `${placeInWords({ element: { ...element, text: null }, window })} `
}
