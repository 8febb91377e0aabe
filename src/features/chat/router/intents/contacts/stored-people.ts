import type { StoredOf } from '../../../../../components/schemas.ts'
import { Type, type Static } from '../../../../../contract/type.ts'
import { cards } from '../../answers/cards.ts'
import type { Collection, Entry } from '../../answers/entries.ts'
import type { When } from '../../readers/reader.ts'

export type Person = StoredOf<'contacts'>['contacts'][number] & Entry

export const contacts: Collection<Person> = {
  card: cards.contacts,
  member: 'contacts',
  most: 2_000,
  noun: 'contact',
  nouns: 'contacts',
  name: ({ name }) => name,
  text: ({ name, organization = '', tags = [], emails = [] }) =>
    `${name} ${organization} ${tags.join(' ')} ${emails.join(' ')}`,
  isWhole: ({ name }) => typeof name === 'string',
}

/** Who works at a firm is found by it, but not deleted or changed. */
export const byName: Collection<Person> = { ...contacts, text: contacts.name }

/** What somebody's details are called, in answers and in templates. */
export const details = {
  phone: { noun: 'phone number', words: '((phone|telephone|mobile|cell) [number]|number)' },
  email: { noun: 'email address', words: '(email|e-mail|mail) [address]' },
  address: { noun: 'address', words: 'address' },
  birthday: { noun: 'birthday', words: 'birthday' },
} as const satisfies Record<Member, object>

export const Member = Type.Enum(['phone', 'email', 'address', 'birthday'])
export type Member = Static<typeof Member>

export const members = Object.keys(details) as Member[]

/** Whether somebody of that name is kept, by the whole name or by one of its words, with or without the s of a genitive. */
export function isKnownPerson(wanted: string, { kept }: When): boolean {
  const said = wanted.toLowerCase()
  return (kept?.('people') ?? []).some((person) => {
    const name = person.toLowerCase()
    return [said, said.replace(/'?s$/, '')].some((one) => name === one || name.split(/\s+/).includes(one))
  })
}

const nobody =
  /^(?:(?:my|your|his|her|their|our|its|the|an?|this|that)\b.*|me|you|who|what|everyone|somebody|someone|new|contact|person|number|phone|email|address)$/i

/** The name of a person; undefined where the words name nobody. */
export function personNamed(words: string): string | undefined {
  const name = words
    .replace(/^(?:the|my|an?) (?=\S)/i, '')
    .replace(/^(?:contact|person|friend) (?=\S)/i, '')
    .trim()
  return nobody.test(name) || / and /i.test(name) || !/^\p{L}[\p{L}\d .'’-]*$/u.test(name) ? undefined : name
}
