import { Type } from '../../../../../contract/type.ts'
import { isoDay } from '../../../../../platform/language/values/calendar.ts'
import { readDate } from '../../../../../platform/language/values/dates.ts'
import { changeEntry, chooseEntry, entriesOf } from '../../answers/entries.ts'
import { defineIntent, optional, required, type SlotsOf, type Wording } from '../../define-intent.ts'
import type { When } from '../../readers/reader.ts'
import {
  byName,
  contacts,
  details,
  isKnownPerson,
  Member,
  members,
  personNamed,
  type Person,
} from './stored-people.ts'

const Slots = {
  name: required.text,
  member: Type.Optional(Member),
  value: optional.text,
  new_name: optional.text,
}
type ChangeSlots = SlotsOf<typeof Slots>

const change = '(change|update|set|correct)'
const kinds: Readonly<Record<Member, string>> = {
  phone: 'phone',
  email: 'mail',
  address: 'name',
  birthday: 'name',
}

function changed(member: Member): Wording<ChangeSlots>[] {
  const { words } = details[member]
  const value = `{value:${kinds[member]}}`
  return [
    [`${change} [contact] {name:name} ['s] [new] ${words} (to|:) ${value}`, { member }],
    [`${change} [the] ${words} (of|for) {name:name} (to|:) ${value}`, { member }],
    [`{name:name} 's [new] ${words} is [now] ${value}`, { member }],
    [`(add|save) [the] ${words} ${value} (to|for) {name:name}`, { member }],
  ]
}

export const intent = defineIntent({
  name: 'contact.change',
  label: 'Change a contact',
  example: "Change Tom's phone number to 555 0199",
  effect: 'changes',
  shownBy: 'contacts',
  slots: Slots,
  needs: ['name', 'value|new_name'],
  templates: [
    'rename [<my>] contact {name:name} to {new_name:name}',
    `${change} [contact] {name:name} 's name to {new_name:name}`,
    ...members.flatMap(changed),
  ],
  fill({ name: said = '', value, ...slots }, { lower }, when) {
    const name = personNamed(said)
    if (name === undefined || !(isKnownPerson(name, when) || /\bcontact\b/.test(lower))) return undefined
    if (value === undefined) return { ...slots, name }
    const kept = slots.member === 'birthday' ? birthdayOf(value, when) : value
    return kept === undefined ? undefined : { ...slots, name, value: kept }
  },
  async act(understood, { store }) {
    const { slots, writer, when } = understood
    const { member, value = '', new_name } = slots
    const person = chooseEntry(understood, byName, {
      wanted: slots.name,
      entries: entriesOf(store, contacts),
      sentence: (name) =>
        new_name === undefined
          ? `change ${name}'s ${member} to ${value}`
          : `rename contact ${name} to ${new_name}`,
    })
    if (!person) return
    if (member === 'birthday' && !/^\d{4}-/.test(value))
      return writer.decline(
        `Which year? Say e.g. “${person.name}'s birthday is ${value} 1990”. Nothing was changed.`,
      )
    const updated_at = when.now.toISOString()
    await changeEntry(store, contacts, {
      id: person.id,
      change: (one) => ({
        ...one,
        ...(new_name === undefined ? replaced(one, member!, value) : { name: new_name.slice(0, 300) }),
        updated_at,
      }),
    })
    writer.say(
      new_name === undefined
        ? `${person.name}'s ${details[member!].noun} is now ${value}.`
        : `${person.name} is now called ${new_name}.`,
    )
    writer.add(contacts.card)
  },
})

/** A birthday is kept with its year; one without it stays as it was said, to be asked for. */
function birthdayOf(text: string, { today }: When): string | undefined {
  const said = text.replace(/^on /i, '')
  const day = readDate(said, today)?.day
  return day && (/\d{4}/.test(said) ? isoDay(day) : said)
}

/** The main address or number gives way; further ones stay. */
function replaced({ emails = [], phones = [] }: Person, member: Member, value: string): Partial<Person> {
  if (member === 'email') return { emails: [value.slice(0, 320), ...emails.slice(1)] }
  if (member === 'phone') return { phones: [value.slice(0, 50), ...phones.slice(1)] }
  return member === 'birthday' ? { birthday: value } : { address: value.slice(0, 1_000) }
}
