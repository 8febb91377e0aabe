import { isoDay, type Day } from '../../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../../platform/language/values/dates.ts'
import { trimmed } from '../../readers/reader.ts'
import { personNamed } from './stored-people.ts'
import { optional, required, type Found, type SlotsOf } from '../../define-intent.ts'

const mail = /[^\s@,;:<>()]+@[^\s@,;<>()]+\.[a-z]{2,}/i
const phone = /(?:\+|\b)\d[\d ()./-]{4,}\d\b/
const born = /\b(?:birthday|born)(?: is| on)? (.+)$/i
/** What stands between a name and the details of a person. */
const detail = '(?:with|whose|has|at|on|phone|telephone|tel|mobile|cell|number|e-?mail|mail)'
const endOfName = new RegExp(String.raw`\s*(?:[,;()]|\b${detail}\b)`, 'i')
const before = new RegExp(String.raw`^(?:(?:${detail}|and|the|an?|is|his|her|their|address)\b:?\s*)+`, 'i')

export const PersonSaid = {
  name: required.text,
  email: optional.text,
  phone: optional.text,
  birthday: optional.text,
  /** What was said beside all that: "photographer". */
  note: optional.text,
}
export type PersonSaid = SlotsOf<typeof PersonSaid>

/** A person as somebody tells them: the name first, the details in any order behind it. */
export function readNewPerson(text: string, today: Day): Found<PersonSaid> | undefined {
  const email = mail.exec(text)?.[0]
  const rest = text.replace(email ?? '\u0000', ',').replace(born, '')
  const number = phone.exec(rest)?.[0]
  const told = rest.replace(number ?? '\u0000', ',')
  const [first = ''] = told.split(endOfName)
  const name = personNamed(trimmed(first))
  if (name === undefined) return undefined
  const note = noteIn(told.slice(first.length))
  return {
    name,
    email,
    phone: number?.trim(),
    birthday: birthdayIn(born.exec(text)?.[1] ?? '', today),
    note: note === '' ? undefined : note,
  }
}

/** A birthday is kept with its year. */
export function birthdayIn(text: string, today: Day): string | undefined {
  const day = /\d{4}/.test(text) ? readDate(text, today)?.day : undefined
  return day && isoDay(day)
}

function noteIn(text: string): string {
  return text
    .split(/[,;()]/)
    .map((part) => trimmed(trimmed(part).replace(before, '')))
    .filter((part) => /\p{L}{2}/u.test(part))
    .join(', ')
}
