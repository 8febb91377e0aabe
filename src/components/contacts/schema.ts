import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { day, line, passage, title } from '../members.ts'
import { createdAt, entryId, initial, storeKey, tags, updatedAt } from '../stored.ts'

/** What is kept under the key `id` of contacts. */
export const stored = Type.Object(
  {
    contacts: Type.Array(
      Type.Object({
        id: entryId,
        name: line('Name of the person or organization', 300),
        emails: Type.Optional(
          Type.Array(line('An address', 320), {
            maxItems: 20,
            description: 'Mail addresses, the main one first',
          }),
        ),
        phones: Type.Optional(
          Type.Array(line('A number', 50), {
            maxItems: 20,
            description: 'Telephone numbers, the main one first',
          }),
        ),
        organization: Type.Optional(line('Where the person works', 300)),
        address: Type.Optional(passage('Postal address', 1_000)),
        birthday: Type.Optional(day('Birthday')),
        note: Type.Optional(passage('What to remember', 4_000)),
        tags,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
      { maxItems: 2_000, description: 'People, by name' },
    ),
  },
  { description: 'People and how to reach them' },
)

export const contacts = defineComponent({
  type: 'contacts',
  tier: 3,
  summary: 'People with addresses and numbers that are kept.',
  props: closed({ id: storeKey('contacts'), title, initial: initial(stored) }),
  example: {
    id: 'contacts',
    initial: { contacts: [{ id: '1', name: 'Grace Hopper', emails: ['grace@example.com'] }] },
  },
  gallery: {
    group: 'Lists and notes',
    title: 'Contacts',
    about: 'People with addresses and numbers',
    icon: 'contact',
    start: { id: 'contacts', title: 'Contacts' },
  },
})
