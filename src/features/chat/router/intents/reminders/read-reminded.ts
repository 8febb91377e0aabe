import { daysBetween, isoDay, momentIn } from '../../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../../platform/language/values/dates.ts'
import { readDue, type Due } from '../../../../../platform/language/values/due.ts'
import { readDuration } from '../../../../../platform/language/values/durations.ts'
import { withRelativeDays } from '../../../../../platform/language/values/relative-days.ts'
import { readRepetition, ruleText } from '../../../../../platform/language/values/repetition.ts'
import { whenAtEnd, whenAtStart, whenWithin } from '../../../../../platform/language/values/when-phrases.ts'
import type { Sentence } from '../../normalize.ts'
import { asSaid } from '../../readers/as-said.ts'
import { present, trimmed, type When } from '../../readers/reader.ts'
import { capital } from '../../../../../platform/language/capital.ts'

export interface Reminded {
  readonly text?: string
  readonly due?: string
  readonly repeat?: string
  readonly problem?: string
}

/** What to be reminded of, and when: "tomorrow at 5 to call Jo", with what stood before it ("every day"). */
export function readReminded(
  body: string,
  opening: string,
  { said, when }: { said: Sentence; when: When },
): Reminded {
  const passed = passedDay(body, when)
  if (passed !== undefined) return { problem: `${capital(passed)} has passed.` }
  const { task, ...told } = parted(withRelativeDays(body, when.today), withRelativeDays(opening, when.today))
  const words = ofEachWeek(told.words)
  const due = severalDays.test(words) && readRepetition(words) === undefined ? oneDay : readDue(words, when)
  const early = task === undefined ? undefined : beforehand(task, words, { due, when })
  if (early) return { ...early, ...present({ text: asSaid(said, early.text) }) }
  return present({ text: asSaid(said, task), ...dueSlots(due, when) })
}

/** "yesterday to call mum": a day that is over, where the day of the reminder stands. */
function passedDay(body: string, { today }: When): string | undefined {
  const lead = /^(.+?) (?:to|about|that)\b/i.exec(body)?.[1]
  const date = lead === undefined ? undefined : readDate(lead, today)
  const isWhole = date !== undefined && date.text.length === lead!.replace(/^on /i, '').length
  return isWhole && daysBetween(today, date.day) < 0 ? date.text : undefined
}

const oneDay: Due = { problem: 'A reminder rings on one day. Set them one at a time.' }
const weekday = '(?:sun|mon|tues|wednes|thurs|fri|satur)day'
const severalDays = new RegExp(
  String.raw`(?:\bon )?\b(${weekday}(?:(?:,? and |, ?| & )(?:on )?${weekday})+)\b`,
  'i',
)

/** "monday, wednesday and friday" are those of each week; which one is meant by "next monday and friday" nobody knows. */
function ofEachWeek(words: string): string {
  const [said, days = ''] = severalDays.exec(words) ?? []
  if (said === undefined || /\b(?:every|each|next|this|last|coming|weekly)\b/i.test(words)) return words
  return words.replace(said, `every ${days.replaceAll(/\bon /gi, '')}`)
}

function parted(body: string, opening: string): { task: string | undefined; words: string } {
  const next = whenAtStart(withoutLink(body))
  return withWhen(withoutLink(next.rest), [opening, next.when].filter((words) => words !== '').join(' '))
}

const link =
  /^(?:to remind me (?:to|of|about|that)|so (?:that )?i (?:can |remember to |do not forget to )?|that i (?:have|need|must|ought|should|am supposed)(?: to)?|that says|which says|to|about|of|that|saying|called|titled|named|for|regarding|not to forget to|me to)\b[:,]? /i
const vagueTask =
  /^(?:it|this|that|these|those|them|things?|something|anything|stuff|everything|some (?:things|stuff)|me|later|an?|one|please|too|then|again|to|yesterday|reminders?)$/i

const ahead =
  /^(?:about )?((?:an?|half an?|\d+|[a-z]+(?:[- ]five)?) (?:minute|min|hour|day|week)s?) before (?:the start of )?(.+)$/i

/** "10 minutes before the call at 3pm": at 3pm it would be too late. */
function beforehand(
  task: string,
  words: string,
  { due: { due }, when }: { due: Due; when: When },
): Reminded | undefined {
  const [, distance = '', what] = ahead.exec(task) ?? []
  const seconds = readDuration(distance)?.seconds
  if (due === undefined || what === undefined || seconds === undefined) return undefined
  const early = new Date(Date.parse(due) - seconds * 1_000)
  const isWholeDays = seconds % 86_400 === 0
  // Of a day alone it cannot be told when ten minutes before is.
  if (!due.includes('T') && !isWholeDays) return { text: `${task} ${words}` }
  if (early <= when.now) return { text: what, problem: `${capital(distance)} before that is in the past.` }
  return { text: what, due: due.includes('T') ? early.toISOString() : early.toISOString().slice(0, 10) }
}

function withoutLink(text: string): string {
  return text
    .trim()
    .replace(/^later(?: on)? (?=to\b)/i, '')
    .replace(link, '')
}

function withWhen(body: string, said: string): { task: string | undefined; words: string } {
  const quote = /["“”][^"“”]+["“”]/.exec(body)?.[0]
  if (quote !== undefined) return besideQuote(body, quote, said)
  // "the rent is due on friday" would be no sentence without its day.
  const end = whenAtEnd(trimmed(body))
  // What stood before says when already: "remind me tomorrow to plan the party on friday" is about Friday's party.
  const isPart =
    /(?:^|\s)(?:is|are|was|be|starts?|begins?|ends?|due|on|at|for|to|the|an?|of|with|from|and)$/i.test(
      end.rest,
    )
  const isTold = said !== '' && readsDay(said) && readsDay(end.when)
  const rest = isTold || isPart ? trimmed(body) : end.rest
  const words = isTold ? said : [said, end.when].filter((found) => found !== '').join(' ')
  const task = trimmed(rest).replace(/ (?:again|too|as well|please|every time|going forward)$/i, '')
  const isTask = task !== '' && !vagueTask.test(task)
  return { task: isTask ? task : undefined, words: words === '' && isTask ? whenWithin(task) : words }
}

/** What is quoted says nothing about when. */
function besideQuote(body: string, quote: string, said: string): { task: string; words: string } {
  const { rest, when } = whenAtEnd(body.replace(quote, '\u{FFFC}'))
  const task = trimmed(rest) === '\u{FFFC}' ? trimmed(quote) : rest.replace('\u{FFFC}', quote)
  return { task, words: `${said} ${when}`.trim() }
}

function readsDay(words: string): boolean {
  return /\b(?:today|tonight|tomorrow|day|week|weekend|month|\p{L}{3,6}day|\d+(?:st|nd|rd|th)|\d+\/\d+|every|each|in)\b/iu.test(
    words,
  )
}

function dueSlots({ due, repetition, problem }: Due, when: When) {
  return present({
    due: due === isoDay(when.today) ? laterToday(when) : due,
    repeat: repetition && ruleText(repetition),
    problem,
  })
}

const HOURS_OF_A_DAY = [9, 12, 15, 18, 20]

/** "Today" without a time is one that is still to come; it is told. */
function laterToday({ now, timeZone, today }: When): string {
  const soon = now.getTime() + 30 * 60_000
  const moments = HOURS_OF_A_DAY.map((hour) => momentIn(timeZone, { ...today, hour, minute: 0 }))
  return (
    moments.find((moment) => moment.getTime() > soon) ?? new Date(now.getTime() + 3_600_000)
  ).toISOString()
}
