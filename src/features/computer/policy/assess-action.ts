import type { AccessibleElement, ActiveWindow, Point } from '../../../platform/desktop/desktop-driver.ts'
import { assessCommand, commandPlace } from '../../../platform/terminal-commands/command-policy.ts'
import { lookingActions, type Action, type ActionOf } from '../actions/vocabulary.ts'
import * as words from './risky-words.ts'
import { countKeys, isReturn, normalizeChord, type TypedLines } from './typed-line.ts'

/** What is known of the desktop in the moment before an action. */
export interface Scene {
  /** Where it happens: under its place, else in front. null where that cannot be told: then Return is one in a terminal. */
  readonly window: ActiveWindow | null
  /** Where a drag begins. */
  readonly from: ActiveWindow | null
  readonly focused: AccessibleElement | null
  /** What the action points at, as far as the application tells. */
  readonly target: AccessibleElement | null
  /** Where it points, on the desktop. */
  readonly point: Point | null
  /** What this task has typed into lines that are not sent yet. */
  readonly lines: TypedLines
  readonly home: string
  /** Whether a text holds a secret that is stored here. */
  readonly holdsSecret: (text: string) => boolean
}

/**
 * `ask` needs a person unless the caller said that nobody is to be asked; `always` needs one whatever the caller said;
 * `block` is never done.
 */
export interface Assessment {
  readonly verdict: 'allow' | 'ask' | 'always' | 'block'
  readonly reason: string
}

const allow: Assessment = { verdict: 'allow', reason: '' }
const ask = (reason: string): Assessment => ({ verdict: 'ask', reason })
const always = (reason: string): Assessment => ({ verdict: 'always', reason })
const block = (reason: string): Assessment => ({ verdict: 'block', reason })

const severity = ['allow', 'ask', 'always', 'block'] as const

/**
 * Decides about one action before it is done. It looks at the action and at the desktop, never at what the screen says
 * about itself: no text on it can make anything allowed.
 */
export function assessAction(action: Action, scene: Scene): Assessment {
  if (lookingActions.has(action.name) || action.name === 'MOVE') return allow
  const all = [
    assessOwnUi(action, scene),
    assessWindow(action, scene),
    assessKind(action, scene),
    assessIntent(action, scene),
  ]
  return all.reduce((worst, one) =>
    severity.indexOf(one.verdict) > severity.indexOf(worst.verdict) ? one : worst,
  )
}

/** Our own page asks people; whoever acts for a model may not answer there. */
function assessOwnUi(action: Action, { window, point }: Scene): Assessment {
  if (!window || !isOwn(window)) return allow
  if (action.name === 'OPEN_APP' || action.name === 'RUN_TERMINAL' || action.name === 'SCROLL_AT')
    return allow
  if (action.name === 'PRESS_KEY' && words.leavingChords.test(normalizeChord(action.args.key))) return allow
  if (point && window.area && !contains(window.area, point)) return allow
  return block(
    'The window in front is Deskhand itself, whose questions only a person answers. Use another window.',
  )
}

function isOwn({ title, className }: ActiveWindow): boolean {
  return (
    words.ownTitle.test(className) || (words.ownTitle.test(title) && words.browserClasses.test(className))
  )
}

/** Windows that ask for passwords or move money. */
function assessWindow(action: Action, scene: Scene): Assessment {
  if (action.name === 'RUN_TERMINAL' || action.name === 'OPEN_APP' || action.name === 'SCROLL_AT')
    return allow
  if (action.name === 'TYPE_TEXT' && scene.holdsSecret(action.args.text))
    return block('The text holds a secret that is stored here. Secrets are never typed.')
  if (isAtPassword(action, scene)) return always('The cursor is in a password field.')
  if (!scene.window) return allow
  const names = `${scene.window.title} ${scene.window.className}`
  if (words.loginWindows.test(names)) return always('The window in front asks who you are.')
  return words.sensitiveWindows.test(names)
    ? always('The window in front is about passwords or money.')
    : allow
}

/** Whether what is typed goes into a password field: what has the focus, or what was just clicked for it. */
export function isAtPassword({ name }: Action, { focused, target }: Scene): boolean {
  if (name !== 'TYPE_TEXT' && name !== 'PRESS_KEY') return false
  return focused?.isPassword === true || target?.isPassword === true
}

function assessKind({ name, args }: Action, scene: Scene): Assessment {
  if (name === 'RUN_TERMINAL') return assessRun(args.command, args.folder, scene)
  if (name === 'TYPE_TEXT') return assessTyping(args, scene)
  if (name === 'PRESS_KEY') return assessKey(args.key, scene)
  if (name === 'OPEN_APP') return assessApp(args.name)
  return isTerminal(scene) ? assessPointingAtTerminal({ name, args } as Action, scene) : allow
}

/** What brings text into a terminal that nobody has seen: it runs by itself when a new line is in it. */
function assessPointingAtTerminal({ name, args }: Action, { window, from, target }: Scene): Assessment {
  const unseen = ask('It can put text into the terminal that nobody has seen.')
  if (name === 'DRAG') return from?.id === window?.id ? allow : unseen
  if (name === 'CLICK_AT' && args.button !== 'left') return unseen
  const label = name === 'CLICK_AT' ? args.target : undefined
  return words.pasteLabels.test(`${label ?? ''} ${target?.name ?? ''}`) ? unseen : allow
}

function assessRun(command: string, folder: string | undefined, { home }: Scene): Assessment {
  const { verdict, reason } = assessCommand(command, commandPlace(folder, home))
  return verdict === 'allow' ? allow : { verdict, reason }
}

/** Typed text in a terminal is a command as soon as a new line is in it. */
function assessTyping({ text, submit, clear }: ActionOf<'TYPE_TEXT'>['args'], scene: Scene): Assessment {
  if (/^\s*(?:javascript|data|vbscript):/i.test(text))
    return ask('The text is a program in the form of an address.')
  // oxlint-disable-next-line no-control-regex -- these are the characters that act instead of being shown
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text))
    return block('The text holds control characters.')
  const isSent = submit === true || /[\r\n]/.test(text)
  if (isSent && isMessenger(scene)) return ask('It may send a message.')
  if (!isTerminal(scene)) return allow
  if (!isSent) return allow
  return assessLine(clear === true ? null : scene.lines.after(windowOf(scene), text), scene)
}

function assessLine(line: string | null, scene: Scene): Assessment {
  if (line === null) return ask('It runs a line in a terminal that nobody knows the whole of.')
  if (line.trim() === '') return allow
  return assessRun(line, undefined, scene)
}

function assessKey(key: string, scene: Scene): Assessment {
  const chord = normalizeChord(key)
  if (countKeys(key) > 1)
    return block('Only one key can be pressed at a time, with ctrl, alt, shift and super.')
  const blocked = words.blockedChords.find((one) => one.chord.test(chord))
  if (blocked) return block(blocked.reason)
  const risky = words.riskyChords.find((one) => one.chord.test(chord))
  if (risky) return ask(risky.reason)
  if (chord === 'delete' && words.fileManagerClasses.test(scene.window?.className ?? ''))
    return ask('It deletes files.')
  if (words.pasteChords.test(chord) && isTerminal(scene))
    return ask('It can put text into the terminal that nobody has seen.')
  return isReturn(chord) || chord === 'space' ? assessPressing(chord, scene) : allow
}

/** Return sends a line, and both press what has the focus. */
function assessPressing(chord: string, scene: Scene): Assessment {
  if (isReturn(chord) && isMessenger(scene)) return ask('It may send a message.')
  if (isReturn(chord) && isTerminal(scene)) return assessLine(scene.lines.after(windowOf(scene), ''), scene)
  return scene.focused && isRiskyControl(scene.focused) ? ask(`It presses "${scene.focused.name}".`) : allow
}

function assessApp(name: string): Assessment {
  if (words.blockedApps.test(name)) return block('It installs programs or changes disks and accounts.')
  if (words.terminalApps.test(name)) return ask('It opens a terminal.')
  if (/^[a-z][a-z\d+.-]*:/i.test(name) && !/^https?:\/\//i.test(name))
    return ask('It opens an address that is no web page.')
  return name.startsWith('/') || name.startsWith('~')
    ? ask('It starts a program or opens a file by its path.')
    : allow
}

/** Words on what is pressed, or in what the model says it presses. */
function assessIntent(action: Action, { target }: Scene): Assessment {
  if (action.name !== 'CLICK_AT' && action.name !== 'CLICK_ELEMENT' && action.name !== 'DRAG') return allow
  if (target && isRiskyControl(target)) return ask(`It presses "${target.name}".`)
  const label = 'target' in action.args ? action.args.target : undefined
  if (label !== undefined && isRiskyLabel(label)) return ask(`It presses "${label}".`)
  const why = action.args.reason ?? ''
  return words.riskyIntent.test(why) ? ask(`In its own words: ${why}`) : allow
}

const PRESSABLE = /button|menu ?item|link|tab$|icon|check|toggle/i

function isRiskyControl({ role, name }: AccessibleElement): boolean {
  return PRESSABLE.test(role) && isRiskyLabel(name)
}

/** A label is short; a sentence that has such a word in it is text. */
function isRiskyLabel(label: string): boolean {
  return label.length <= 80 && words.riskyLabels.test(label)
}

function isMessenger({ window }: Scene): boolean {
  if (!window) return false
  return words.messengerClasses.test(window.className) || words.messengerTitles.test(window.title)
}

function windowOf({ window }: Scene): string | null {
  return window?.id ?? null
}

function isTerminal({ window, focused, lines }: Scene): boolean {
  if (!window) return true
  return (
    words.terminalClasses.test(window.className) ||
    words.launcherClasses.test(window.className) ||
    focused?.role === 'terminal' ||
    (lines.hasEditorTerminal && words.editorClasses.test(window.className))
  )
}

function contains({ x, y, width, height }: NonNullable<ActiveWindow['area']>, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height
}
