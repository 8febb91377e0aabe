import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { nullable } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type Conceals } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import type { AccessibleElement, DesktopDriver } from '../../platform/desktop/desktop-driver.ts'
import { findTarget } from '../../platform/desktop/description/find-target.ts'
import { elementInWords } from '../../platform/desktop/description/what-is-at.ts'
import { secrecyOfTyping } from './concealed-typing.ts'
import { effectMembers, withEffect, type DesktopAccess, type LastPicture } from './desktop-access.ts'
import { targetMembers, targetOf } from './target-members.ts'
import { BY_WORDS } from './told-element.ts'

const Params = Type.Object({
  ...targetMembers,
  text: Type.String({ maxLength: 100_000, description: 'The text to type' }),
  clear: Type.Optional(
    Type.Boolean({ default: true, description: 'Replace what the field holds; false adds at the cursor' }),
  ),
  submit: Type.Optional(Type.Boolean({ default: false, description: 'Press Return afterwards' })),
})

const Data = Type.Object({
  characters: Type.Integer({ description: 'Characters typed' }),
  holds: nullable(Type.String(), { description: 'What the field holds now; null if it does not tell' }),
  submitted: Type.Boolean({
    description: 'Whether Return was pressed: only when the field shows the text',
  }),
  ...effectMembers,
})

const PASSWORD = 'The text would go into a password field.'
const TAKEN_MS = 2_000
const LOOK_EVERY_MS = 40

export function createType(desktop: DesktopAccess, last: LastPicture) {
  return defineTool({
    action: 'TYPE',
    title: 'Fill in a field',
    description:
      'Types text into the field with this id or label, and says what the field holds then. Asks before typing into a password field.',
    params: Params,
    data: Data,
    risk: 'dangerous',
    presses: true,
    reads: ['untrusted'],
    idempotent: false,
    timeoutSeconds: 60,
    phrases: [
      'type "Ada" into the field Name',
      'fill in "42" as Quantity in the form',
      'enter "hello" into the search box on the screen',
      'write "Kind regards" into the field Message',
      'put "Berlin" into the field City',
      'type the address into the bar and press return',
      'replace the text of the field Title with "Report"',
      'fill the element e5 with "12:30"',
    ],
    example: { args: { label: 'Name', text: 'Ada' } },
    conceals: concealing(desktop, last),
    async needsApproval(params) {
      const driver = await desktop.driver()
      if (!driver.capabilities.accessibility) return undefined
      const field = await fieldOf(driver, params, { last }).catch(() => null)
      return field?.isPassword ? PASSWORD : undefined
    },
    async run(params, call) {
      const { signal, isApproved } = call
      const { text, clear = true, submit = false } = params
      const wanted = { text, clear, submit }
      const driver = await desktop.driver()
      const field = await fieldOf(driver, params, { last, signal })
      // What was asked about may have been another field.
      if (field.isPassword && !isApproved)
        throw new AppError('forbidden', `${PASSWORD} Call it again, so that you are asked first.`)
      const written: Written = { characters: 0, holds: null, submitted: false }
      const effect = await withEffect(
        driver,
        () => write(driver, { field, ...wanted, signal }, written),
        signal,
      )
      const { characters, holds, submitted } = written
      const into = elementInWords({ ...field, text: holds })
      const end = submitted ? ' and pressed Return' : ''
      const doubt = submit && !submitted ? " The field doesn't show the text, so Return wasn't pressed." : ''
      return {
        message: `Typed ${countOf(characters, 'character')} into the ${into}${end}.${doubt}`,
        data: { characters, holds, submitted, ...effect },
        failed: submit && !submitted,
      }
    },
  })
}

function concealing(desktop: DesktopAccess, last: LastPicture): Conceals<Static<typeof Params>> {
  const target = (params: Static<typeof Params>) => async (driver: DesktopDriver) => ({
    target: await fieldOf(driver, params, { last }),
  })
  return { args: ['text'], secrecyOf: (params) => secrecyOfTyping(desktop, params, target(params)) }
}

interface Written {
  characters: number
  holds: string | null
  submitted: boolean
}

interface Writing {
  readonly field: AccessibleElement
  readonly text: string
  readonly clear: boolean
  readonly submit: boolean
  readonly signal: AbortSignal
}

async function write(
  driver: DesktopDriver,
  { field, text, clear, submit, signal }: Writing,
  written: Written,
): Promise<void> {
  await driver.activateElement(field.id, signal)
  if (driver.capabilities.capture) await driver.settle({}, signal)
  await assertFocused(driver, field, signal)
  if (text === '') {
    if (clear) await clearField(driver, signal)
    if (submit) await driver.press('Return', {}, signal)
    written.submitted = submit
  } else {
    const { characters, value, submitted } = await driver.type(text, { replace: clear, submit }, signal)
    Object.assign(written, { characters, holds: value, submitted })
  }
  // What is sent may be gone with its window.
  if (submit) return
  const after = await untilHeld(driver, { id: field.id, text, signal })
  if (after && !after.isPassword) written.holds = after.text
}

async function fieldOf(
  driver: DesktopDriver,
  {
    element,
    label,
    role,
  }: { element?: string | undefined; label?: string | undefined; role?: string | undefined },
  { last, signal }: { readonly last: LastPicture; readonly signal?: AbortSignal },
): Promise<AccessibleElement> {
  const wanted = { element, label, role: role ?? (label === undefined ? undefined : 'field') }
  const target = await targetOf(driver, wanted, last)
  const { element: field } = await findTarget(driver, target, { reader: BY_WORDS, signal })
  if (field?.isEditable || field?.isPassword) return field
  throw new AppError(
    'conflict',
    `${field ? `The ${elementInWords(field)}` : 'It'} takes no text. Name a field by its id or its label.`,
  )
}

/** Text goes to what has the focus, so it must not be another field by now. */
async function assertFocused(
  driver: DesktopDriver,
  field: AccessibleElement,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + TAKEN_MS
  for (;;) {
    const { states } = await driver.element(field.id, signal)
    if (states.includes('focused')) return
    if (performance.now() > until)
      throw new AppError(
        'conflict',
        `The ${elementInWords({ ...field, text: null })} didn't take the focus, so nothing was typed.`,
      )
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

async function clearField(driver: DesktopDriver, signal: AbortSignal): Promise<void> {
  await driver.press(driver.kind === 'macos' ? 'cmd+a' : 'ctrl+a', {}, signal)
  await driver.press('Delete', {}, signal)
}

/** What the field holds once the text is in it; what it holds at last when it made something else of it. */
async function untilHeld(
  driver: DesktopDriver,
  { id, text, signal }: { readonly id: string; readonly text: string; readonly signal: AbortSignal },
): Promise<AccessibleElement | null> {
  const until = performance.now() + TAKEN_MS
  for (;;) {
    const field = await driver.element(id, signal).catch(() => null)
    const isIn = field?.text?.includes(text) === true || field?.isPassword === true
    if (!field || isIn || performance.now() > until) return field
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}
