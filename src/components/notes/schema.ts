import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line, markdown, title } from '../members.ts'
import { createdAt, entryId, initial, storeKey, tags, updatedAt } from '../stored.ts'

/** What is kept under the key `id` of notes. */
export const stored = Type.Object(
  {
    notes: Type.Array(
      Type.Object({
        id: entryId,
        title: Type.Optional(line('Its title', 300)),
        text: markdown('The note, as Markdown', 100_000),
        pinned: Type.Optional(Type.Boolean({ description: 'Stays on top' })),
        tags,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
      { maxItems: 2_000, description: 'The notes, the newest first' },
    ),
  },
  { description: 'Notes' },
)

export const notes = defineComponent({
  type: 'notes',
  tier: 3,
  summary: 'Notes that are kept: choose it to write something down or to look at what was written down.',
  props: closed({ id: storeKey('notes'), title, initial: initial(stored) }),
  example: {
    id: 'notes',
    initial: { notes: [{ id: '1', title: 'Wi-Fi', text: 'The guest network is *fjord*.' }] },
  },
  gallery: {
    group: 'Lists and notes',
    title: 'Notes',
    about: 'Whatever you want to keep',
    icon: 'sticky-note',
    start: { id: 'notes', title: 'Notes' },
  },
})
