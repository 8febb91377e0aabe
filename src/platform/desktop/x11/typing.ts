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

/** Longer texts are not typed key by key: keys that were sent cannot be called back. */
const MOST_KEYS = 64

/** By the first way that works, or by the one that is named. */
export async function typeText(
  parts: TypingParts,
  text: string,
  { method = 'auto', signal }: TypeOptions & { readonly signal?: AbortSignal | undefined },
): Promise<Typed> {
  const characters = Array.from(text).length
  const done = { characters, clipboardReplaced: false }
  const isAuto = method === 'auto'
  if (isAuto || method === 'accessibility') {
    const inserted = await insertByAccessibility(parts, text, signal)
    if (inserted) return { ...done, method: 'accessibility', verified: inserted.verified }
    if (!isAuto) throw notTaken('has no text field that takes text through accessibility')
  }
  if (isAuto || method === 'clipboard') {
    const { isTaken, isReplaced } = await parts.paste.text(text, signal)
    const pasted = { ...done, method: 'clipboard', clipboardReplaced: isReplaced } as const
    if (isTaken) return { ...pasted, verified: isTaken === 'by-focused' }
    if (!isAuto || characters > MOST_KEYS) throw notTaken('did not take the text from the clipboard')
  }
  await parts.keyboard.type(text, signal)
  return { ...done, method: 'keys', verified: false }
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
