import { parseChord } from '../../../platform/desktop/chords.ts'
import type { Action, ActionOf } from '../actions/vocabulary.ts'
import { launcherChords, launcherClasses, tilingChords } from './risky-words.ts'

const MAX_RECENT = 1000

/** A line of a terminal that is not sent yet. */
export interface KnownLine {
  /** What this task has typed into it, however it was edited since. */
  readonly text: string
  /** Whether that is all of it, from its beginning. */
  readonly isWhole: boolean
}

interface EditedLine extends KnownLine {
  /** Whether what is typed next comes after the text, and BackSpace takes the end of it. */
  readonly isAtEnd: boolean
}

const begun: EditedLine = { text: '', isWhole: true, isAtEnd: true }
const unseen: EditedLine = { text: '', isWhole: false, isAtEnd: true }

/**
 * The lines that this task has typed into windows and not yet sent, as far as they can be known. What stood there
 * before, and what a key edits or recalls, nobody has told: such a line is not whole until it is sent or dropped. What was
 * typed counts until then, for no key proves that it is gone.
 */
export class TypedLines {
  readonly #lines = new Map<string, EditedLine>()
  readonly #recent = new Map<string, string>()
  readonly #superIsOfWindows: boolean
  #hasEditorTerminal = false
  #mayBeAtLauncher = false

  /** On macOS the super key is that of every menu, elsewhere it belongs to the desktop. */
  constructor({ isMac = false } = {}) {
    this.#superIsOfWindows = isMac
  }

  /** Whether this task has opened a terminal inside of an editor. */
  get hasEditorTerminal(): boolean {
    return this.#hasEditorTerminal
  }

  /** Whether a key may have brought up a prompt that starts programs, and nothing has ended it yet. */
  get mayBeAtLauncher(): boolean {
    return this.#mayBeAtLauncher
  }

  /** What this task has typed into a window since it last sent something there, whatever stood there before. */
  recent(window: string | null): string {
    return window === null ? '' : (this.#recent.get(window) ?? '')
  }

  /** The line of a window as it will be once this text is added. */
  after(window: string | null, text: string, { clear = false } = {}): KnownLine {
    return withText(this.#lineOf(window), text, clear)
  }

  #lineOf(window: string | null): EditedLine {
    return (window === null ? undefined : this.#lines.get(window)) ?? unseen
  }

  /** Told of every action that was done, of the window that was in front, and of what was under its place. */
  note(action: Action, window: string | null, className = ''): void {
    this.#noteLauncher(action, className)
    if (opensTerminal(action)) this.#hasEditorTerminal = true
    if (window === null) return
    this.#recent.set(window, recentAfter(this.recent(window), action))
    const line = this.#lineOf(window)
    if (action.name === 'TYPE_TEXT') this.#lines.set(window, typed(line, action.args))
    else if (action.name === 'PRESS_KEY')
      this.#lines.set(window, pressed(line, normalizeChord(action.args.key)))
    else if (action.name === 'DRAG' || (action.name === 'CLICK_AT' && action.args.button !== 'left'))
      this.#doubtAll()
  }

  /** What was put where is not known. */
  #doubtAll(): void {
    for (const [window, { text }] of this.#lines) this.#lines.set(window, edited(text))
  }

  #noteLauncher({ name, args }: Action, className: string): void {
    if (name === 'CLICK_AT' && launcherClasses.test(className)) this.#mayBeAtLauncher = true
    if (name === 'OPEN_APP') this.#mayBeAtLauncher = false
    if (name === 'TYPE_TEXT' && args.submit === true) this.#mayBeAtLauncher = false
    if (name !== 'PRESS_KEY') return
    const chord = normalizeChord(args.key)
    if (isReturn(chord) || chord === 'escape') this.#mayBeAtLauncher = false
    else if (this.#callsLauncher(chord)) this.#mayBeAtLauncher = true
  }

  #callsLauncher(chord: string): boolean {
    if (this.#superIsOfWindows) return /^super\+space$/.test(chord)
    return launcherChords.test(chord) && !tilingChords.test(chord)
  }
}

const EDITOR_TERMINAL = /^ctrl\+(?:shift\+)?(?:`|grave)$/

/** By its key, or by the words of what was clicked. */
function opensTerminal({ name, args }: Action): boolean {
  if (name === 'PRESS_KEY') return EDITOR_TERMINAL.test(normalizeChord(args.key))
  return name === 'CLICK_AT' && /terminal|console/i.test(`${args.target ?? ''} ${args.reason ?? ''}`)
}

function recentAfter(recent: string, { name, args }: Action): string {
  if (name === 'TYPE_TEXT') {
    if (args.submit === true) return ''
    return `${args.clear === true ? '' : recent}${args.text}`.slice(-MAX_RECENT)
  }
  if (name !== 'PRESS_KEY') return recent
  const chord = normalizeChord(args.key)
  if (isReturn(chord) || chord === 'escape') return ''
  return Array.from(chord).length === 1 ? recent + chord : recent
}

function edited(text: string): EditedLine {
  return { text, isWhole: false, isAtEnd: false }
}

/** A terminal may not clear its line, but go to where it begins; and a tab completes a word with what nobody knows. */
function withText({ text: before, isWhole, isAtEnd }: EditedLine, text: string, clear: boolean): EditedLine {
  if (clear) return edited(text + before)
  return { text: before + text, isWhole: isWhole && !text.includes('\t'), isAtEnd }
}

function typed(line: EditedLine, { text, submit, clear }: ActionOf<'TYPE_TEXT'>['args']): EditedLine {
  if (submit === true) return begun
  const lines = text.split(/[\r\n]/)
  return lines.length > 1 ? withText(begun, lines.at(-1)!, false) : withText(line, text, clear === true)
}

function pressed(line: EditedLine, chord: string): EditedLine {
  if (isReturn(chord) || chord === 'ctrl+c') return begun
  if (/^(?:escape|shift|ctrl|alt|super|f\d+|(?:alt|super)\+.*)$/.test(chord)) return line
  if (chord === 'backspace' && line.isAtEnd)
    return { ...line, text: Array.from(line.text).slice(0, -1).join(''), isWhole: false }
  // Which sign a held shift makes of it is not told.
  const shifted = /^shift\+(.)$/u.exec(chord)?.[1]
  if (shifted !== undefined) return { ...withText(line, shifted, false), isWhole: false }
  const character = chord === 'space' ? ' ' : chord
  return Array.from(character).length === 1 ? withText(line, character, false) : edited(line.text)
}

/** Whether it presses Return, alone or after a text. */
export function sendsLine({ name, args }: Action): boolean {
  if (name === 'PRESS_KEY') return isReturn(normalizeChord(args.key))
  return name === 'TYPE_TEXT' && (args.submit === true || /[\r\n]/.test(args.text))
}

const MODIFIERS = ['ctrl', 'alt', 'shift', 'super'] as const

/** One way to write a chord: lower case, modifiers by their usual names and in one order. */
export function normalizeChord(key: string): string {
  const names = keyNames(key).map(plainName)
  const held = MODIFIERS.filter((name) => names.includes(name))
  const others = names.filter((name) => !held.some((one) => one === name))
  return [...held, ...others].join('+')
}

/** How many keys of a chord are no modifiers. */
export function countKeys(key: string): number {
  return keyNames(key).filter((name) => !MODIFIERS.some((one) => one === plainName(name))).length
}

/** Whatever sends a line. */
export function isReturn(chord: string): boolean {
  return /(?:^|\+)(?:return|enter|kp_enter|linefeed)(?:$|\+)|^ctrl\+(?:shift\+)?[jmo]$/.test(chord)
}

/** As the driver reads them, so that no other spelling of a key gets past the policy. */
function keyNames(key: string): string[] {
  try {
    return parseChord(key).map(({ name }) => name)
  } catch {
    // The driver refuses it in the same way before it presses anything.
    return [key]
  }
}

function plainName(name: string): string {
  if (Array.from(name).length === 1) return name.toLowerCase()
  const modifier = /^(control|shift|alt|super|meta)_[lr]$/i.exec(name)?.[1]?.toLowerCase()
  if (modifier === 'control') return 'ctrl'
  return modifier === 'meta' ? 'super' : (modifier ?? name.toLowerCase())
}
