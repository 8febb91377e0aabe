import { literals } from '../../contract/schema.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import {
  effectMembers,
  sentenceOf,
  withEffect,
  type DesktopAccess,
  type LastPicture,
} from './desktop-access.ts'
import { desktopPlaceMembers, pictureSpace, placeMembers, sizeMembers } from './picture-space.ts'

const MAX_NOTCHES = 50

const Params = Type.Object({
  ...placeMembers,
  direction: literals(['up', 'down'], { description: 'Scroll direction' }),
  amount: Type.Optional(Type.Integer({ default: 3, minimum: 1, description: 'Scroll steps, at most 50' })),
  ...sizeMembers,
})

const Data = Type.Object({
  ...desktopPlaceMembers,
  direction: Type.String({ description: 'Which way' }),
  amount: Type.Integer({ description: 'Steps scrolled' }),
  ...effectMembers,
})

export function createScrollAt(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'SCROLL_AT',
    title: 'Scroll on the screen',
    description:
      'Scrolls up or down at a point on the screen. Coordinates refer to the last screenshot, or to an image of the given size.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 30,
    phrases: [
      'scroll down on the page',
      'scroll up a bit',
      'scroll down at 640, 400',
      'scroll the window in the middle',
      'scroll three steps down',
      'scroll to the next part of the list',
      'move the page down',
      'scroll back up in the document',
      'scroll further down there',
    ],
    example: {
      args: {
        x: 640,
        y: 400,
        direction: 'down',
        amount: 3,
        img_w: 1280,
        img_h: 720,
        screen_w: 1920,
        screen_h: 1080,
      },
    },
    async run(params, { signal }) {
      const driver = await desktop.driver()
      const { toDesktop, note } = await pictureSpace(driver, params, last)
      const point = toDesktop(params)
      const { direction } = params
      const amount = Math.min(params.amount ?? 3, MAX_NOTCHES)
      const effect = await withEffect(
        driver,
        () => driver.scroll(point, { direction, notches: amount }, signal),
        signal,
      )
      return {
        message: sentenceOf(`Scrolled ${direction} by ${amount} at ${point.x}, ${point.y}.`, effect, note),
        data: { ...point, direction, amount, ...effect },
      }
    },
  })
}
