import type {
  AccessibleElement,
  ActiveWindow,
  ApplicationFacts,
  Point,
} from '../../../platform/desktop/desktop-driver.ts'
import type { TypedLines } from './typed-line.ts'

/** What is known of the desktop in the moment before an action. */
export interface Scene {
  /** Where it happens: under its place, else in front. null where that cannot be told: then Return is one in a terminal. */
  readonly window: ActiveWindow | null
  /** Where a drag begins. */
  readonly from: ActiveWindow | null
  readonly focused: AccessibleElement | null
  /** What Return would press beside it, as far as the application tells; null for an action without Return. */
  readonly defaultButton: AccessibleElement | null
  /** What the action points at, as far as the application tells. */
  readonly target: AccessibleElement | null
  /** Where it points, on the desktop. */
  readonly point: Point | null
  /** What an application is that is to be opened, as far as the desktop tells. */
  readonly application: ApplicationFacts | null
  /** What this task has typed into lines that are not sent yet. */
  readonly lines: TypedLines
  /** The words of the person who wants it; empty where somebody else wrote them. */
  readonly task: string
  readonly home: string
  /** What stands in the way of a command that is to run in the sandbox. */
  readonly confinement: Confinement
  /** Whether a text holds a secret that is stored here. */
  readonly holdsSecret: (text: string) => boolean
}

export interface Confinement {
  /** Why there is no sandbox, in a sentence; null where there is one. */
  readonly noSandbox: string | null
  /** Why the folder is not for commands that nobody was asked about. */
  readonly notAllowed: string | null
}

/**
 * `ask` needs a person unless the caller said that nobody is to be asked; `always` needs one whatever the caller said;
 * `block` is never done.
 */
export interface Assessment {
  readonly verdict: 'allow' | 'ask' | 'always' | 'block'
  readonly reason: string
}

export const allow: Assessment = { verdict: 'allow', reason: '' }
export const ask = (reason: string): Assessment => ({ verdict: 'ask', reason })
export const always = (reason: string): Assessment => ({ verdict: 'always', reason })
export const block = (reason: string): Assessment => ({ verdict: 'block', reason })
