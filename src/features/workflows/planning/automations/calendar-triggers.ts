import { readDuration } from '../../../../platform/language/values/durations.ts'
import { anyOf, says } from './expressions.ts'
import type { MarkedText } from './marked-text.ts'
import { whenMember, type TriggerReading } from './trigger-reading.ts'
import { readValues } from './value-words.ts'

const MEETING = '(?<noun>meetings?|appointments?|(?:calendar )?events?|calls?)'
const EVERY = '(?:(?:every|each|any|all|an?|my|of my|the) )*'
const LIMIT =
  '(?: (?:with|called|named|titled|about|at|in|that mentions?|whose title (?:is|contains|has)) (?<about>[^,:]+?))?'
const LENGTH =
  '(?<length>(?:an? |one |two |three |five |ten |fifteen |twenty |thirty |half |(?:a )?quarter |\\d)[^,:]{0,30}?)'
const BEFORE = '(?:before|ahead of|prior to|in advance of)'

/** "10 minutes before every meeting": stands by itself, without "when". */
const AHEAD = new RegExp(
  `^(?:(?:shortly|right|just|${LENGTH}) )?${BEFORE} ${EVERY}${MEETING}(?: (?:starts?|begins?))?${LIMIT}$`,
  'i',
)
const STARTS = new RegExp(
  `^${EVERY}${MEETING}${LIMIT} (?:starts?|begins?|is (?:about to|starting|going to) (?:start|begin)|is starting)(?: in ${LENGTH.replace('<length>', '<soon>')})?$`,
  'i',
)
const APPROACHES = new RegExp(`^${EVERY}${MEETING}${LIMIT} (?:is|are) (?<soon>[^,:]+?) (?:away|off)$`, 'i')

const DEFAULT_NOTE = 'It runs 10 minutes before, because nobody said how long before.'

/** Words that say how long before what is on the calendar something should happen. */
export function readCalendarTrigger(text: string, marks: MarkedText): TriggerReading | undefined {
  const ahead = AHEAD.exec(text)?.groups
  // One meeting is no rule, and "before my meeting" means one.
  if (ahead && /\b(?:next|today|tomorrow)\b/i.test(text)) return undefined
  if (ahead) return readingOf(ahead, { marks, length: ahead['length'], isNow: false })
  const starts = STARTS.exec(text)?.groups ?? APPROACHES.exec(text)?.groups
  if (!starts || /\bnext\b/i.test(text)) return undefined
  return readingOf(starts, { marks, length: starts['soon'], isNow: true })
}

function readingOf(
  groups: Readonly<Record<string, string | undefined>>,
  { marks, length, isNow }: { marks: MarkedText; length: string | undefined; isNow: boolean },
): TriggerReading | undefined {
  const duration = length === undefined ? undefined : readDuration(length)
  if (length !== undefined && (!duration || duration.rest !== '')) return undefined
  const values = groups['about'] === undefined ? [] : readValues(groups['about'], marks)
  if (!values) return undefined
  const when =
    values.length === 0 ? undefined : anyOf(values.map((value) => says({ reference: '$event.title' }, value)))
  const before = duration ? { before_s: duration.seconds } : isNow ? { before_s: 0 } : {}
  return {
    triggers: [{ type: 'calendar', ...before, ...whenMember(when) }],
    thing: { type: 'calendar', name: 'event' },
    ...(!duration && !isNow && { notes: [DEFAULT_NOTE] }),
  }
}
