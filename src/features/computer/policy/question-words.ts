import type { AccessibleElement } from '../../../platform/desktop/desktop-driver.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import type { Action } from '../actions/vocabulary.ts'
import { inOneLine } from '../untrusted.ts'
import type { Scene } from './assessment.ts'
import { deletionIn, tellDeletion } from './deletions.ts'
import { isTerminal } from './known-places.ts'
import { normalizeChord, sendsLine, type KnownLine } from './typed-line.ts'

const MAX_NAME = 60
const MAX_COMMAND = 120
const MAX_SHOWN = 4_000

/** What a person is asked, in one line of plain words: what is done to what, and in which window. */
export function titleOf(action: Action, scene: Scene): string {
  return `${deedInWords(action, scene) ?? 'Continue'}?`
}

/** What is done to what, and in which window; null for what needs no words. */
export function deedInWords(action: Action, scene: Scene): string | null {
  const { name, args } = action
  if (name === 'RUN_TERMINAL') return `Run ${commandInWords(args.command)}`
  if (name === 'OPEN_APP') return `Open ${inOneLine(args.name, MAX_NAME)}`
  const line = lineOf(action, scene)
  if (line !== null) return `Run ${lineInWords(line)}${placeIn(scene)}`
  const deed = deedOf(action, scene)
  const end = name === 'TYPE_TEXT' && args.submit === true ? ' and press Return' : ''
  return deed === null ? null : `${deed}${placeIn(scene)}${end}`
}

function deedOf(action: Action, scene: Scene): string | null {
  const { name, args } = action
  if (name === 'TYPE_TEXT') return typingIn(args.text, scene)
  if (name === 'PRESS_KEY') return pressIn(args.key, scene)
  if (name === 'DRAG') return `Drag ${targetIn(action, scene, 'this')} to the other mark`
  if (name === 'SCROLL_AT') return 'Scroll at the mark'
  if (name === 'MOVE') return 'Move the pointer to the mark'
  if (name === 'SELECT_OPTION')
    return `Choose "${inOneLine(args.option, MAX_NAME)}" in ${targetIn(action, scene, 'a list')}`
  if (name !== 'CLICK_AT' && name !== 'CLICK_ELEMENT') return null
  return `${clickWord(action)} ${targetIn(action, scene, 'at the mark')}`
}

function typingIn(text: string, { focused, target }: Scene): string {
  const into = focused ?? target
  return `Type "${inOneLine(text, MAX_NAME)}"${into ? ` into ${tellElement(into)}` : ''}`
}

function pressIn(key: string, { focused }: Scene): string {
  const isPressed = focused !== null && /^(?:return|space)$/.test(normalizeChord(key))
  return `Press ${inOneLine(key, 40)}${isPressed ? ` on ${tellElement(focused)}` : ''}`
}

/** `"Delete" (button)` */
export function tellElement({ name, role }: Pick<AccessibleElement, 'name' | 'role'>): string {
  const kind = plainRole(role)
  return name.trim() === '' ? `a ${kind}` : `"${inOneLine(name, MAX_NAME)}" (${kind})`
}

const roles: Readonly<Record<string, string>> = {
  entry: 'text field',
  text: 'text field',
  'password text': 'password field',
  'page tab': 'tab',
  'push button': 'button',
  'push button menu': 'menu button',
}

function plainRole(role: string): string {
  return roles[role] ?? (role === '' ? 'control' : role)
}

/** By what the application says; what only the model says is told as its words. */
function targetIn(action: Action, { target }: Scene, otherwise: string): string {
  if (target && (target.name.trim() !== '' || target.isEditable)) return tellElement(target)
  const label = 'target' in action.args ? action.args.target : undefined
  return label === undefined || label === ''
    ? otherwise
    : `what the model takes for "${inOneLine(label, MAX_NAME)}"`
}

function clickWord({ name, args }: Action): string {
  if (name !== 'CLICK_AT') return 'Click'
  const times = args.count === 2 ? 'Double-click' : args.count === 3 ? 'Triple-click' : 'Click'
  return args.button === 'right' ? 'Right-click' : args.button === 'middle' ? 'Middle-click' : times
}

function placeIn({ window }: Scene): string {
  const title = window?.title.trim() ?? ''
  return title === '' ? '' : ` in "${inOneLine(title, MAX_NAME)}"`
}

/** The line of a terminal that it would run; null where it runs none, or where nothing of it is known. */
function lineOf(action: Action, scene: Scene): KnownLine | null {
  if (!isTerminal(scene) || !sendsLine(action)) return null
  const { name, args } = action
  const id = scene.window?.id ?? null
  const line =
    name === 'TYPE_TEXT'
      ? scene.lines.after(id, args.text, { clear: args.clear === true })
      : scene.lines.after(id, '')
  if (line.text.trim() === '') return null
  // Of a window that nobody can tell, it may be a text as any other.
  return scene.window === null && deletionIn(line.text) === undefined ? null : line
}

function lineInWords({ text, isWhole }: KnownLine): string {
  const command = commandInWords(text.trim())
  return isWhole ? command : `a line with ${command}`
}

function commandInWords(command: string): string {
  const deletion = deletionIn(command)
  const effect = deletion ? `, which ${tellDeletion(deletion)}` : ''
  return `\`${inOneLine(command, MAX_COMMAND)}\`${effect}`
}

/** Where a line ends can matter as much as what is in it. */
function withLineEnds(text: string): string {
  return visibleText(text).replaceAll('\n', '⏎\n').replaceAll('\t', '⇥')
}

/** All of it: who says yes to a text must have seen its end too. */
function shownText(text: string): string {
  const visible = withLineEnds(text)
  if (visible.length <= MAX_SHOWN) return visible
  const half = MAX_SHOWN / 2
  const left = visible.length - MAX_SHOWN
  return `${visible.slice(0, half)}\n… ${left} characters left out here …\n${visible.slice(-half)}`
}

export function messageOf(reason: string, { name, args }: Action): string {
  const what =
    name === 'RUN_TERMINAL'
      ? `\n${withLineEnds(args.command)}`
      : name === 'TYPE_TEXT'
        ? `\n${shownText(args.text)}`
        : ''
  const why =
    args.reason === undefined || args.reason === '' ? '' : ` The model says: ${inOneLine(args.reason, 300)}`
  return `The desktop task is waiting. ${reason}${why}${what}`
}
