import type { Confirmation } from '../../../src/contract/confirmation.ts'
import type { ComputerTask } from '../../../src/features/desktop/computer-tasks.ts'
import type { Hand } from './hand.ts'
import type { WebPages } from './web-pages.ts'

/** One thing to do on a desktop, and how it is seen from the state afterwards whether it was done. */
export interface DesktopTask {
  /** Short and unique, such as `mousepad-replace`. */
  readonly name: string
  readonly program: Program
  /** What the person asks for. */
  readonly goal: string | ((place: Place) => string)
  /** Makes files, pages and open windows; everything else is as on a new machine. */
  readonly prepare?: (place: Place) => Promise<void>
  /** How a model does it that sees only what it is sent, and what it says at the end. */
  readonly script: (hand: Hand, place: Place) => Promise<string>
  /** Throws `Unmet` where the files, forms and settings are not as they must be. */
  readonly judge: (after: After) => Promise<void> | void
  /** What the person must be asked, in order, each by a pattern of the question. Anything else asked is one too many. */
  readonly asks?: readonly RegExp[]
  /** False for a task whose questions the person answers with no. */
  readonly approves?: boolean
}

export type Program =
  | 'Mousepad'
  | 'Calc'
  | 'Writer'
  | 'Thunar'
  | 'Chromium'
  | 'terminal'
  | 'Galculator'
  | 'settings'
  | 'several'

/** Where a task happens. */
export interface Place {
  /** The home folder of the person. */
  readonly home: string
  readonly pages: WebPages
  /** Opens a program as the person would have before they asked, and returns when its window is there. */
  readonly open: (program: string, ...words: string[]) => Promise<void>
  /** The terminal of this desktop, to be opened. */
  readonly terminal: string
}

export interface After extends Place {
  readonly task: ComputerTask
  readonly questions: readonly Confirmation[]
}

export function defineTask(task: DesktopTask): DesktopTask {
  return task
}
