import { defineComponent } from '../../contract/component.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line, passage, title, webAddress } from '../members.ts'
import { createdAt, entryId, initial, storeKey, updatedAt } from '../stored.ts'

/** What is kept under the key `id` of a reading_list. */
export const stored = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: entryId,
        title: line('Title of the book or article', 500),
        author: Type.Optional(line('Who wrote it', 300)),
        url: Type.Optional(webAddress('Where to read it')),
        status: literals(['to_read', 'reading', 'read'], {
          default: 'to_read',
          description: 'Status',
        }),
        rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, description: 'Rating' })),
        note: Type.Optional(passage('What to remember of it', 10_000)),
        created_at: createdAt,
        updated_at: updatedAt,
      }),
      { maxItems: 2_000, description: 'Books and articles, in order' },
    ),
  },
  { description: 'Books and articles to read' },
)

export const readingList = defineComponent({
  type: 'reading_list',
  tier: 3,
  summary: 'Books and articles to read that are kept, with state and rating.',
  props: closed({ id: storeKey('reading'), title, initial: initial(stored) }),
  example: {
    id: 'reading',
    initial: { items: [{ id: '1', title: 'Growth of the Soil', author: 'Knut Hamsun', status: 'to_read' }] },
  },
  gallery: {
    group: 'Lists and notes',
    title: 'Reading list',
    about: 'Books and articles to read',
    icon: 'book-open',
    start: { id: 'reading', title: 'Reading list' },
  },
})
