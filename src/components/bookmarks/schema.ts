import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line, passage, title, webAddress } from '../members.ts'
import { createdAt, entryId, initial, storeKey, tags } from '../stored.ts'

/** What is kept under the key `id` of bookmarks. */
export const stored = Type.Object(
  {
    bookmarks: Type.Array(
      Type.Object({
        id: entryId,
        title: line('What it leads to', 500),
        url: webAddress('Where it leads'),
        folder: Type.Optional(line('Its folder', 80)),
        note: Type.Optional(passage("What it's for", 4_000)),
        tags,
        created_at: createdAt,
      }),
      { maxItems: 5_000, description: 'Bookmarks, the newest first' },
    ),
  },
  { description: 'Addresses of pages' },
)

export const bookmarks = defineComponent({
  type: 'bookmarks',
  tier: 3,
  summary: 'Addresses of pages that are kept, in folders.',
  props: closed({ id: storeKey('bookmarks'), title, initial: initial(stored) }),
  example: {
    id: 'bookmarks',
    initial: {
      bookmarks: [{ id: '1', title: 'Trains in Norway', url: 'https://www.vy.no', folder: 'Travel' }],
    },
  },
  gallery: {
    group: 'Lists and notes',
    title: 'Bookmarks',
    about: 'Pages you come back to, in folders',
    icon: 'bookmark',
    start: { id: 'bookmarks', title: 'Bookmarks' },
  },
})
