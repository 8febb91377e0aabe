import type { Action, ActionOf } from '../actions/vocabulary.ts'
import type { Scene } from '../policy/assessment.ts'
import { isTerminal } from '../policy/known-places.ts'
import { TypedLines } from '../policy/typed-line.ts'
import { loginWindows } from '../policy/risky-words.ts'
import { looksLikePassword, speaksOfPassword } from './given-secrets.ts'
import type { Secrecy } from '../../../contract/tool.ts'
import { MASK } from '../../../platform/secrets/masked-value.ts'

/** What has to be known of the place that something is typed into. */
export type TypedInto = Pick<Scene, 'focused' | 'target' | 'window' | 'lines'>

/**
 * `yes`: it goes into a password field, or nothing says that it does not and it reads like one: nobody is shown it, and it
 * is masked wherever else it stands. `maybe`: nobody tells what kind of field it is, so it is not stored.
 */
export function secrecyOf(action: Action, scene: TypedInto): Secrecy {
  if (action.name !== 'TYPE_TEXT' && action.name !== 'PRESS_KEY') return 'no'
  if (isForPasswords(scene)) return 'yes'
  if (action.name === 'PRESS_KEY') return isTold(scene) || isTerminal(scene) ? 'no' : 'maybe'
  return secrecyOfText(action.args, scene)
}

function isForPasswords({ focused, target, window }: TypedInto): boolean {
  if (focused?.isPassword === true || target?.isPassword === true) return true
  return window !== null && loginWindows.test(`${window.title} ${window.className}`)
}

function secrecyOfText(typed: ActionOf<'TYPE_TEXT'>['args'], scene: TypedInto): Secrecy {
  const { focused, target, window } = scene
  const field = focused ?? target
  if (speaksOfPassword.test(`${typed.target ?? ''} ${field?.name ?? ''}`)) return 'yes'
  const inTerminal = window !== null && isTerminal(scene)
  if (isTold(scene) && !inTerminal) return 'no'
  if (readsLikePassword(typed, inTerminal)) return 'yes'
  return inTerminal ? 'no' : 'maybe'
}

function readsLikePassword(
  { text, reason = '' }: ActionOf<'TYPE_TEXT'>['args'],
  inTerminal: boolean,
): boolean {
  const word = text.trim()
  // A person who is asked about a command must see it; the names of programs have digits too.
  if (/[\s;|&<>()$=]/u.test(word)) return false
  return speaksOfPassword.test(reason) || looksLikePassword(word, { kinds: inTerminal ? 3 : 2 })
}

/** Whether an application says what the text goes into. */
function isTold({ focused, target }: TypedInto): boolean {
  return [focused, target].some((one) => one !== null && (one.isEditable || one.role !== ''))
}

/** The action as it may be shown and stored. */
export function withoutTyped(action: Action): Action {
  if (action.name === 'TYPE_TEXT') return { ...action, args: { ...action.args, text: MASK } }
  return action.name === 'PRESS_KEY' && writesCharacter(action.args.key)
    ? { ...action, args: { ...action.args, key: MASK } }
    : action
}

/** Whether a key puts a character into a field, rather than moving in it or pressing a button. */
export function writesCharacter(key: string): boolean {
  const last = Array.from(key).length === 1 ? key : (key.split('+').at(-1) ?? '')
  const isHeld = /(?:^|\+)(?:ctrl|control|alt|super|cmd|meta)\+/i.test(key)
  return !isHeld && (Array.from(last).length <= 1 || /^(?:kp_)?\d$/i.test(last))
}

/** The same for what is typed by a tool, without a task that knows what was typed before. */
export function secrecyOfTyped(
  typed: { readonly text: string; readonly label?: string | undefined } | { readonly key: string },
  into: Omit<TypedInto, 'lines'>,
): Secrecy {
  const scene = { ...into, lines: new TypedLines() }
  if ('key' in typed)
    return writesCharacter(typed.key) ? secrecyOf({ name: 'PRESS_KEY', args: typed }, scene) : 'no'
  const { text, label: target } = typed
  return secrecyOf({ name: 'TYPE_TEXT', args: { text, ...(target !== undefined && { target }) } }, scene)
}
