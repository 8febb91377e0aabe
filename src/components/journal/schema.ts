import { defineComponent } from '../../contract/component.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { day, line, markdown, title } from '../members.ts'
import { createdAt, entryId, initial, storeKey, tags, updatedAt } from '../stored.ts'

/** What is kept under the key `id` of a journal. */
export const stored = Type.Object(
  {
    entries: Type.Array(
      Type.Object({
        id: entryId,
        date: day('The day it is about'),
        text: markdown('The entry, as Markdown', 100_000),
        mood: Type.Optional(
          literals(['awful', 'bad', 'fair', 'good', 'great'], { description: 'How the day was' }),
        ),
        tags,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
      { maxItems: 5_000, description: 'The entries, the newest first' },
    ),
  },
  { description: 'Entries of a journal' },
)

export const journal = defineComponent({
  type: 'journal',
  tier: 3,
  summary: 'A diary by day that is kept, with moods: choose it for journaling.',
  props: closed({
    id: storeKey('journal'),
    title,
    question: Type.Optional(line('Shown above an empty entry, e.g. What went well today?', 300)),
    initial: initial(stored),
  }),
  example: { id: 'journal', question: 'What went well today?' },
  gallery: {
    group: 'Lists and notes',
    title: 'Journal',
    about: 'A diary by day, with moods',
    icon: 'notebook-pen',
    settings: ['question'],
    start: { id: 'journal', title: 'Journal', question: 'What went well today?' },
  },
})
