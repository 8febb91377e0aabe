import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { PICTURE_LIMIT } from '../../platform/desktop/coordinates.ts'
import type { Frame } from '../../platform/desktop/desktop-driver.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import type { DesktopAccess, LastPicture } from './desktop-access.ts'

const pixels = (description: string) => Type.Integer({ minimum: 1, maximum: 100_000, description })

const Params = Type.Object({
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_096,
      description: 'File to write, ending in .png; a new one in ~/Pictures by default',
    }),
  ),
  display: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 63,
      description: 'Screen number, from 0; the active screen by default',
    }),
  ),
  region: Type.Optional(
    Type.Object(
      {
        x: Type.Integer({ description: 'Left, in pixels of the desktop' }),
        y: Type.Integer({ description: 'Top' }),
        width: pixels('Width'),
        height: pixels('Height'),
      },
      {
        additionalProperties: false,
        description: 'Capture only this part of the desktop, enlarged so that small text can be read',
      },
    ),
  ),
  max_edge: Type.Optional(
    pixels('Longest edge of the image; screen size by default, and for a region as large as models take'),
  ),
  cursor: Type.Optional(Type.Boolean({ default: false, description: 'Whether to include the pointer' })),
})

const Data = Type.Object({
  path: Type.String({ description: 'The image file' }),
  bytes: Type.Integer({ description: 'Its size' }),
  img_w: Type.Integer({ description: 'Width of the image' }),
  img_h: Type.Integer({ description: 'Height of the image' }),
  screen_w: Type.Integer({ description: 'Width of the captured area' }),
  screen_h: Type.Integer({ description: 'Height of the captured area' }),
  hash: Type.String({ description: 'The same for the same picture, so that it need not be looked at again' }),
})

export function createScreenshot(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'SCREENSHOT',
    title: 'Take a screenshot',
    description:
      'Saves a screenshot as a PNG file. Coordinates for CLICK_AT and similar tools then refer to this image.',
    params: Params,
    data: Data,
    risk: 'write',
    reads: [],
    idempotent: false,
    timeoutSeconds: 30,
    phrases: [
      'take a screenshot',
      'make a screenshot of my screen',
      'capture the screen to ~/screen.png',
      'save a picture of the desktop',
      'screenshot the second monitor',
      'take a screen capture',
      'grab the screen as a png',
      'save a screenshot to ~/Pictures/now.png',
      'print the screen into a file',
    ],
    example: { args: { path: '{folder}/screen.png', max_edge: 1366 } },
    needsApproval: ({ path }, call) => reasonToAsk(call, [{ path, access: 'write' }]),
    async run({ path, display, region, max_edge: maxEdge, cursor }, call) {
      const target = await outputPath(call, { path: path ?? freshName(call), extension: '.png' })
      const driver = await desktop.driver()
      const size = region && maxEdge === undefined ? { ...PICTURE_LIMIT, enlarge: true } : { maxEdge }
      const wanted = { display, area: region, ...size, cursor, format: 'png' } as const
      const frame = await driver.capture(wanted, call.signal)
      const write = (temporary: string) => writeFile(temporary, frame.bytes, { signal: call.signal })
      await writeOutput(target, write, {
        caller: call,
        signal: call.signal,
        overwrite: path !== undefined,
      })
      last.frame = { area: frame.area, width: frame.width, height: frame.height }
      return { message: `Saved the screenshot to ${target}.`, data: dataOf(target, frame) }
    },
  })
}

function freshName({ home, now }: ToolCall): string {
  const time = now().toISOString().replace('T', ' ').replaceAll(':', '-').slice(0, 23)
  return join(home, 'Pictures', `Screenshot ${time}.png`)
}

function dataOf(path: string, { bytes, width, height, area, hash }: Frame) {
  return {
    path,
    bytes: bytes.length,
    img_w: width,
    img_h: height,
    screen_w: area.width,
    screen_h: area.height,
    hash,
  }
}
