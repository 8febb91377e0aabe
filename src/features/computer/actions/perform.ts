import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { Secrecy } from '../../../contract/tool.ts'
import { mapPoint, type CoordinateSpace } from '../../../platform/desktop/coordinates.ts'
import type { Area, DesktopDriver, Frame, Point, Typed } from '../../../platform/desktop/desktop-driver.ts'
import { commandPlace, plainWords } from '../../../platform/terminal-commands/command-policy.ts'
import { openedText } from '../../../platform/desktop/applications/opened-text.ts'
import type { RunCommand } from '../../../platform/terminal-commands/run-command.ts'
import type { Launcher } from '../../../platform/sandbox/launcher.ts'
import type { LanguageModels } from '../../models/language-model.ts'
import { lookClosely } from '../look.ts'
import { writesCharacter } from '../secrets/typed-secret.ts'
import { asData, inOneLine } from '../untrusted.ts'
import { tellById, tellClick, type Seen } from './tell-click.ts'
import { tellFound, tellScreen } from './tell-screen.ts'
import type { Action, ActionArgs, ActionName } from './vocabulary.ts'

export interface PerformDeps {
  readonly driver: DesktopDriver
  /** Who is to see what it looks at. */
  readonly models: Pick<LanguageModels, 'choice'>
  readonly home: string
  readonly runCommand: RunCommand
  readonly launcher: Pick<Launcher, 'state'>
  readonly space: CoordinateSpace
}

export interface Performed {
  /** What was done, in a sentence. */
  readonly outcome: string
  /** What it found, for the model alone. */
  readonly data?: string
  /** A part of the screen in detail, to be shown beside the whole. */
  readonly detail?: Frame
  /** Which part that is, as the model named it. */
  readonly region?: string
  /** What of several was chosen. */
  readonly chosen?: string
  /** What was typed, and what the field made of it where that can be read. */
  readonly typed?: { readonly text: string; readonly value: string | null; readonly submitted: boolean }
}

/** Where an action points, on the desktop, in order. */
export function pointsOf({ name, args }: Action, frame: Frame, space: CoordinateSpace): Point[] {
  const at = (point: Point) => mapPoint(point, frame, space)
  if (name === 'CLICK_AT' || name === 'MOVE' || name === 'SCROLL_AT') return [at(args)]
  if (name === 'DRAG') return args.path.map(at)
  if (name !== 'TYPE_TEXT' || args.x === undefined || args.y === undefined) return []
  return [at({ x: args.x, y: args.y })]
}

interface Performing {
  readonly points: readonly Point[]
  /** The picture that the action was decided on. */
  readonly frame: Frame
  readonly deps: PerformDeps
  /** Whether a person allowed exactly this. */
  readonly isApproved: boolean
  /** Of what is typed: a password is told to nobody, not even its length. */
  readonly secrecy: Secrecy
  readonly seen: Seen
  readonly signal: AbortSignal
}

/** Does one action that was allowed. What cannot be done is an AppError that the model is told of. */
export function perform({ name, args }: Action, performing: Performing): Promise<Performed> {
  if (name === 'ASK_USER' || name === 'DONE') throw new TypeError(`${name} is not done on the desktop.`)
  const act = performers[name] as (args: Action['args'], performing: Performing) => Promise<Performed>
  return act(args, performing)
}

/** All but those that end the task. */
type DesktopAction = Exclude<ActionName, 'ASK_USER' | 'DONE'>

const performers: {
  readonly [Name in DesktopAction]: (args: ActionArgs<Name>, performing: Performing) => Promise<Performed>
} = {
  async CLICK_AT(args, { points: [point], seen, deps: { driver }, signal }) {
    const { button, count, modifiers } = args
    await driver.click(point!, { button, count, modifiers }, signal)
    return { outcome: tellClick(clickWord(args), args, seen) }
  },

  async MOVE({ x, y }, { points: [point], deps: { driver }, signal }) {
    await driver.move(point!, signal)
    return { outcome: `Moved the pointer to ${x}, ${y}.` }
  },

  async SCROLL_AT({ direction, amount = 3, modifiers }, { points: [point], deps: { driver }, signal }) {
    await driver.scroll(point!, { direction, notches: amount, modifiers }, signal)
    return { outcome: `Scrolled ${direction} by ${amount}.` }
  },

  async DRAG({ button, duration_ms, modifiers }, { points, deps: { driver }, signal }) {
    await driver.drag(points, { button, durationMs: duration_ms, modifiers }, signal)
    return { outcome: 'Dragged.' }
  },

  TYPE_TEXT: typeText,

  async PRESS_KEY({ key, hold_ms }, { deps: { driver }, secrecy, signal }) {
    await driver.press(key, { ...(hold_ms !== undefined && { holdMs: hold_ms }) }, signal)
    return {
      outcome: secrecy !== 'no' && writesCharacter(key) ? 'Pressed the key.' : `Pressed ${inOneLine(key)}.`,
    }
  },

  async OPEN_APP({ name: query }, { deps: { driver }, signal }) {
    const opened = await driver.openApplication(query, signal)
    return { outcome: openedText(opened, (text) => JSON.stringify(inOneLine(text, 100))) }
  },

  RUN_TERMINAL: runTerminal,

  async WAIT({ ms }, { signal }) {
    await sleep(ms, undefined, { signal })
    return { outcome: `Waited ${ms} ms.` }
  },

  async SCREENSHOT({ region }, { frame, deps: { driver, models, space }, signal }) {
    if (!region) return { outcome: 'Looked again.' }
    const area = regionOf(region, frame, space)
    const detail = await lookClosely(area, { driver, models, frame }, signal)
    const { x, y, x2, y2 } = region
    const outcome = 'This is that part in detail. Places still count in the whole screenshot.'
    return { outcome, detail, region: `${x}, ${y} to ${x2}, ${y2}` }
  },

  READ_SCREEN: (args, { deps: { driver, space }, frame, signal }) =>
    tellScreen(args, { driver, space, frame, signal }),

  FIND_ON_SCREEN: (args, { deps: { driver, space }, frame, signal }) =>
    tellFound(args, { driver, space, frame, signal }),

  async CLICK_ELEMENT({ id }, { seen, deps: { driver }, signal }) {
    await driver.activateElement(id, signal)
    return { outcome: tellById('Clicked', id, seen) }
  },

  async SELECT_OPTION({ id, option }, { seen, deps: { driver }, signal }) {
    const { chosen, changed } = await driver.chooseOption(id, option, signal)
    const name = JSON.stringify(inOneLine(chosen))
    const outcome = tellById(changed ? `Selected ${name} in` : `${name} was selected already in`, id, seen)
    return { outcome, chosen }
  },
}

async function typeText(
  { text, clear, submit }: ActionArgs<'TYPE_TEXT'>,
  { deps: { driver }, secrecy, signal }: Performing,
): Promise<Performed> {
  if (clear === true && text === '') {
    await driver.press(driver.kind === 'macos' ? 'cmd+a' : 'ctrl+a', {}, signal)
    await driver.press('BackSpace', {}, signal)
  }
  if (text === '') {
    if (submit === true) await driver.press('Return', {}, signal)
    const done = clear === true ? 'Cleared the field' : 'Typed nothing'
    return { outcome: `${done}${submit === true ? ' and pressed Return' : ''}.` }
  }
  const typed = await driver.type(text, { replace: clear, submit }, signal)
  const sent = typed.submitted ? ' and pressed Return' : ''
  const what = secrecy === 'yes' ? 'the text' : `${typed.characters} characters`
  // Of what is secret not even what the field made of it is told.
  const came = whatCameOf(secrecy === 'no' ? typed : { ...typed, value: null }, { text, submit })
  return {
    outcome: `Typed ${what}${sent}.${came}`,
    typed: { text, value: typed.value, submitted: typed.submitted },
  }
}

/** What was sent need not be what the field made of it. */
function whatCameOf(
  { value, verified, submitted }: Typed,
  { text, submit = false }: { text: string; submit?: boolean | undefined },
): string {
  if (submit && !submitted) return " The text didn't appear in the field, so Return was not pressed."
  if (value === text) return ' The field now holds exactly this.'
  if (value !== null) return ` The field now holds (its own words): ${JSON.stringify(inOneLine(value, 200))}.`
  return verified ? '' : ' Whether the application took it was not seen.'
}

async function runTerminal(
  {
    command,
    folder: named,
    rights: wanted = 'work',
    timeout_ms: timeoutMs = 30_000,
  }: ActionArgs<'RUN_TERMINAL'>,
  { deps: { home, runCommand, launcher }, isApproved, signal }: Performing,
): Promise<Performed> {
  const { folder } = commandPlace(named, home)
  // Who said yes where there is no sandbox was told that it runs with all rights.
  const rights = (await launcher.state()).works ? wanted : 'full'
  if (rights === 'full' && !isApproved)
    throw new AppError('forbidden', 'A command with all rights of the user needs their approval.')
  const argv = plainWords(command)
  const { exit_code, output, timed_out } = await runCommand(
    { command, argv, folder, isFolderGranted: isApproved, rights, timeoutMs },
    signal,
  )
  const hint =
    rights === 'look' && exit_code !== 0
      ? ' It ran without the right to change anything or reach the network; rights "work" asks the user for more.'
      : ''
  const end = timed_out
    ? 'was ended because it took too long'
    : `ended with exit code ${exit_code ?? 'unknown'}`
  return { outcome: `The command ${end}.${hint}`, data: asData(output.slice(0, 16_000), 'terminal') }
}

function regionOf(
  { x, y, x2, y2 }: { x: number; y: number; x2: number; y2: number },
  frame: Frame,
  space: CoordinateSpace,
): Area {
  const from = mapPoint({ x: Math.min(x, x2), y: Math.min(y, y2) }, frame, space)
  const to = mapPoint({ x: Math.max(x, x2), y: Math.max(y, y2) }, frame, space)
  const area = { ...from, width: to.x - from.x, height: to.y - from.y }
  if (area.width < 8 || area.height < 8)
    throw new AppError('invalid_request', 'The region is smaller than anything that could be seen in it.')
  return area
}

function clickWord({ count = 1, button = 'left' }: ActionArgs<'CLICK_AT'>): string {
  const times = count === 2 ? 'Double-clicked' : count === 3 ? 'Triple-clicked' : 'Clicked'
  return `${times}${button === 'left' ? '' : ` with the ${button} button`}`
}
