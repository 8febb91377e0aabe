import type { StoredOf } from '../../../../components/schemas.ts'
import { textOf, type Act, type Understood } from './act.ts'
import { cards } from './cards.ts'
import {
  addFirst,
  changeEntry,
  chooseEntry,
  counted,
  entriesOf,
  offerToClear,
  removeNamed,
  type Collection,
  type Entry,
} from './entries.ts'
import { isSame, matchesOf } from './matching.ts'
import type { StoredValues } from './stored.ts'

type Person = StoredOf<'contacts'>['contacts'][number] & Entry

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
const byName: Collection<Person> = { ...contacts, text: contacts.name }

const MOST_SHOWN = 5

export function contactActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    contacts: (understood) => showContacts(store, understood),
    'contact.add': (understood) => addContact(store, understood),
    'contact.change': (understood) => changeContact(store, understood),
    async 'contact.remove'(understood) {
      if (understood.slots['all'] === true) return offerToClear(store, understood, contacts)
      await removeNamed(store, understood, {
        collection: byName,
        wanted: textOf(understood.slots, 'name')!,
      })
    },
  }
}

function showContacts(store: StoredValues, { slots, voice }: Understood): void {
  const all = entriesOf(store, contacts)
  const wanted = textOf(slots, 'name')
  if (wanted === undefined) {
    if (slots['count'] === true) voice.say(`You have ${counted(all.length, contacts)}.`)
    voice.add(contacts.card)
    return
  }
  const { entries: found } = matchesOf(all, wanted, contacts)
  if (found.length === 0) {
    voice.decline(`${wanted} is not in your contacts.`)
    voice.add(contacts.card)
    return
  }
  voice.say(
    found.length === 1
      ? answerFor(found[0]!, textOf(slots, 'member'))
      : `${found.length} contacts fit “${wanted}”.`,
  )
  for (const person of found.slice(0, MOST_SHOWN)) if (factsOf(person).length > 0) voice.add(cardOf(person))
  if (found.length > MOST_SHOWN) voice.add(contacts.card)
}

const memberNames: Readonly<Record<string, string>> = {
  email: 'mail address',
  phone: 'phone number',
  address: 'address',
  birthday: 'birthday',
}

/** The detail that was asked for, in words. */
function answerFor(person: Person, member: string | undefined): string {
  if (member === undefined) return `${person.name} is in your contacts.`
  const values: Readonly<Record<string, string | undefined>> = {
    email: person.emails?.join(', '),
    phone: person.phones?.join(', '),
    address: person.address,
    birthday: person.birthday,
  }
  const value = values[member]
  return value === undefined || value === ''
    ? `${person.name} is in your contacts without a ${memberNames[member]}.`
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

/** Somebody of that very name is there already: what is new is added to them. */
async function addContact(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const name = textOf(slots, 'name')!.slice(0, 300)
  const known = entriesOf(store, contacts).find((person) => isSame(person.name, name))
  const now = when.now
  if (known) {
    const change = (person: Person): Person => ({
      ...withDetails(person, slots),
      updated_at: now.toISOString(),
    })
    if (JSON.stringify(withDetails(known, slots)) === JSON.stringify(known))
      voice.say(`${known.name} is in your contacts already. Nothing was changed.`)
    else {
      await changeEntry(store, contacts, { id: known.id, change })
      voice.say(`${known.name} was in your contacts already; I added ${told(slots)}.`)
    }
  } else {
    await addFirst(store, contacts, { entry: withDetails({ name } as Person, slots), now })
    const details = told(slots)
    voice.say(`Added ${name} to your contacts${details === '' ? '' : ` with ${details}`}.`)
  }
  voice.add(contacts.card)
}

function withDetails(person: Person, slots: Understood['slots']): Person {
  const [email, phone] = [textOf(slots, 'email')?.slice(0, 320), textOf(slots, 'phone')?.slice(0, 50)]
  const [birthday, note] = [textOf(slots, 'birthday'), textOf(slots, 'note')?.slice(0, 4_000)]
  return {
    ...person,
    ...(email !== undefined && { emails: withValue(person.emails, email) }),
    ...(phone !== undefined && { phones: withValue(person.phones, phone) }),
    ...(birthday !== undefined && { birthday }),
    ...(note !== undefined && {
      note: person.note === undefined ? note : `${person.note}\n${note}`.slice(0, 4_000),
    }),
  }
}

function withValue(values: readonly string[] = [], value: string): string[] {
  return values.some((one) => one.toLowerCase() === value.toLowerCase())
    ? [...values]
    : [...values, value].slice(0, 20)
}

function told(slots: Understood['slots']): string {
  return ['phone', 'email', 'birthday', 'note'].flatMap((member) => textOf(slots, member) ?? []).join(', ')
}

async function changeContact(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const [member, value, newName] = [
    textOf(slots, 'member'),
    textOf(slots, 'value'),
    textOf(slots, 'new_name'),
  ]
  const person = chooseEntry(understood, byName, {
    wanted: textOf(slots, 'name')!,
    entries: entriesOf(store, contacts),
    sentence: (name) =>
      newName === undefined
        ? `change ${name}'s ${member} to ${value}`
        : `rename contact ${name} to ${newName}`,
  })
  if (!person) return
  const updated_at = when.now.toISOString()
  await changeEntry(store, contacts, {
    id: person.id,
    change: (one) => ({
      ...one,
      ...(newName === undefined ? replaced(one, member!, value!) : { name: newName.slice(0, 300) }),
      updated_at,
    }),
  })
  voice.say(
    newName === undefined
      ? `${person.name}'s ${memberNames[member!]} is ${value} now.`
      : `${person.name} is called ${newName} now.`,
  )
  voice.add(contacts.card)
}

/** The main address or number gives way; further ones stay. */
function replaced({ emails = [], phones = [] }: Person, member: string, value: string): Partial<Person> {
  if (member === 'email') return { emails: [value.slice(0, 320), ...emails.slice(1)] }
  if (member === 'phone') return { phones: [value.slice(0, 50), ...phones.slice(1)] }
  return member === 'birthday' ? { birthday: value } : { address: value.slice(0, 1_000) }
}
