import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { nullable } from '../../contract/schema.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { DesktopDriver, Point, Typed } from '../../platform/desktop/desktop-driver.ts'
import {
  effectMembers,
  withEffect,
  type DesktopAccess,
  type Effect,
  type LastPicture,
} from './desktop-access.ts'
import { secrecyOfTyping } from './concealed-typing.ts'
import { pictureSpace, sizeMembers, type Sizes } from './picture-space.ts'

const Params = Type.Object({
  text: Type.String({ maxLength: 100_000, description: 'The text to type' }),
  x: Type.Optional(Type.Number({ description: 'X of where to click first, in screenshot image space' })),
  y: Type.Optional(Type.Number({ description: 'Y of where to click first, in screenshot image space' })),
  clear: Type.Optional(Type.Boolean({ default: false, description: 'Replace the existing text' })),
  submit: Type.Optional(Type.Boolean({ default: false, description: 'Press Return afterwards' })),
  ...sizeMembers,
})

const Data = Type.Object({
  characters: Type.Integer({ description: 'Characters typed' }),
  method: Type.String({ description: 'How: accessibility, clipboard or keys' }),
  verified: Type.Boolean({ description: 'Whether the application visibly took the text' }),
  clipboard_replaced: Type.Boolean({
    description: "True if the clipboard couldn't be restored",
  }),
  value: nullable(Type.String(), {
    description: 'What the field holds now; null if it is unreadable, and for a password',
  }),
  submitted: Type.Boolean({
    description: "Whether Return was pressed; never after a text that the field doesn't show",
  }),
  ...effectMembers,
})

const MAX_TOLD = 200
const PASSWORD = 'The text would go into a password field.'

export function createTypeText(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'TYPE_TEXT',
    title: 'Type text',
    description:
      'Types text into the focused application, optionally after a click. The clipboard stays as it was. Asks before typing into a password field.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 60,
    phrases: [
      'type "hello" into the window',
      'type "Kind regards" here',
      'write "hello" into the text field',
      'enter "42" in the form on the screen',
      'type "ls" and press return',
      'fill in "Ada" on the screen',
      'insert "hello" at the cursor',
      'replace what stands there with "new text"',
      'type this into the focused application',
    ],
    example: { args: { text: 'Kind regards, Ada', submit: false } },
    conceals: {
      args: ['text'],
      secrecyOf: (params) =>
        secrecyOfTyping(desktop, params, async (driver) => ({ point: await placeOf(driver, params, last) })),
    },
    async needsApproval(params) {
      const driver = await desktop.driver()
      if (!driver.capabilities.accessibility) return undefined
      const place = await placeOf(driver, params, last)
      return (await isPasswordField(driver, place)) ? PASSWORD : undefined
    },
    async run(params, { signal }) {
      const driver = await desktop.driver()
      const place = await placeOf(driver, params, last)
      let typed = nothingTyped
      const effect = await withEffect(
        driver,
        async () => {
          if (place) await clickFirst(driver, place, signal)
          typed = await typeOrClear(driver, params, signal)
        },
        signal,
      )
      const { clipboardReplaced: clipboard_replaced, ...data } = typed
      return { message: messageOf(typed, params, effect), data: { ...data, clipboard_replaced, ...effect } }
    },
  })
}

const nothingTyped: Typed = {
  characters: 0,
  method: 'keys',
  verified: false,
  clipboardReplaced: false,
  value: null,
  submitted: false,
}

async function typeOrClear(
  driver: DesktopDriver,
  { text, clear, submit = false }: Wanted,
  signal: AbortSignal,
): Promise<Typed> {
  if (text !== '') return driver.type(text, { replace: clear, submit }, signal)
  if (clear) await clearField(driver, signal)
  if (submit) await driver.press('Return', {}, signal)
  return { ...nothingTyped, submitted: submit }
}

interface Wanted {
  readonly text: string
  readonly clear?: boolean
  readonly submit?: boolean
}

/** What was typed need not be what the field made of it. */
function messageOf(
  { characters, verified, value, submitted }: Typed,
  { text, submit = false }: Wanted,
  { changed }: Effect,
): string {
  const typed = `Typed ${countOf(characters, 'character')}${submitted ? ' and pressed Return' : ''}.`
  if (submit && !submitted) return `${typed} The text didn't appear in the field, so Return wasn't pressed.`
  if (value !== null && !verified) return `${typed} The field now holds ${JSON.stringify(shortened(value))}.`
  return verified || changed || text === '' ? typed : `${typed} Nothing shows that it arrived.`
}

function shortened(value: string): string {
  return value.length > MAX_TOLD ? `${value.slice(0, MAX_TOLD)}…` : value
}

async function clearField(driver: DesktopDriver, signal: AbortSignal): Promise<void> {
  await driver.press(driver.kind === 'macos' ? 'cmd+a' : 'ctrl+a', {}, signal)
  await driver.press('Delete', {}, signal)
}

/** Text may reach an application by another way than clicks do, and must not come before the click. */
async function clickFirst(driver: DesktopDriver, place: Point, signal: AbortSignal): Promise<void> {
  await driver.click(place, {}, signal)
  if (driver.capabilities.capture) await driver.settle({}, signal)
}

async function placeOf(
  driver: DesktopDriver,
  params: Sizes & { readonly x?: number; readonly y?: number },
  last: LastPicture,
): Promise<Point | null> {
  const { x, y } = params
  if (x === undefined && y === undefined) return null
  if (x === undefined || y === undefined)
    throw new AppError('invalid_request', 'Give both x and y, or neither.')
  return (await pictureSpace(driver, params, last)).toDesktop({ x, y })
}

/** The one at the place, or the one that has the focus. */
async function isPasswordField(driver: DesktopDriver, place: Point | null): Promise<boolean> {
  if (!place) return (await driver.focusedElement())?.isPassword ?? false
  const { elements } = await driver.readElements('window')
  return elements.some(({ isPassword, area }) => {
    if (!isPassword || !area) return false
    return (
      place.x >= area.x &&
      place.x < area.x + area.width &&
      place.y >= area.y &&
      place.y < area.y + area.height
    )
  })
}
