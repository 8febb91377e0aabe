import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readPastDate } from '../../../../platform/language/values/past-dates.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { firstMatch, present, trimmed, type SlotReader } from './reader.ts'

const often = /[, ]+(?:every (?:single )?(?:day|morning|evening|night)|daily|each day|once a day|a day)$/i
const timesAWeek = /[, ]+(\d|once|twice|three|four|five|six) (?:times )?(?:a|per|every|each) week$/i
const counts: Readonly<Record<string, number>> = { once: 1, twice: 2, three: 3, four: 4, five: 5, six: 6 }

function habitNamed(found: string | undefined): string | undefined {
  const name = found === undefined ? undefined : trimmed(found.replace(often, '').replace(timesAWeek, ''))
  return name === undefined ||
    /^(?:it|that|this|tracker|tracking|my|the|a|new|habits?|something)?$/i.test(name)
    ? undefined
    : name
}

/** A habit to begin with, if one is named. */
export const readHabit: SlotReader = ({ text, lower }) => {
  if (/\bnot\b|^(?:do|did|what|how|why|is|are|stop|delete|remove)\b/.test(lower)) return {}
  const named = firstMatch(text, [
    /\b(?:habit|habits)(?: tracker)?(?: (?:of|called|named|to)|:) ?(.+)$/i,
    /\b(?:track|add|start|begin|create|new) (?:the |a |an |my )?(?:new )?habit ((?!tracker).+)$/i,
    /^(?:add|put|track|start) (?:the |a )?(.+?) (?:to|in|as|into) (?:my |the |a |an )?(?:new |daily )?habits?(?: tracker| list)?$/i,
    /^(?:track|start tracking) (?:my )?(.+?) (?:every day|daily|each day|as a habit)$/i,
    /^start tracking (?:my )?(.+)$/i,
    /^(?:track|add|new) (?:my |the )?(.+?) habit$/i,
  ])
  const times = timesAWeek.exec(text)?.[1]?.toLowerCase()
  return present({
    habit: habitNamed(readQuoted(text) ?? named),
    times_a_week:
      times === undefined ? undefined : (counts[times] ?? Math.min(7, Math.max(1, Number(times)))),
  })
}

const doneWords = String.raw`(?:done|did|completed?|finished|kept|ticked off|checked off)`
const dayWords = String.raw`(?: (?:for |already )?(?:today|yesterday|this (?:morning|afternoon|evening)|last night|(?:on |last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day))`

/** Which habit was kept, and on which day. */
export const readHabitDone: SlotReader = ({ text }, { today }) => {
  const habit =
    readQuoted(text) ??
    firstMatch(text, [
      new RegExp(
        String.raw`^(?:mark|tick off|check off|tick|check|log|set)(?: off)? (?:my |the )?(?:habit )?(.+?)(?: habit)?(?: as)?(?: (?:done|complete|completed|off|kept))?${dayWords}?$`,
        'i',
      ),
      new RegExp(
        String.raw`^(?:i |i have |have )?(?:just |already )?${doneWords} (?:my |the |some )?(?:habit )?(.+?)(?: habit)?${dayWords}?$`,
        'i',
      ),
      new RegExp(String.raw`^i (?:went|was) (.+?)${dayWords}$`, 'i'),
      new RegExp(String.raw`^(?:my |the )?(.+?) (?:is |was )?done${dayWords}?$`, 'i'),
    ])
  if (habit === undefined) return undefined
  return { habit: habit.replace(/ as$/i, ''), date: isoDay(readPastDate(text, today)?.day ?? today) }
}

/** Whose streak is asked for; of all when none is named. */
export const readStreak: SlotReader = ({ text }) =>
  present({
    habit: habitNamed(
      readQuoted(text) ??
        firstMatch(text, [
          /\bstreaks? (?:is|are|do i have|have i got)? ?(?:for|of|on|in|with) (?:my |the )?(.+?)(?: habit)?$/i,
          /\b(?:my|the) (.+?) streak\b/i,
          /^(.+?) streak$/i,
          /^(?:have i|did i)(?: done| do| kept| keep| gone| go)? (?:my |the )?(.+?)(?: yet)? today$/i,
        ]),
    ),
  })

export const readHabitToRemove: SlotReader = ({ text, lower }) => {
  if (/^\w+ (?:tracking )?(?:all(?: of)? )?(?:my |the )?habits$/.test(lower)) return { all: true }
  const habit =
    readQuoted(text) ??
    firstMatch(text, [
      /^(?:stop|quit|end) tracking (?:my |the )?(?:habit )?(?:of )?(.+?)(?: habit)?$/i,
      /^\w+ (?:the |my )?habit (?:of |called |named )?(.+)$/i,
      /^\w+ (?:the |my )?(.+?) (?:habit|from (?:my |the )?habits?(?: tracker)?)$/i,
    ])
  return habit === undefined ? undefined : { habit }
}
