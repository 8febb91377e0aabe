import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { dayOrMoment, defaulted, line, markdown, title, Tone } from '../members.ts'
import { createdAt, entryId, initial, storeKey, tags, updatedAt } from '../stored.ts'

/** What is kept under the key `id` of a kanban_board. */
export const stored = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        id: entryId,
        title: line('Name of the column', 80),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 500, description: 'Maximum number of cards' }),
        ),
        cards: Type.Array(
          Type.Object({
            id: entryId,
            title: line('What it is', 300),
            text: Type.Optional(markdown('More about it, as Markdown', 10_000)),
            labels: tags,
            due: Type.Optional(dayOrMoment('When it must be done')),
            tone: Type.Optional(Tone),
            created_at: createdAt,
            updated_at: updatedAt,
          }),
          { maxItems: 500, description: 'Cards from the top down' },
        ),
      }),
      { maxItems: 20, description: 'Columns from left to right' },
    ),
  },
  { description: 'Columns of a board with their cards' },
)

export const kanbanBoard = defineComponent({
  type: 'kanban_board',
  tier: 3,
  summary: 'A board of cards in columns that is kept: choose it for projects whose tasks have stages.',
  props: closed({
    id: storeKey('website'),
    title,
    columns: defaulted(
      Type.Array(line('Name of a column', 80), {
        default: ['To do', 'Doing', 'Done'],
        minItems: 1,
        maxItems: 20,
        description: 'Columns of a new board, from left to right',
      }),
    ),
    initial: initial(stored),
  }),
  example: { id: 'website', title: 'Website', columns: ['Ideas', 'Doing', 'Live'] },
  gallery: {
    group: 'Lists and notes',
    title: 'Board',
    about: 'Cards in columns, for projects',
    icon: 'layout-dashboard',
    settings: ['title', 'columns'],
    required: ['title'],
    start: { id: 'board', title: 'Board' },
  },
})
