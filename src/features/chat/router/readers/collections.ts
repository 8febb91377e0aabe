import { isoDay, months } from '../slots/calendar.ts'
import { currencyCodeOf, readCurrencies } from '../slots/currencies.ts'
import { readDate } from '../slots/dates.ts'
import { listNamed } from '../slots/list-names.ts'
import { readNumbers, wordsToDigits } from '../slots/numbers.ts'
import { readAddress, readQuoted } from '../slots/quoted.ts'
import { firstMatch, present, type SlotReader } from './reader.ts'

export const readBoard: SlotReader = ({ text }) => {
  const name = firstMatch(text, [
    /\bboard (?:called|named|for|about) (?:the |my )?(.+?)(?: project)?$/i,
    /\b(?:the|my|a|new|on|to) ((?!kanban|project|task|new|a\b|my\b|the\b)[\p{L}\d-]+) (?:kanban |project )?board\b/iu,
  ])
  const named = name === undefined ? undefined : listNamed(name)
  return present({ board: named ?? { id: 'board', title: 'Board' } })
}

export const readCard: SlotReader = (sentence, when) => {
  const { text } = sentence
  const board = readBoard(sentence, when)?.['board']
  const moved =
    /\bmove (.+?) (?:to|into) (?:the )?(?:column )?(to ?do|doing|done|in progress|finished|backlog)\b/i.exec(
      text,
    )
  if (moved) return present({ board, card: moved[1], column: columnOf(moved[2]!) })
  const card =
    readQuoted(text) ??
    firstMatch(text, [
      /\bcard (?:for|called|named|saying|titled|:)? ?(.+?) (?:to|on|onto|in) (?:my|the|our)\b/i,
      /\b(?:add|put|create|new card) (.+?) (?:to|on|onto|in) (?:my|the|our)\b.*\bboard\b/i,
      /\bcard (?:for|called|named|saying|titled|:) (.+)$/i,
    ])
  return card === undefined ? undefined : present({ board, card })
}

function columnOf(said: string): string {
  const name = said.toLowerCase()
  if (name === 'in progress') return 'Doing'
  if (name === 'finished') return 'Done'
  return name === 'to do' || name === 'todo' ? 'To do' : name[0]!.toUpperCase() + name.slice(1)
}

export const readBook: SlotReader = ({ text, lower }) => {
  const title =
    readQuoted(text) ??
    firstMatch(text, [
      /\b(?:add|put|save)(?: the (?:book|article))? (.+?) (?:to|on|onto) (?:my|the)\b/i,
      /\b(?:want to|remember to|going to|like to) read (?:the (?:book|article) )?(.+)$/i,
      /\b(?:mark|set) (.+?) as (?:read|reading|finished)\b/i,
    ])
  const by = title === undefined ? undefined : /^(.+) by ([\p{L} .'-]+)$/iu.exec(title)
  const status = /\bas (?:read|finished)\b/.test(lower)
    ? 'read'
    : /\bas reading\b/.test(lower)
      ? 'reading'
      : undefined
  return title === undefined
    ? undefined
    : present({ title: by?.[1] ?? title, author: by?.[2], status, url: readAddress(text) })
}

export const readBookmark: SlotReader = ({ text }) => {
  const url = readAddress(text)
  if (url === undefined) return undefined
  return present({ url, title: firstMatch(text, [/\bas ["']?([\p{L}\d][^"']*)$/iu]) })
}

export const readPerson: SlotReader = ({ text }) =>
  present({
    name: firstMatch(text, [
      /\b(?:what is|find|look up|show|get|tell me)(?: me)? ([\p{L}][\p{L} .-]*?)'s? (?:phone|e-?mail|mail|address|number|contact|birthday)/iu,
      /\b(?:number|address|email|contact|phone number|contact info) (?:of|for) ([\p{L}][\p{L} .-]*)$/iu,
      /\b(?:have|find|is) ([\p{L}][\p{L} .-]*?) in my (?:contacts|address book)/iu,
    ]),
  })

export const readNewPerson: SlotReader = ({ text, lower }) => {
  if (/^(?:open|show|find|look up|search|get|call|email|text|read|who|what|is|do)\b/.test(lower))
    return undefined
  const email = /[^\s@,<>]+@[^\s@,<>]+\.[a-z]{2,}/i.exec(text)?.[0]
  const phone = /(?:\+|\b)\d[\d ()-]{5,}\d\b/.exec(text)?.[0]
  const rest = text.replace(email ?? '\u0000', '').replace(phone ?? '\u0000', '')
  const name = firstMatch(rest, [
    /\b(?:add|save) ([\p{L}][\p{L} .'-]*?),? (?:with )?(?:the )?(?:phone|number|e-?mail|tel|mobile)\b/iu,
    /\badd ([\p{L}][\p{L} .'-]*?) (?:to|as|in|into) (?:my |a )?(?:contacts?|address book)/iu,
    /\bcontact (?:for |called |named |with the name )?((?!with\b|number\b)[\p{L}][\p{L} .'-]*?)(?:,| with\b| and\b| at\b| number\b| email\b|\s*$)/iu,
    /\bsave ([\p{L}][\p{L} .-]*?)'s? (?:phone|number|email|address)/iu,
  ])
  return name === undefined ? undefined : present({ name, email, phone })
}

export const readEntry: SlotReader = ({ text }) =>
  present({
    text:
      readQuoted(text) ??
      firstMatch(text, [
        /\bdear diary,? (.+)$/i,
        /\b(?:journal|diary)(?: entry)?(?: (?:for )?(?:today|tonight))?(?: (?:that|saying)|:) ?(.+)$/i,
        /\b(?:add|write|put|log) (?!an? )(?:that )?(.+?) (?:to|in|into) my (?:journal|diary)/i,
        /\b(?:journal|diary) entry:? (.+)$/i,
        /\b(?:to|in) my (?:journal|diary)(?: that|:)? (.+)$/i,
      ]),
  })

export const readPayment: SlotReader = ({ text, lower }, { today }) => {
  // "Twelve fifty" is an amount in two parts.
  const spoken = /(?<![\d.,])(\d{1,3}) (\d{2})(?![\d.,]| ?(?:%|percent))/.exec(wordsToDigits(lower))
  const amount = spoken ? Number(`${spoken[1]}.${spoken[2]}`) : readNumbers(text).find((value) => value > 0)
  if (amount === undefined) return undefined
  const date = readDate(text, today)
  const what = firstMatch(text, [
    /\b(?:on|for) (?:the |my |a |an )?((?!\d|my budget)[\p{L}' ]+?)(?: (?:to|in|yesterday|today|on|this|last|add)\b.*)?$/iu,
    /\bfrom (?:my |the )?([\p{L}' ]+?)(?: (?:to|in) .*)?$/iu,
  ])
  const kind = /\b(?:income|earned|received|got paid|salary)\b/.test(lower) ? 'income' : 'expense'
  const currency = readCurrencies(text).find(({ isWeak }) => !isWeak)?.code
  return present({ amount, text: what, kind, currency, date: isoDay(date?.day ?? today) })
}

/** A month without a day of it. */
const monthAlone = new RegExp(
  String.raw`(?<!\d(?:st|nd|rd|th)? (?:of )?)\b(${months.join('|')})\b(?! (?:the )?(?:\d{1,2}\b(?!\d)|\d{1,2}(?:st|nd|rd|th)|first|second|third|\w+th\b|twenty|thirty|i\b|we\b))`,
)

/** An order to change the calendar is no wish to see it. */
const changesCalendar =
  /^(?:add|put|schedule|create|set|make (?!sure)|book|write|mark|save|enter|move|change|update|reschedule|cancel|delete|remove|clear|erase|wipe|invite|let me know|notify|alert|send|note|block|plan|arrange|new|start|remind)\b/

export const readCalendarSpan: SlotReader = ({ text, lower }, { today }) => {
  if (changesCalendar.test(lower)) return undefined
  const month = monthAlone.exec(lower)?.[1]
  const date = readDate(text, today) ?? (month === undefined ? undefined : readDate(`in ${month}`, today))
  const view =
    /\bmonth\b/.test(lower) || (month !== undefined && !/\bweek/.test(lower))
      ? 'month'
      : /\bweek|weekend\b/.test(lower)
        ? 'week'
        : date
          ? 'day'
          : 'agenda'
  return present({ view, date: isoDay(date?.day ?? today) })
}

export const readNewName: SlotReader = ({ text }) => {
  const name = firstMatch(text, [
    /\b(?:my name is|my name's|call me|name to|calling me|address me as|refer to me as|known as|be called|am called|i go by|i am known as)(?: to)? (?:the name )?([\p{L}][\p{L} .'-]{0,40}?)(?: (?:from now on|instead|please|now))?$/iu,
    /\bmy names? ([\p{L}][\p{L}'-]{1,30})$/iu,
  ])
  if (name === undefined) return {}
  return /^(?:a|an|the|not|back|later|when|if|what|by|something|anything|else|at|on|your|my)\b/i.test(name)
    ? undefined
    : { name: name.replaceAll(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()) }
}

export const readBaseCurrency: SlotReader = ({ text }) => {
  const named = firstMatch(text, [/\b(?:to|is|use|as) (?:the )?([\p{L}$€£ ]+?)(?: (?:as|by) .*)?$/iu])
  const code = (named === undefined ? undefined : currencyCodeOf(named)) ?? readCurrencies(text)[0]?.code
  return code === undefined ? undefined : { currency: code }
}

export const readUnitSystem: SlotReader = ({ lower }) => {
  if (/\b(?:metric|celsius|centigrade|kilometers|kilometres|kilograms)\b/.test(lower))
    return { units: 'metric' }
  return /\b(?:imperial|fahrenheit|miles|pounds)\b/.test(lower) ? { units: 'imperial' } : undefined
}
