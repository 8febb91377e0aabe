import { readRecurring, recurringPattern } from '../../../../../platform/language/values/recurring.ts'
import type { Sentence } from '../../normalize.ts'
import { trimmed } from '../../readers/reader.ts'

const courtesy = String.raw`(?:(?:please|kindly|just|also|you should|i (?:want|need|would like|'d like) you to|(?:can|could|would|will) you(?: please)?),? )`
const first = new RegExp(String.raw`^(?<words>${recurringPattern})[,:]?\s+${courtesy}*(?<work>.+)$`, 'i')
const last = new RegExp(String.raw`^(?<work>.+?),?\s+(?<words>${recurringPattern})$`, 'i')
/** Left away where a sentence is understood, though it says what is wanted every time. */
const toldPattern = /^(?:please )?tell (?:me|us) /i
const opening =
  /^(?:please |schedule (?:an? |the )?|(?:set up|create|make|add) an? (?:new |daily |weekly |recurring )?(?:schedule|job|task) (?:to|that|which) )/i

export function isTold({ said }: Sentence): boolean {
  return toldPattern.test(said)
}

/** Whether the times stand before what is wanted: a question behind them is asked every time. */
export function beginsWithTimes({ said }: Sentence): boolean {
  return first.test(said)
}

/** "every monday at 9 back up Documents", "zip my Documents every friday at 5pm" */
export function timesAndWork(sentence: Sentence) {
  const spoken = (isTold(sentence) || beginsWithTimes(sentence) ? sentence.said : sentence.text)
    .replace(/(?:,? (?:please|thanks|thank you))?[?!.]*$/i, '')
    .replace(opening, '')
  const { words = '', work = '' } = (first.exec(spoken) ?? last.exec(spoken))?.groups ?? {}
  const times = readRecurring(words)
  const command = trimmed(work)
  return times && command !== '' ? { ...times, command } : undefined
}
