import { readDate } from '../../../../platform/language/values/dates.ts'
import { isoDay } from '../../../../platform/language/values/calendar.ts'
import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { asSaid } from './as-said.ts'
import { firstMatch, present, trimmed, type SlotReader, type Slots } from './reader.ts'

const person = String.raw`[\p{L}][\p{L} .'-]*?`
const details = String.raw`(?:phone(?: number)?|telephone(?: number)?|mobile(?: number)?|cell(?: number)?|number|e-?mail(?: address)?|mail(?: address)?|address|birthday|contact(?: details| info(?:rmation)?)?|details)`
const book = String.raw`(?:contacts?(?: list)?|address ?book|phone ?book)`

const nobody =
  /^(?:my|your|his|her|their|our|its|the|a|an|this|that|it|me|you|who|what|everyone|somebody|someone|new|contact|number|phone|email|address|all)$/i

function nameOf(found: string | undefined): string | undefined {
  const name = found
    ?.replace(/^(?:the|my|a|an) (?=\S)/i, '')
    .replace(/^(?:contact|person|friend) (?=\S)/i, '')
  return name === undefined || nobody.test(name) || /^(?:my|your|this|that|his|her) /i.test(name)
    ? undefined
    : name
}

function memberOf(lower: string): string | undefined {
  if (/\be-?mail|\bmail\b/.test(lower)) return 'email'
  if (/\bbirthday\b/.test(lower)) return 'birthday'
  if (/\b(?:phone|telephone|mobile|cell|number)\b/.test(lower)) return 'phone'
  return /\baddress\b(?! ?book)/.test(lower) ? 'address' : undefined
}

/** Who is looked for, and which of their details. */
export const readPerson: SlotReader = ({ text, lower }) => {
  const name = nameOf(
    readQuoted(text) ??
      firstMatch(text, [
        new RegExp(
          String.raw`^(?:(?:what|when) (?:is|are)|do i have|have i got|find|look up|show|get|tell|give)(?: me)? (${person})(?:'s|s'|'|(?<=s)) ${details}`,
          'iu',
        ),
        new RegExp(String.raw`^(?:what|when) is (${person})s ${details}`, 'iu'),
        new RegExp(String.raw`\b${details} (?:of|for) (${person})$`, 'iu'),
        new RegExp(
          String.raw`\b(?:have|find|is|look up|look for|search(?: for)?|show(?: me)?|get|open) (${person}) (?:in|from|among) (?:my |the )?${book}`,
          'iu',
        ),
        new RegExp(String.raw`\b${book} (?:for|called|named) (${person})$`, 'iu'),
        new RegExp(
          String.raw`^(?:find|show|open|look up|search(?: for)?)(?: me)?(?: the)? contact (?:for |of |called |named )?(${person})$`,
          'iu',
        ),
        /\bhow (?:can|do) i (?:reach|contact|get hold of) ([\p{L}][\p{L} .'-]*?)$/iu,
        new RegExp(String.raw`^(${person})(?:'s|s') ${details}$`, 'iu'),
      ]),
  )
  return present({
    name,
    member: name === undefined ? undefined : memberOf(lower),
    count: /^how many\b/.test(lower) ? true : undefined,
  })
}

/** By the whole name or by one of its words, with or without the s of a genitive. */
export function isCalled(name: string, wanted: string): boolean {
  const plain = wanted.replace(/'?s$/, '')
  return [wanted, plain].some((said) => name === said || name.split(/\s+/).includes(said))
}

const emailPattern = /[^\s@,;:<>()]+@[^\s@,;<>()]+\.[a-z]{2,}/i
const phonePattern = /(?:\+|\b)\d[\d ()./-]{4,}\d\b/

interface Details {
  readonly name: string | undefined
  readonly found: Slots
}

/** A new person with what is said of them; words that are none of their details are kept as a note. */
export const readNewPerson: SlotReader = (sentence, { today }) => {
  const { text, lower } = sentence
  if (
    /^(?:open|show|find|look up|search|get|call|email|text|read|who|what|is|do|did|how|why|delete|remove)\b/.test(
      lower,
    )
  )
    return undefined
  const { name, found } = detailsOf(text)
  if (name === undefined) return undefined
  const birthday = /\b(?:birthday|born)(?: is| on)? (.+)$/i.exec(text)?.[1]
  const day = birthday === undefined || !/\d{4}/.test(birthday) ? undefined : readDate(birthday, today)?.day
  return present({ name: asSaid(sentence, name), ...found, birthday: day && isoDay(day) })
}

function detailsOf(text: string): Details {
  const email = emailPattern.exec(text)?.[0]
  const withoutMail = text.replace(email ?? '\u0000', ' ')
  const phone = phonePattern.exec(withoutMail.replace(/\b(?:birthday|born)\b.*$/i, ''))?.[0]
  const rest = withoutMail.replace(phone ?? '\u0000', ' ')
  const namePatterns = [
    new RegExp(
      String.raw`^(?:add|save|put) (?:as )?(${person}),? (?:to|as|in|into) (?:my |a |the )?(?:new )?${book}\b`,
      'iu',
    ),
    new RegExp(
      String.raw`\b(?:add|save) (?!(?:an? |the )?(?:new )?contact\b)(${person})(?:'s)?,? (?:with )?(?:the )?(?:phone|number|e-?mail|tel|mobile)\b`,
      'iu',
    ),
    new RegExp(
      String.raw`\bcontact(?: for| called| named| with the name|:)* ((?!with\b|number\b)${person})(?:,| with\b| and\b| at\b| on\b| phone\b| tel\b| mobile\b| number\b| e-?mail\b|\s*$)`,
      'iu',
    ),
    new RegExp(String.raw`\bsave (${person})'s? (?:phone|number|email|address)`, 'iu'),
    new RegExp(String.raw`^(?:add|save|put) (${person}),`, 'iu'),
  ]
  const name = nameOf(readQuoted(text) ?? firstMatch(rest.replaceAll(/\s+/g, ' '), namePatterns))
  return { name, found: present({ email, phone: phone && trimmed(phone), note: leftOf(rest, name) }) }
}

const spoken = new RegExp(
  String.raw`\b(?:(?:add|save|put|create|make|new)\b|(?:to|as|in|into|for|called|named) (?:my |a |the )?(?:new )?${book}|contact(?:s)?\b|(?:whose |with |and |has |the |his |her |their |an? )*(?:phone|telephone|tel|mobile|cell|number|e-?mail|mail)(?: number| address)*(?: is)?\b|(?:birthday|born)\b.*|with the name\b|(?:for|called|named|with|and|at|on|to|as|a|new|my|the|is)\b)`,
  'gi',
)

/** What was said beside the name, the address and the number: "photographer". */
function leftOf(rest: string, name: string | undefined): string | undefined {
  const left = trimmed(
    rest
      .replace(name ?? '\u0000', ' ')
      .replaceAll(spoken, ' ')
      .replaceAll(/["'()<>:;]|(?:^|\s)'?s\b/g, ' ')
      .replaceAll(/\s*,(?:\s*,)*\s*/g, ', ')
      .replaceAll(/\s+/g, ' '),
  ).replace(/^[\s,.]+|[\s,.]+$/g, '')
  return /[\p{L}]{2}/u.test(left) ? left : undefined
}

export const readPersonToRemove: SlotReader = ({ text, lower }) => {
  if (/^\w+ (?:all(?: of)? )?(?:my |the )?contacts$/.test(lower)) return { all: true }
  const name = nameOf(
    readQuoted(text) ??
      firstMatch(text, [
        new RegExp(String.raw`^\w+ (${person}) (?:from|out of|off) (?:my |the )?${book}$`, 'iu'),
        new RegExp(String.raw`^\w+ (?:the |my )?contact (?:for |of |called |named )?(${person})$`, 'iu'),
        new RegExp(String.raw`^\w+ (${person})(?:'s)? contact$`, 'iu'),
      ]),
  )
  return name === undefined ? undefined : { name }
}

export const readPersonChange: SlotReader = ({ text, lower }, when) => {
  const renamed = /^rename (?:the |my )?contact (.+?) to (.+)$/i.exec(text)
  if (renamed) return present({ name: trimmed(renamed[1]!), new_name: trimmed(renamed[2]!) })
  const changed =
    new RegExp(
      String.raw`^(?:change|update|set|correct) (${person})(?:'s|s'|s) (${details}) (?:to|:) ?(.+)$`,
      'iu',
    ).exec(text) ??
    new RegExp(String.raw`^(${person})(?:'s|s') (?:new )?(${details}) is (?:now )?(.+)$`, 'iu').exec(text)
  if (!changed) return undefined
  const name = nameOf(trimmed(changed[1]!))
  const member = memberOf(changed[2]!.toLowerCase())
  const value = trimmed(changed[3]!)
  if (name === undefined || member === undefined || !fits(member, value)) return undefined
  const isThere = (when.kept?.('people') ?? []).some((one) => isCalled(one.toLowerCase(), name.toLowerCase()))
  return isThere || /\bcontact\b/.test(lower)
    ? { name, member, value: dated(member, value, when.today) }
    : undefined
}

function fits(member: string, value: string): boolean {
  if (member === 'email') return emailPattern.test(value)
  if (member === 'birthday') return /\d{4}/.test(value)
  return member === 'phone' ? phonePattern.test(value) : value !== ''
}

function dated(member: string, value: string, today: Parameters<typeof readDate>[1]): string {
  const day = member === 'birthday' ? readDate(value, today)?.day : undefined
  return day ? isoDay(day) : value
}
