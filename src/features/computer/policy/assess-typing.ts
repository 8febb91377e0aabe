import { commandPlace, reasonToBlock } from '../../../platform/terminal-commands/command-policy.ts'
import type { ActionOf } from '../actions/vocabulary.ts'
import { allow, always, ask, block, type Assessment, type Scene } from './assessment.ts'
import { deletionIn, tellDeletion } from './deletions.ts'
import { isMessenger, isRiskyControl, isTerminal } from './known-places.ts'
import { isOrdered } from './ordered-step.ts'
import { pressing } from './permanent-deletion.ts'
import * as words from './risky-words.ts'
import { countKeys, isReturn, normalizeChord, type KnownLine } from './typed-line.ts'

/** A command without a window: what it may do depends on where it runs, not on its words. */
export function assessCommand(
  { command, folder, rights = 'work' }: ActionOf<'RUN_TERMINAL'>['args'],
  scene: Scene,
): Assessment {
  const { noSandbox, notAllowed } = scene.confinement
  if (rights === 'full' || noSandbox !== null) {
    const { verdict, reason } = assessOutside(command, folder, scene)
    if (verdict === 'block') return block(reason)
    return always(noSandbox ?? 'It runs with all your rights, outside the sandbox.')
  }
  if (isOwnWay(command).verdict === 'block') return isOwnWay(command)
  if (notAllowed !== null) return always(notAllowed)
  if (rights !== 'look' && deletionIn(command)?.isRecursive === true) return always(deletesAll(command))
  return rights === 'look' ? allow : ask('It may change files in your folders and use the internet.')
}

/** What is typed into a terminal runs with all rights of the person, whatever its words say. */
function assessOutside(command: string, folder: string | undefined, { home }: Scene): Assessment {
  const own = isOwnWay(command)
  if (own.verdict === 'block') return own
  const reason = reasonToBlock(command, commandPlace(folder, home))
  if (reason !== undefined) return block(reason)
  return deletionIn(command)?.isRecursive === true
    ? always(deletesAll(command))
    : ask('It runs a command with all your rights.')
}

function deletesAll(command: string): string {
  return `It ${tellDeletion(deletionIn(command)!)}.`
}

function isOwnWay(command: string): Assessment {
  // Quotes inside of a word change nothing for a shell.
  const plain = command.replaceAll(/["'\\]/g, '')
  if (words.ownCommands.test(plain)) return block("Only you can answer Deskhand's questions.")
  if (words.inputCommands.test(plain))
    return block(
      'It moves the mouse or presses keys, bypassing the rules for them. Use the actions for that.',
    )
  return allow
}

/** Typed text in a terminal is a command as soon as a new line is in it. */
export function assessTyping(
  { text, submit, clear }: ActionOf<'TYPE_TEXT'>['args'],
  scene: Scene,
): Assessment {
  if (isProgramAddress(text) || isProgramTyped(text, scene)) return programAddress
  // oxlint-disable-next-line no-control-regex -- these are the characters that act instead of being shown
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text))
    return block('The text contains control characters.')
  const isSent = submit === true || /[\r\n]/.test(text)
  if (!isSent) return allow
  if (!isTerminal(scene)) return assessSending(text, scene)
  return assessLine(scene.lines.after(windowOf(scene), text, { clear: clear === true }), scene)
}

/** Return, or a text with it, in a window that is no terminal by its name. */
function assessSending(text: string, scene: Scene): Assessment {
  if (isMessenger(scene)) return ask('It may send a message.')
  if (scene.lines.mayBeAtLauncher) return startsProgram
  const { defaultButton } = scene
  if (isRiskyControl(defaultButton) && !isOrdered(defaultButton!.name, scene))
    return pressing(defaultButton!, scene, 'Return presses')
  return assessInEditor(scene.lines.recent(windowOf(scene)) + text, scene)
}

const startsProgram = ask("It may start a program: the desktop's run prompt was opened before.")

/** An editor may have a terminal inside that has the focus; where that is not told, the worst lines are asked about. */
function assessInEditor(text: string, scene: Scene): Assessment {
  const { window, focused } = scene
  if (focused !== null || !words.editorClasses.test(window?.className ?? '')) return allow
  const line = text.trim()
  if (line === '' || line.includes('\n')) return allow
  const { verdict, reason } = assessOutside(line, undefined, scene)
  return verdict === 'ask' ? allow : ask(`If the editor's terminal has the focus: ${reason}`)
}

/** An address that is a program, which a browser would run in the page that it shows. */
function isProgramAddress(text: string): boolean {
  return /^\s*(?:javascript|data|vbscript):/i.test(text)
}

function isProgramTyped(text: string, { window, lines }: Scene): boolean {
  if (!words.browserClasses.test(window?.className ?? '')) return false
  const whole = lines.recent(window?.id ?? null) + text
  return isProgramAddress(whole) || /(?:javascript|vbscript):/i.test(whole)
}

const programAddress = ask('The text is a program written as an address.')

/** What is known of a line is judged as if it were all of it; the rest is a question at least. */
function assessLine({ text, isWhole }: KnownLine, scene: Scene): Assessment {
  const known = text.trim() === '' ? allow : assessOutside(text, undefined, scene)
  if (isWhole || known.verdict === 'block') return known
  const unseen = 'It runs a line in a terminal that no one has seen in full.'
  return known.verdict === 'always' ? always(`${known.reason} ${unseen}`) : ask(unseen)
}

export function assessKey(key: string, scene: Scene): Assessment {
  const chord = normalizeChord(key)
  if (countKeys(key) > 1)
    return block('Only one key can be pressed at a time, with ctrl, alt, shift and super.')
  const blocked = words.blockedChords.find((one) => one.chord.test(chord))
  if (blocked) return block(blocked.reason)
  const risky = words.riskyChords.find((one) => one.chord.test(chord))
  if (risky)
    return risky.alwaysIn?.test(scene.window?.className ?? '') ? always(risky.reason) : ask(risky.reason)
  const inWindow = assessKeyInWindow(chord, scene)
  if (inWindow.verdict !== 'allow') return inWindow
  return isReturn(chord) || chord === 'space' ? assessPressing(chord, scene) : allow
}

/** Keys that mean something else from window to window. */
function assessKeyInWindow(chord: string, scene: Scene): Assessment {
  const { window, focused } = scene
  const known = words.keysInWindows.find(
    ({ chord: meant, window: where }) => meant.test(chord) && where.test(window?.className ?? ''),
  )
  // A mail that is being written is a text as any other.
  if (known && !(known.isOfLists && focused?.isEditable))
    return known.isForGood?.test(window!.title) ? always(known.reason) : ask(known.reason)
  return words.pasteChords.test(chord) && isTerminal(scene)
    ? ask('It can put text into the terminal that no one has seen.')
    : allow
}

/** Return sends a line, and both press what has the focus. */
function assessPressing(chord: string, scene: Scene): Assessment {
  if (isReturn(chord)) {
    if (isTerminal(scene)) return assessLine(scene.lines.after(windowOf(scene), ''), scene)
    if (isProgramTyped('', scene)) return programAddress
    const sending = assessSending('', scene)
    if (sending.verdict !== 'allow') return sending
  }
  return isRiskyControl(scene.focused) && !isOrdered(scene.focused!.name, scene)
    ? pressing(scene.focused!, scene)
    : allow
}

function windowOf({ window }: Scene): string | null {
  return window?.id ?? null
}
