import { isoDay, momentIn } from '../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../platform/language/values/dates.ts'
import { movedDue, readDue, type Due } from '../../../../platform/language/values/due.ts'
import { readDuration } from '../../../../platform/language/values/durations.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { withRelativeDays } from '../../../../platform/language/values/relative-days.ts'
import { ruleText } from '../../../../platform/language/values/repetition.ts'
import { whenAtEnd, whenAtStart, whenWithin } from '../../../../platform/language/values/when-phrases.ts'
import { asSaid } from './as-said.ts'
import { firstMatch, present, trimmed, type SlotReader, type Slots, type When } from './reader.ts'

/** What a wish to be reminded begins with; what follows is the task or when it is due. */
const heads: readonly RegExp[] = [
  /^(?:also |please |then )*(?:send me (?:an? )?(?:reminder|alert)|(?:set|create|make|add|schedule|give|put|have|get|need|want|new|i (?:need|want|would like))\b(?: me| up| in| on)*(?: an?| another| the| one| my)?(?: new| quick| daily| weekly| monthly| recurring| repeating)* reminders?|reminders?|remind me(?: again| please| once more)?)(?: set)?(?: for me)?\b[,:]? ?/i,
  /^(?:please )?(?:do not|never) (?:let me|ever let me) forget(?: that)?\b[,:]? ?/i,
  /^(?:make sure|see to it|ensure)(?: that)? i (?:do not forget|remember)\b[,:]? ?/i,
  /^(?:please )?(?:remember|do not forget)(?= (?:to|that i (?:need|have|must|ought|should))\b) ?/i,
  /^i (?:need|want|have|would like|must)(?: to)? (?:be reminded|remember)\b[,:]? ?/i,
]
const link =
  /^(?:to remind me (?:to|of|about|that)|so (?:that )?i (?:can |remember to |do not forget to )?|that i (?:have|need|must|ought|should|am supposed)(?: to)?|that says|which says|to|about|of|that|saying|called|titled|named|for|regarding|not to forget to|me to)\b[:,]? /i
const vagueTask =
  /^(?:it|this|that|these|those|them|things?|something|anything|stuff|everything|some (?:things|stuff)|me|later|an?|one|please|too|then|again|to|yesterday|reminders?)$/i

/** "You remind me of my brother" wants no reminder. */
const likens =
  /^(?:(?:do|does|did|will|would) )?(?:you|he|she|it|they|this|that|these|those|everything|(?:this|that|the|his|her|their|your|my) [\p{L}'-]+(?: [\p{L}'-]+)?) (?:(?:always|really|also|still|so|just|kind of|sort of|will|would|does|do|did|can|sometimes|never) )*remind me (?:so much |a lot |a little |a bit )?of\b/u

/** What to be reminded of, and when. */
export const readReminder: SlotReader = (sentence, when) => {
  const { text, lower } = sentence
  if (likens.test(lower)) return undefined
  // "remind me how to spell it" asks for an answer, "did i set a reminder" for a look.
  if (
    /\bremind me (?:how|what|who|where|why|the things)\b|^(?:did|do(?! not)|have|is|are|what|which) /.test(
      lower,
    )
  )
    return undefined
  const { task, words } = parted(withRelativeDays(text, when.today))
  const due = readDue(words, when)
  const early = task === undefined ? undefined : beforehand(task, words, { due, when })
  if (early) return { ...early, text: asSaid(sentence, String(early['text'])) }
  return present({ text: asSaid(sentence, task), ...dueSlots(due, when) })
}

const ahead =
  /^(?:about )?((?:an?|half an?|\d+|[a-z]+(?:[- ]five)?) (?:minute|min|hour|day|week)s?) before (?:the start of )?(.+)$/i

/** "10 minutes before the call at 3pm": at 3pm it would be too late. */
function beforehand(
  task: string,
  words: string,
  { due: { due }, when }: { due: Due; when: When },
): Slots | undefined {
  const [, distance = '', what] = ahead.exec(task) ?? []
  const seconds = readDuration(distance)?.seconds
  if (due === undefined || what === undefined || seconds === undefined) return undefined
  const early = new Date(Date.parse(due) - seconds * 1_000)
  const isWholeDays = seconds % 86_400 === 0
  // Of a day alone it cannot be told when ten minutes before is.
  if (!due.includes('T') && !isWholeDays) return { text: `${task} ${words}` }
  if (early <= when.now) return { text: what, problem: `${capital(distance)} before that has passed.` }
  return { text: what, due: due.includes('T') ? early.toISOString() : early.toISOString().slice(0, 10) }
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

/** "every day at 8 remind me to take my pills", "remind me on monday to call Jo at 5" */
function parted(said: string): { task: string | undefined; words: string } {
  const onList =
    /^(?:add|put) (.+?) (?:to|on|in|into) (?:my |the )?reminders?(?: list)?(?:[,]? (.+))?$/i.exec(said)
  if (onList) return withWhen(onList[1]!, onList[2] ?? '')
  const first = whenAtStart(said)
  const isHeaded = heads.some((head) => head.test(first.rest))
  const [opening, rest] = first.when !== '' && isHeaded ? [first.when, first.rest] : ['', said]
  const head = heads.find((pattern) => pattern.test(rest))
  if (!head) return withWhen(firstMatch(rest, elsewhere) ?? '', opening)
  const often = /\b(daily|weekly|monthly)\b(?= reminder)/i.exec(rest)?.[1] ?? ''
  const body = withoutLink(rest.replace(head, ''))
  const next = whenAtStart(body)
  return withWhen(
    withoutLink(next.rest),
    [often, opening, next.when].filter((words) => words !== '').join(' '),
  )
}

/** Where the wish stands in the midst of other words. */
const elsewhere: readonly RegExp[] = [
  /\bremind me (?:that |again )?(?:to|about|of|that i (?:have|need) to|that) (.+)$/i,
  /\bto be reminded (?:to|about|of|that i (?:have|need) to|that) (.+)$/i,
  /\breminder (?:for me |set )?(?:to|about|for|of|that|saying)(?: remind me to| me to)? (.+)$/i,
  /\b(?:make sure i|need to|have to) (?:remember to )?(.+)$/i,
]

function withoutLink(text: string): string {
  return text
    .trim()
    .replace(/^later(?: on)? (?=to\b)/i, '')
    .replace(link, '')
}

function withWhen(body: string, said: string): { task: string | undefined; words: string } {
  const quoted = readQuoted(body)
  if (quoted !== undefined) {
    const outside = body.replace(/["“”].*["“”]|'.*'/, ' ').replaceAll(/\s+/g, ' ')
    return { task: quoted, words: [said, whenAtEnd(outside).when].filter((words) => words !== '').join(' ') }
  }
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

function readsDay(words: string): boolean {
  return /\b(?:today|tonight|tomorrow|day|week|weekend|month|\p{L}{3,6}day|\d+(?:st|nd|rd|th)|\d+\/\d+|every|each|in)\b/iu.test(
    words,
  )
}

function dueSlots({ due, repetition, problem }: Due, when: When): Slots {
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

/** A wish for a new one is no question about the old ones. */
export const readReminders: SlotReader = ({ text, lower }, { today }) =>
  /\b(?:new|(?<!do i )have a|need a|want a|set up a|get a|give me a|create|make a|how about a) reminder\b|\bto be reminded\b|^remind me\b/.test(
    lower,
  )
    ? undefined
    : present({ day: dayAsked(text, today) })

function dayAsked(text: string, today: When['today']): string | undefined {
  const date = readDate(text, today)
  return date && isoDay(date.day)
}

const named: readonly RegExp[] = [
  /\breminders? (?:to|about|for|of|that says|called|named|saying|that i (?:have|need) to|on|regarding) (.+)$/i,
  /^\S+(?: off| up| back)? (?:(?:the|my|that|this|a|an) )?(.+?) reminders?\b/i,
  /^\S+(?: off)? (?:the |my )?reminders?:? (.+)$/i,
  /^(?:stop|quit) reminding me (?:to|about|of) (.+)$/i,
  /^\S+ (.+?) from (?:my |the )?reminders?(?: list)?$/i,
]
const noName = /^(?:my|the|that|this|last|it|one|a|an|next|latest|all|every)$/i

/** Which of the reminders is to go. */
export const readRemovedReminder: SlotReader = ({ text }) => {
  const name = readQuoted(text) ?? firstMatch(text, named)
  return present({ name: name === undefined || noName.test(name) ? undefined : name })
}

const moves =
  /^(?:move|push|postpone|delay|reschedule|snooze|change|shift|put off|bring forward|update|(?:put|set)(?=.* back ))\b/i
const putOff = /^(.+?) (for|by) ((?:an?|half an?|another|\d+|[a-z]+) (?:second|minute|min|hour|day|week)s?)$/i

/** "move the mum reminder to 6pm", "change the reminder to call mum to friday", "snooze it by an hour" */
export const readMovedReminder: SlotReader = ({ text }, when) => {
  if (!moves.test(text)) return undefined
  // "push it back an hour" is by an hour.
  const later = putOff.exec(
    text.replace(/ back (?=(?:an?|half an?|\d+|[a-z]+) (?:second|minute|min|hour|day|week)s?$)/i, ' by '),
  )
  const onDay = withRelativeDays(text, when.today).replace(
    / (?:to|until|till) (?=the \d{1,2}(?:st|nd|rd|th)\b)/i,
    ' on ',
  )
  const { rest, when: words } = later ? { rest: later[1]!, when: `in ${later[3]!}` } : whenAtEnd(onDay)
  if (words === '') return undefined
  const object = rest.replace(/,? (?:back )?(?:to|until|till|for|by)$/i, '').replace(/ (?:time|date)$/i, '')
  const name = firstMatch(object, named)
  const plain = words.replace(/^(?:to|until|till|for|by) /i, '')
  const { problem } = readDue(plain, when)
  return present({
    name: name === undefined || noName.test(name) ? undefined : name,
    words: plain,
    // "by an hour" is counted from when it was due.
    by: later?.[2]?.toLowerCase() === 'by' ? true : undefined,
    problem,
  })
}

/** The new time depends on the old one, which only the store knows. */
export function movedTo(
  { words, isBy }: { words: string; isBy: boolean },
  due: string | undefined,
  when: When,
): Due {
  const old = isBy && due?.includes('T') === true ? new Date(due) : undefined
  return old && old > when.now ? readDue(words, { ...when, now: old }) : movedDue(words, due, when)
}
