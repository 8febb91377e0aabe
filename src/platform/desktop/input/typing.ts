import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import type { Typed, TypeOptions, TypingMethod } from '../desktop-driver.ts'
import { fieldNow, seeText, type Expected, type Seen } from './seen-text.ts'

/** By what text can get into the focused application. */
export interface TypingWays {
  /** null where applications cannot be asked about themselves. */
  readonly accessibility: (Pick<Accessibility, 'insert'> & Partial<Pick<Accessibility, 'field'>>) | null
  /** null when nobody has fetched the text, so that it may come by another way: nothing is written twice. */
  readonly paste: (text: string, signal?: AbortSignal) => Promise<Taken | null>
  readonly strike: (text: string, signal?: AbortSignal) => Promise<void>
  /** Marks all that stands there, by a key: what comes by a key after it cannot overtake it. */
  readonly selectAll: (signal?: AbortSignal) => Promise<void>
  readonly press: (chord: string, signal?: AbortSignal) => Promise<void>
  /** Until the application has read every key, and fetched all that was pasted. */
  readonly allRead: (signal?: AbortSignal) => Promise<void>
  readonly keys: KeyLimits
  readonly log: Log
}

type Taken = Pick<Typed, 'verified'> & Partial<Pick<Typed, 'clipboardReplaced'>>

/** In characters: keys that were sent cannot be called back. */
export interface KeyLimits {
  /** Up to this length keys come before the clipboard. */
  readonly first: number
  /** Longer texts are not typed key by key. */
  readonly most: number
}

type Options = TypeOptions & { readonly signal?: AbortSignal | undefined }

/** By the first way that works, or by the one that is named; then it is looked at what the field holds. */
export async function typeText(ways: TypingWays, text: string, options: Options): Promise<Typed> {
  const { submit = false, signal } = options
  const before = await fieldNow(ways, signal)
  const expected = { text, before, replace: options.replace ?? false }
  const attempt = async () => ({
    entered: await enter(ways, text, options),
    seen: await seeText(ways, expected, signal),
  })
  let { entered, seen } = await attempt()
  // The keys that mark what stands there were struck before the field had the keyboard.
  if (isAppended(seen, expected)) ({ entered, seen } = await attempt())
  const { method, verified = false, clipboardReplaced = false } = entered
  const submitted = submit && seen.as !== 'unchanged'
  if (submitted) {
    if (seen.as === 'unreadable') await ways.allRead(signal)
    await ways.press('Return', signal)
  }
  return {
    method,
    verified: seen.as === 'expected' || (seen.as === 'unreadable' && verified),
    characters: Array.from(text).length,
    clipboardReplaced,
    value: seen.value,
    submitted,
  }
}

function isAppended({ as, value }: Seen, { text, replace }: Expected): boolean {
  return as === 'other' && replace && (value?.includes(text) ?? false)
}

interface Entered extends Partial<Taken> {
  readonly method: TypingMethod
}

async function enter(ways: TypingWays, text: string, options: Options): Promise<Entered> {
  const { method = 'auto', replace = false, signal } = options
  const order = waysFor(method, text, ways.keys)
  for (const way of order) {
    const isLast = way === order.at(-1)
    const taken = await tryWay(ways, { way, text, replace, isLast, signal })
    if (taken) return { method: way, ...taken }
  }
  const why = {
    accessibility: 'has no text field that accepts text through accessibility',
    clipboard: "didn't take the text from the clipboard",
    keys: "doesn't accept keys",
  }[order.at(-1)!]
  throw new AppError('conflict', `The focused application ${why}. Click into a text field first.`)
}

interface Trial {
  readonly way: TypingMethod
  readonly text: string
  readonly replace: boolean
  readonly isLast: boolean
  readonly signal: AbortSignal | undefined
}

/** null when it did not go by this way, or could not: what fails there is told only when there is no other way. */
async function tryWay(ways: TypingWays, trial: Trial): Promise<Taken | null> {
  const { way, text, replace, isLast, signal } = trial
  try {
    if (way === 'accessibility') return (await ways.accessibility?.insert(text, { replace, signal })) ?? null
    if (replace) await ways.selectAll(signal)
    if (way === 'clipboard') return await ways.paste(text, signal)
    await ways.strike(text, signal)
    return { verified: false }
  } catch (error) {
    signal?.throwIfAborted()
    if (isLast && way !== 'accessibility') throw error
    ways.log.debug({ err: error, way }, "Couldn't enter the text this way.")
    return null
  }
}

/** Which ways to try, in order. */
function waysFor(method: TypingMethod | 'auto', text: string, keys: KeyLimits): readonly TypingMethod[] {
  if (method !== 'auto') return [method]
  // A form takes Return for being finished and Tab for the next field: such a text is never struck unasked.
  const isPlain = !/[\n\r\t]/.test(text)
  const characters = Array.from(text).length
  if (isPlain && characters <= keys.first) return ['accessibility', 'keys']
  const canStrike = isPlain && characters <= keys.most
  return canStrike ? ['accessibility', 'clipboard', 'keys'] : ['accessibility', 'clipboard']
}
