import { defineComponent } from '../../contract/component.ts'
import { closed, literals, timestamp } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { dayOrMoment, flag, line, passage, timeZone, title } from '../members.ts'
import { createdAt, entryId, initial, storeKey } from '../stored.ts'

/** What is kept under the key `id` of a todo_list. */
export const stored = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: entryId,
        text: line('What to do', 1_000),
        done: Type.Boolean({ default: false, description: 'Whether it is done' }),
        due: Type.Optional(dayOrMoment('When it must be done')),
        repeat: Type.Optional(line('How a reminder repeats, as an RFC 5545 rule, e.g. FREQ=WEEKLY;BYDAY=MO')),
        time_zone: Type.Optional(timeZone('Time zone of a repeating reminder')),
        priority: Type.Optional(literals(['low', 'normal', 'high'], { description: 'Priority' })),
        note: Type.Optional(passage('More about it', 4_000)),
        created_at: createdAt,
        done_at: Type.Optional(timestamp('When it was done')),
      }),
      { maxItems: 2_000, description: 'The entries, in order' },
    ),
  },
  { description: 'Entries of a list' },
)

export const todoList = defineComponent({
  type: 'todo_list',
  tier: 3,
  summary: 'A list to tick off that is kept: tasks, shopping, packing.',
  props: closed({
    id: storeKey('shopping'),
    title,
    show_done: flag('Show done entries', true),
    initial: initial(stored),
  }),
  example: {
    id: 'shopping',
    title: 'Shopping',
    initial: { items: [{ id: '1', text: 'Milk', done: false }] },
  },
  gallery: {
    group: 'Lists and notes',
    title: 'List',
    about: 'To-dos, shopping or packing, to tick off',
    icon: 'list-todo',
    settings: ['title', 'show_done'],
    required: ['title'],
    start: { id: 'todo', title: 'To do' },
  },
})
