import type { ActiveWindow } from '../../platform/desktop/desktop-driver.ts'
import { isReturn, normalizeChord } from './policy/typed-line.ts'
import { lookingActions, type Action } from './actions/vocabulary.ts'

/**
 * Whether the window in front has come to show something else while the actions of one answer are done, by its title. What is
 * typed changes titles too, and so does a key that saves or opens a tab: those were meant. What a click or Return leads to is
 * not known before it is seen.
 */
export class TitleWatch {
  #title: string
  /** The last action that can have changed it. */
  #cause: Action | undefined
  #surprise: string | undefined

  constructor(front: ActiveWindow | null) {
    this.#title = front?.title ?? ''
  }

  /** Told of each action after it was done, with the window that is in front then. */
  note(action: Action, front: ActiveWindow | null): void {
    const title = front?.title ?? ''
    if (!lookingActions.has(action.name)) this.#cause = action
    if (this.#cause && !isUsual(this.#cause, this.#title, title)) this.#surprise = title
    this.#title = title
  }

  /** The title that was not to be expected, for an action that goes to whatever has the keyboard. */
  surpriseFor({ name }: Action): string | undefined {
    return name === 'TYPE_TEXT' || name === 'PRESS_KEY' ? this.#surprise : undefined
  }
}

function isUsual({ name, args }: Action, before: string, after: string): boolean {
  const [one, other] = [plain(before), plain(after)]
  if (one === other) return true
  if (name === 'PRESS_KEY') return !pressesSomething(args.key)
  if (name !== 'TYPE_TEXT' || args.submit === true || /[\r\n]/.test(args.text)) return false
  // Some programs name what has no name yet by what is typed, or write beside it that it was changed.
  return other.includes(plain(args.text).slice(0, NAMED_BY)) || other.includes(one) || one.includes(other)
}

/** So much of what is typed is a name. */
const NAMED_BY = 8

function pressesSomething(key: string): boolean {
  const chord = normalizeChord(key)
  return isReturn(chord) || chord === 'space'
}

/** Without marks of what is not saved, counts of what is new, and what else stands in brackets. */
function plain(title: string): string {
  return title
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}
