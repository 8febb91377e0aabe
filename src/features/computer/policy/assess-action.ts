import type { AccessibleElement, ActiveWindow, Point } from '../../../platform/desktop/desktop-driver.ts'
import { isTerminalClass } from '../../../platform/desktop/terminals.ts'
import { isById, lookingActions, type Action, type ActionOf } from '../actions/vocabulary.ts'
import { assessKey, assessCommand, assessTyping } from './assess-typing.ts'
import { allow, always, ask, block, type Assessment, type Scene } from './assessment.ts'
import { isRiskyControl, isRiskyLabel, isTerminal } from './known-places.ts'
import { isOrdered } from './ordered-step.ts'
import { pressing, saysForGood } from './permanent-deletion.ts'
import { readingsOf } from './plain-label.ts'
import * as words from './risky-words.ts'
import { normalizeChord } from './typed-line.ts'

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
    action.name === 'SELECT_OPTION' ? assessOption(action.args, scene) : assessIntent(action, scene),
  ]
  return worstOf(all)
}

/** The first of them, where several are as bad. */
function worstOf(all: readonly Assessment[]): Assessment {
  return all.reduce((worst, one) =>
    severity.indexOf(one.verdict) > severity.indexOf(worst.verdict) ? one : worst,
  )
}

/** Our own page asks people; whoever acts for a model may not answer there. */
function assessOwnUi(action: Action, scene: Scene): Assessment {
  if (isById(action) && isInOwnWindow(scene)) return ownQuestions
  if (!scene.window || !isOwn(scene.window) || passesBy(action, scene)) return allow
  return ownQuestions
}

/** An element is used wherever its window is; of that only the title is told, unless it is the one in front. */
function isInOwnWindow({ target, window }: Scene): boolean {
  const title = target?.window ?? ''
  if (!words.ownTitle.test(title)) return false
  return window === null || window.title !== title || window.className === '' || isOwn(window)
}

/** What does nothing to the window, or leaves it. */
function passesBy(action: Action, { window, point }: Scene): boolean {
  if (isElsewhere(action)) return true
  if (action.name === 'PRESS_KEY' && words.leavingChords.test(normalizeChord(action.args.key))) return true
  return point !== null && window?.area != null && !contains(window.area, point)
}

function isElsewhere({ name }: Action): boolean {
  return name === 'OPEN_APP' || name === 'RUN_TERMINAL' || name === 'SCROLL_AT'
}

const ownQuestions = block(
  'The window is Deskhand itself, and only you can answer its questions. Use another.',
)

function isOwn({ title, className }: Pick<ActiveWindow, 'title' | 'className'>): boolean {
  if (words.ownClass.test(className)) return true
  return words.ownTitle.test(title) && words.browserClasses.test(className)
}

/** Windows that ask for passwords or move money. */
function assessWindow(action: Action, scene: Scene): Assessment {
  if (isElsewhere(action)) return allow
  if (action.name === 'TYPE_TEXT' && holdsSecret(action.args.text, scene))
    return block('The text contains a secret stored here. Secrets are never typed.')
  if (isAtPassword(action, scene)) return always('The cursor is in a password field.')
  const told = namesOfWindows(action, scene)
  if (words.loginWindows.test(told)) return always('The window asks you to sign in.')
  return words.sensitiveWindows.test(told) ? always('The window is about passwords or money.') : allow
}

function namesOfWindows(action: Action, { window, target }: Scene): string {
  const ofElement = isById(action) ? target?.window : null
  return [window?.title, window?.className, ofElement].filter(Boolean).join(' ')
}

/** Also when it comes in pieces. */
function holdsSecret(text: string, { holdsSecret: holds, lines, window }: Scene): boolean {
  return holds(text) || holds(lines.recent(window?.id ?? null) + text)
}

/** Whether what is typed goes into a password field: what has the focus, or what was just clicked for it. */
function isAtPassword({ name }: Action, { focused, target }: Scene): boolean {
  if (name !== 'TYPE_TEXT' && name !== 'PRESS_KEY') return false
  return focused?.isPassword === true || target?.isPassword === true
}

function assessKind({ name, args }: Action, scene: Scene): Assessment {
  if (name === 'RUN_TERMINAL') return assessCommand(args, scene)
  if (name === 'TYPE_TEXT') return assessTyping(args, scene)
  if (name === 'PRESS_KEY') return assessKey(args.key, scene)
  if (name === 'OPEN_APP') return assessApp(args.name, scene)
  const action = { name, args } as Action
  if (isById(action) && !scene.target) return always("It presses something the desktop doesn't identify.")
  const isFileDrag = name === 'DRAG' && movesFiles(args.target, scene)
  if (isFileDrag) return ask('It moves files or deletes them.')
  return isTerminal(scene) ? assessPointingAtTerminal(action, scene) : allow
}

/** What brings text into a terminal that nobody has seen: it runs by itself when a new line is in it. */
function assessPointingAtTerminal({ name, args }: Action, { window, from, target }: Scene): Assessment {
  const unseen = ask('It can put text into the terminal that no one has seen.')
  if (name === 'DRAG') return from?.id === window?.id ? allow : unseen
  if (name === 'CLICK_AT' && args.button !== 'left') return unseen
  const label = name === 'CLICK_AT' ? args.target : undefined
  return words.pasteLabels.test(`${label ?? ''} ${target?.name ?? ''}`) ? unseen : allow
}

/** From a folder or the desktop, or to where things are thrown away. */
function movesFiles(label: string | undefined, { from, window, target }: Scene): boolean {
  const isFolder = [from, window].some((one) => words.fileManagerClasses.test(one?.className ?? ''))
  return isFolder || [label ?? '', target?.name ?? ''].some((name) => words.binLabels.test(name))
}

/** By what it is called, and by what would really be opened: keywords and translations find an application too. */
function assessApp(name: string, { application }: Scene): Assessment {
  const names = application ? [name, application.name, application.program] : [name]
  if (application?.isInstaller || names.some((one) => words.blockedApps.test(one)))
    return block('It installs programs or changes disks and accounts.')
  if (application?.isTerminal || names.some(isTerminalName)) return ask('It opens a terminal.')
  if (/^(?!https?:\/\/)[a-z][a-z\d+.-]*:/i.test(name))
    return ask('It opens an address that is not a web page.')
  return /^[/~]/.test(name) ? ask('It starts a program or opens a file by its path.') : allow
}

function isTerminalName(name: string): boolean {
  return isTerminalClass(name) || words.shellNames.test(name)
}

/** Words on what is pressed, or in what the model says it presses. */
function assessIntent(action: Action, scene: Scene): Assessment {
  if (action.name !== 'CLICK_AT' && action.name !== 'CLICK_ELEMENT' && action.name !== 'DRAG') return allow
  const { target } = scene
  const isRisky = target && pressesRisky(action, target) && !isOrdered(target.name, scene)
  const label = 'target' in action.args ? (action.args.target ?? '') : ''
  return worstOf([
    isRisky ? pressing(target, scene) : allow,
    assessLabel(label, scene),
    assessReason(action.args.reason ?? '', scene),
  ])
}

/** A list can do at once what is chosen in it. */
function assessOption({ option, reason = '' }: ActionOf<'SELECT_OPTION'>['args'], scene: Scene): Assessment {
  return worstOf([assessLabel(option, scene, 'It chooses'), assessReason(reason, scene)])
}

function assessLabel(label: string, scene: Scene, deed?: string): Assessment {
  return isRiskyLabel(label) && !isOrdered(label, scene)
    ? pressing({ name: label, role: '' }, scene, deed)
    : allow
}

function assessReason(why: string, scene: Scene): Assessment {
  const meant = readingsOf(why).flatMap((one) =>
    [...one.matchAll(words.riskyIntents)].map(({ groups }) => groups!['label']!),
  )
  if (meant.every((one) => isOrdered(one, scene))) return allow
  return (saysForGood(why) ? always : ask)(`In its own words: ${why}`)
}

/** By its id a thing is pressed whatever it is; a place may lie on a text that only speaks of such things. */
function pressesRisky({ name }: Action, target: AccessibleElement): boolean {
  // It only opens, such as the menu "Format" of an office program; what it offers is judged when it is pressed.
  if (target.role === 'menu') return false
  return name === 'CLICK_ELEMENT' ? isRiskyLabel(target.name) : isRiskyControl(target)
}

function contains({ x, y, width, height }: NonNullable<ActiveWindow['area']>, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height
}
