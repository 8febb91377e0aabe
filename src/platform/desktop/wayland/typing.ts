import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import type { Typed, TypeOptions } from '../desktop-driver.ts'
import type { Keyboard } from './keyboard.ts'
import type { Paste } from './paste.ts'

export interface TypingParts {
  readonly keyboard: Keyboard
  readonly paste: Paste
  readonly accessibility: Pick<Accessibility, 'insert'> | null
  readonly log: Log
}

type Options = TypeOptions & { readonly signal?: AbortSignal | undefined }
type Pasted = Pick<Typed, 'method' | 'verified' | 'clipboardReplaced'>

/** Longer texts are not typed key by key unless they must: keys that were sent cannot be called back. */
const MOST_KEYS = 256

/** By the first way that works, or by the one that is named. Keys come before the clipboard here: they are surer. */
export async function typeText(parts: TypingParts, text: string, options: Options): Promise<Typed> {
  const { method = 'auto', signal } = options
  const done = { characters: Array.from(text).length, clipboardReplaced: false }
  if (method === 'auto' || method === 'accessibility') {
    const inserted = await insertByAccessibility(parts, text, signal)
    if (inserted) return { ...done, method: 'accessibility', verified: inserted.verified }
    if (method === 'accessibility') throw notTaken('has no text field that takes text through accessibility')
  }
  if (method === 'clipboard') return { ...done, ...(await paste(parts, text, signal)) }
  // A form takes Return for being finished and Tab for the next field, so such texts are rather pasted.
  const isSure = done.characters <= MOST_KEYS && !/[\n\t]/.test(text)
  if (method === 'auto' && !isSure) {
    const pasted = await pasteIfPossible(parts, text, signal)
    if (pasted) return { ...done, ...pasted }
  }
  await parts.keyboard.type(text, signal)
  return { ...done, method: 'keys', verified: false }
}

/** Nothing is written twice: null only when nobody has fetched the text. */
async function pasteIfPossible(
  parts: TypingParts,
  text: string,
  signal?: AbortSignal,
): Promise<Pasted | null> {
  try {
    return await paste(parts, text, signal)
  } catch (error) {
    signal?.throwIfAborted()
    parts.log.debug({ err: error }, 'Text could not be pasted.')
    return null
  }
}

/** Who has fetched it is not known here, only that it was after the keys were struck. */
async function paste(parts: TypingParts, text: string, signal?: AbortSignal): Promise<Pasted> {
  const { isTaken, isReplaced } = await parts.paste.text(text, parts.keyboard, signal)
  if (!isTaken) throw notTaken('did not take the text from the clipboard')
  return { method: 'clipboard', verified: false, clipboardReplaced: isReplaced }
}

/** What applications tell of themselves is often broken: then there are other ways. */
async function insertByAccessibility(
  { accessibility, log }: TypingParts,
  text: string,
  signal?: AbortSignal,
): Promise<{ readonly verified: boolean } | null> {
  try {
    return (await accessibility?.insert(text, signal)) ?? null
  } catch (error) {
    signal?.throwIfAborted()
    log.debug({ err: error }, 'Text could not be inserted through accessibility.')
    return null
  }
}

function notTaken(why: string): AppError {
  return new AppError('conflict', `The focused application ${why}. Click into a text field first.`)
}
