import { addFirst, changeEntry, entriesOf } from '../../answers/entries.ts'
import { isSame } from '../../answers/matching.ts'
import { caughtText, defineIntent } from '../../define-intent.ts'
import { asSaid } from '../../readers/as-said.ts'
import { verbs } from '../../wishes/wish-words.ts'
import { contacts, type Person } from './stored-people.ts'
import { PersonSaid, readNewPerson } from './read-person.ts'

const enter = '(add|save|put|store|include|enter|insert|write)'

export const intent = defineIntent({
  name: 'contact.add',
  label: 'New contact',
  example: 'Add Grace Hopper to my contacts',
  effect: 'adds',
  shownBy: 'contacts',
  slots: PersonSaid,
  needs: ['name'],
  templates: [
    `${enter} {who} (to|in|into|on|onto) [<my>] <contacts> [{more}]`,
    `(to|in|into) [<my>] <contacts> ${enter} {who}`,
    'update [<my>] <contacts> with {who}',
    "{who} 's [phone|mobile|telephone] number is {phone:phone} [please] [and] (save|add|put|store) (it|that|him|her|them) (to|in|into) [<my>] <contacts>",
    '(add|save|put|store) [a] [new] (person|contact|friend) (to|in|into) [<my>] <contacts> [:|<titled>] {who}',
    '(add|save|put|store) {who} as [<article>] [new] contact [{more}]',
    '[add|create|make|save] [a|the] new contact [:] [for|<titled>|with the name] {who}',
    '(add|create|make|save) [a|the] contact [:] [for|<titled>|with the name] {who}',
    '(add|save|put|store) {email:mail} [(to|in|into) [<my>] <contacts>] as {who} [(to|in|into) [<my>] <contacts>]',
    '(add|save|put|store) {phone:phone} [(to|in|into) [<my>] <contacts>] as {who} [(to|in|into) [<my>] <contacts>]',
    "(add|save|store) {who} 's [phone|mobile|telephone] number [:|is] {phone:phone}",
    "(add|save|store) {who} 's (email|mail|e-mail) [address] [:|is] {email:mail}",
  ],
  examples: ["save {name}'s (number|email) [as {number}]"],
  fill({ who, more, email, phone }, said, { today }) {
    if (another.test(caughtText(more))) return undefined
    const person = readNewPerson(`${caughtText(who)}, ${caughtText(more)}`, today)
    if (!person) return undefined
    return {
      ...person,
      name: asSaid(said, person.name)!,
      email: email ?? person.email,
      phone: phone ?? person.phone,
    }
  },
  /** Somebody of that very name is there already: what is new is added to them. */
  async act({ slots, writer, when }, { store }) {
    const name = slots.name.slice(0, 300)
    const known = entriesOf(store, contacts).find((person) => isSame(person.name, name))
    if (!known) {
      await addFirst(store, contacts, { entry: withDetails({ name } as Person, slots), now: when.now })
      const told = toldOf(slots)
      writer.say(`Added ${name} to your contacts${told === '' ? '' : ` with ${told}`}.`)
    } else if (JSON.stringify(withDetails(known, slots)) === JSON.stringify(known))
      writer.say(`${known.name} is already in your contacts. Nothing was changed.`)
    else {
      const updated_at = when.now.toISOString()
      const change = (person: Person): Person => ({ ...withDetails(person, slots), updated_at })
      await changeEntry(store, contacts, { id: known.id, change })
      writer.say(`${known.name} was already in your contacts. I added ${toldOf(slots)}.`)
    }
    writer.add(contacts.card)
  },
})

/** What follows may be another wish, which is no note about somebody. */
const another = new RegExp(
  String.raw`^[,.;&\s]*(?:and |plus |then |also )*(?:${verbs})\b (?!number|phone|e?mail)`,
  'i',
)

function withDetails(person: Person, { email, phone, birthday, note }: PersonSaid): Person {
  return {
    ...person,
    ...(email !== undefined && { emails: withValue(person.emails, email.slice(0, 320)) }),
    ...(phone !== undefined && { phones: withValue(person.phones, phone.slice(0, 50)) }),
    ...(birthday !== undefined && { birthday }),
    ...(note !== undefined && {
      note: (person.note === undefined ? note : `${person.note}\n${note}`).slice(0, 4_000),
    }),
  }
}

function withValue(values: readonly string[] = [], value: string): string[] {
  return values.some((one) => one.toLowerCase() === value.toLowerCase())
    ? [...values]
    : [...values, value].slice(0, 20)
}

function toldOf({ phone, email, birthday, note }: PersonSaid): string {
  return [phone, email, birthday, note].filter((detail) => detail !== undefined).join(', ')
}
