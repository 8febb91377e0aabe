import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../contract/log.ts'
import type { Accessibility } from '../accessibility/accessibility.ts'
import type { FocusedField } from '../accessibility/focused-field.ts'

/** By what the focused field is read, and put right. */
export interface Sight {
  /** null where applications cannot be asked about themselves. */
  readonly accessibility: Partial<Pick<Accessibility, 'field'>> | null
  readonly press: (chord: string, signal?: AbortSignal) => Promise<void>
  readonly log: Log
}

export interface Expected {
  readonly text: string
  /** What the field held before; null where that could not be read. */
  readonly before: FocusedField | null
  /** Whether the text is to be all that it holds. */
  readonly replace: boolean
}

export interface Seen {
  /** What the field holds; null where that cannot be read. */
  readonly value: string | null
  /** `other`: the field has changed, and holds something else, as those do that write a number in groups. */
  readonly as: 'expected' | 'other' | 'unchanged' | 'unreadable'
}

const PATIENCE_MS = 3_000
/** An application that does not say what it shows is not asked for longer. */
const READING_MS = 1_500
/** A field that holds something else for so long has made up its mind. */
const FINAL_AFTER_MS = 400
const POLL_MS = 20

/** What has the keyboard; null where that holds no text, or cannot be asked. */
export async function fieldNow(
  { accessibility, log }: Pick<Sight, 'accessibility' | 'log'>,
  signal?: AbortSignal,
): Promise<FocusedField | null> {
  if (!accessibility?.field) return null
  const late = AbortSignal.timeout(READING_MS)
  try {
    return await accessibility.field(signal ? AbortSignal.any([signal, late]) : late)
  } catch (error) {
    signal?.throwIfAborted()
    log.debug({ err: error }, "Couldn't read the focused field.")
    return null
  }
}

/** Until the field is seen to hold the text: an application shows it some time after it was sent. */
export async function seeText(sight: Sight, expected: Expected, signal?: AbortSignal): Promise<Seen> {
  const until = performance.now() + PATIENCE_MS
  let last = { value: null as string | null, since: 0 }
  for (;;) {
    const field = await fieldNow(sight, signal)
    if (field === null || field.value === null) return { value: null, as: 'unreadable' }
    const now = performance.now()
    if (last.value !== field.value) last = { value: field.value, since: now }
    const isLate = now > until
    // What a browser adds by itself would make another address of it.
    if (isCompleted(field, expected.text) && !isLate) await sight.press('Delete', signal)
    else {
      const as = judge(field, expected, { isLate, sinceMs: now - last.since })
      if (as !== null) return { value: field.value, as }
    }
    await sleep(POLL_MS, undefined, { signal })
  }
}

/** null as long as more may come. */
function judge(
  field: FocusedField,
  expected: Expected,
  { isLate, sinceMs }: { isLate: boolean; sinceMs: number },
): Seen['as'] | null {
  const value = field.value ?? ''
  if (holdsText(value, expected) && (isLate || !hasMarked(field))) return 'expected'
  if (value === expected.before?.value) return isLate ? 'unchanged' : null
  return isLate || sinceMs >= FINAL_AFTER_MS ? 'other' : null
}

/** Nothing is marked after typing but what the field has added to it. */
function isCompleted(field: FocusedField, text: string): boolean {
  if (!hasMarked(field)) return false
  const typed = Array.from(field.value ?? '').slice(0, field.selected.start)
  return text !== '' && plain(typed.join('')).endsWith(plain(text))
}

function hasMarked({ selected }: FocusedField): boolean {
  return selected.end > selected.start
}

function holdsText(value: string, { text, before, replace }: Expected): boolean {
  if (replace) return plain(value) === plain(text)
  if (before === null || before.value === null) return plain(value).includes(plain(text))
  const letters = Array.from(before.value)
  const { start, end } = before.selected
  const expected = [...letters.slice(0, start), text, ...letters.slice(end)].join('')
  if (plain(value) === plain(expected)) return true
  // Where the caret was is not always told rightly.
  return value !== before.value && plain(value).includes(plain(text))
}

/** As it is compared: pages write spaces and the ends of lines in their own way. */
function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').trimEnd()
}
