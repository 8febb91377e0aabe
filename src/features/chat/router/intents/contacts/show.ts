import { Type } from '../../../../../contract/type.ts'
import { counted, entriesOf } from '../../answers/entries.ts'
import { matchesOf } from '../../answers/matching.ts'
import { caughtText, defineIntent, optional, type SlotsOf, type Wording } from '../../define-intent.ts'
import {
  contacts,
  details,
  isKnownPerson,
  Member,
  members,
  personNamed,
  type Person,
} from './stored-people.ts'

const MAX_SHOWN = 5

const Slots = { name: optional.text, member: Type.Optional(Member), count: optional.true }
type PersonSlots = SlotsOf<typeof Slots>

const tell = '((what|when) is|do i have|have i got|<find>|tell me|give me)'

/** "Tom's number", "the number of Tom". */
function asked(words: string, values: PersonSlots): Wording<PersonSlots>[] {
  return [
    [`[${tell}] {known:name} 's ${words}`, values],
    [`${tell} {known:name} ${words}`, values],
    [`[${tell}] [the|a] ${words} (of|for) {known:name}`, values],
  ]
}

export const intent = defineIntent({
  name: 'contacts',
  label: 'Contacts',
  example: 'Show my contacts',
  slots: Slots,
  templates: [
    '[<find>|<show>|who is in|who are] [all] [of] [<my>] <contacts>',
    ['how many contacts <have>', { count: true }],
    '(<find>|is|do i have|have i got) {name:name} (in|from|among|on) [<my>] <contacts>',
    '(search|look) [through|in] [<my>] <contacts> for {name:name}',
    '(find|show [me]|open|look up) [<my>] contact [for|of|<titled>] {name:name}',
    ...members.flatMap((member) => asked(details[member].words, { member })),
    ...asked('(contact [details|info|information]|details)', {}),
    'how (can|do) i (reach|contact|get hold of) {known:name}',
    'look up {known:name}',
  ],
  examples: [
    '(show|open|list) [me] my contacts',
    "(what's|what is|find|look up) {name}'s (phone number|email|address|number|contact)",
    'who do i have in my address book',
  ],
  counterExamples: [
    '(remind me of|list|sort by) the birthdays of my (contacts|friends)',
    '(merge|clean up|export|sync) my contacts',
    'who of my contacts (lives in {city}|works at {company})',
  ],
  fill({ known, name: said, ...slots }, _sentence, when) {
    if (known !== undefined)
      return isKnownPerson(caughtText(known), when) ? { ...slots, name: caughtText(known) } : undefined
    if (said === undefined) return slots
    const name = personNamed(said)
    return name === undefined ? undefined : { ...slots, name }
  },
  act({ slots: { name: wanted, member, count }, writer }, { store }) {
    const all = entriesOf(store, contacts)
    if (count) writer.say(`You have ${counted(all.length, contacts)}.`)
    if (wanted === undefined) return writer.add(contacts.card)
    const { entries: found } = matchesOf(all, wanted, contacts)
    if (found.length === 0) {
      writer.decline(`${wanted} is not in your contacts.`)
      return writer.add(contacts.card)
    }
    writer.say(
      found.length === 1 ? answerFor(found[0]!, member) : `${found.length} contacts match “${wanted}”.`,
    )
    for (const person of found.slice(0, MAX_SHOWN)) if (factsOf(person).length > 0) writer.add(cardOf(person))
    if (found.length > MAX_SHOWN) writer.add(contacts.card)
  },
})

/** The detail that was asked for, in words. */
function answerFor(person: Person, member: Member | undefined): string {
  if (member === undefined) return `${person.name} is in your contacts.`
  const values: Readonly<Record<Member, string | undefined>> = {
    email: person.emails?.join(', '),
    phone: person.phones?.join(', '),
    address: person.address,
    birthday: person.birthday,
  }
  const value = values[member]
  return value === undefined || value === ''
    ? `${person.name} is in your contacts, but without a ${details[member].noun}.`
    : `${person.name}: ${value}`
}

function factsOf({ emails = [], phones = [], address, organization, birthday, note }: Person) {
  const fact = (label: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [{ label, value, copyable: true }]
  return [
    ...phones.flatMap((value) => fact('Phone', value)),
    ...emails.flatMap((value) => fact('Mail', value)),
    ...fact('Address', address),
    ...fact('Works at', organization),
    ...fact('Birthday', birthday),
    ...fact('Note', note),
  ]
}

function cardOf(person: Person) {
  return { type: 'key_value', title: person.name.slice(0, 200), items: factsOf(person) }
}
