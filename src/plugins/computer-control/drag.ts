import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import {
  Button,
  effectMembers,
  Modifiers,
  sentenceOf,
  withEffect,
  type DesktopAccess,
  type LastPicture,
} from './desktop-access.ts'
import { pictureSpace, sizeMembers } from './picture-space.ts'

const Place = Type.Object(
  { x: Type.Number({ description: 'X' }), y: Type.Number({ description: 'Y' }) },
  { additionalProperties: false },
)

const Params = Type.Object({
  path: Type.Array(Place, {
    minItems: 2,
    maxItems: 100,
    description: 'Points in screenshot image space: the button goes down at the first and up at the last',
  }),
  button: Type.Optional(Button),
  duration_ms: Type.Optional(
    Type.Integer({ default: 300, minimum: 50, maximum: 10_000, description: 'How long it takes' }),
  ),
  modifiers: Type.Optional(Modifiers),
  ...sizeMembers,
})

const Data = Type.Object({
  path: Type.Array(Place, { description: 'Where on the desktop' }),
  ...effectMembers,
})

export function createDrag(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'DRAG',
    title: 'Drag with the mouse',
    description:
      'Presses a mouse button at one point on the screen, moves along the others and releases it at the last, to move, resize, select or draw.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 60,
    phrases: [
      'drag the icon from 100, 100 to 400, 300',
      'drag and drop the file on the screen',
      'drag the window to the left',
      'select by dragging from 10, 10 to 200, 40',
      'move the slider by dragging it',
      'drag with the right mouse button',
      'draw a line with the mouse from 50, 50 to 90, 90',
      'resize the window by dragging its corner',
    ],
    example: {
      args: {
        path: [
          { x: 100, y: 100 },
          { x: 400, y: 300 },
        ],
        duration_ms: 300,
      },
    },
    async run(params, { signal }) {
      const driver = await desktop.driver()
      const { toDesktop, note } = await pictureSpace(driver, params, last)
      const path = params.path.map(toDesktop)
      const { button, modifiers, duration_ms: durationMs } = params
      const drag = () => driver.drag(path, { button, modifiers, durationMs }, signal)
      const effect = await withEffect(driver, drag, signal)
      const end = path.at(-1)!
      return {
        message: sentenceOf(`Dragged to ${end.x}, ${end.y}.`, effect, note),
        data: { path, ...effect },
      }
    },
  })
}
