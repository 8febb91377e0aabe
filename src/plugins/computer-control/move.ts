import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { effectMembers, withEffect, type DesktopAccess, type LastPicture } from './desktop-access.ts'
import { desktopPlaceMembers, pictureSpace, placeMembers, sizeMembers } from './picture-space.ts'

const Params = Type.Object({
  ...placeMembers,
  ...sizeMembers,
})

const Data = Type.Object({
  ...desktopPlaceMembers,
  ...effectMembers,
})

export function createMove(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'MOVE',
    title: 'Move the pointer',
    description:
      'Moves the mouse pointer to a point on the screen without clicking, for example to see a tooltip.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: true,
    timeoutSeconds: 30,
    phrases: [
      'move the mouse to 640, 400',
      'move the pointer to the middle of the screen',
      'put the cursor at 10, 10',
      'hover over the icon at 300, 20',
      'point the mouse at the menu',
      'move the mouse pointer out of the way',
      'hover there',
      'place the mouse in the corner',
    ],
    example: { args: { x: 640, y: 400 } },
    async run(params, { signal }) {
      const driver = await desktop.driver()
      const { toDesktop, note } = await pictureSpace(driver, params, last)
      const point = toDesktop(params)
      const effect = await withEffect(driver, () => driver.move(point, signal), signal)
      const message = [`The pointer is at ${point.x}, ${point.y}.`, note].filter(Boolean).join(' ')
      return { message, data: { ...point, ...effect } }
    },
  })
}
