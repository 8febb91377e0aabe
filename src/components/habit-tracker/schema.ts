import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { day, defaulted, icon, line, title } from '../members.ts'
import { entryId, storeKey } from '../stored.ts'

/** What is kept under the key `id` of a habit_tracker. */
export const stored = Type.Object(
  {
    habits: Type.Array(
      Type.Object({
        id: entryId,
        name: line('The habit', 200),
        icon,
        times_a_week: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 7, description: 'How often it should be done' }),
        ),
        done_on: Type.Array(day('A day it was done'), {
          maxItems: 4_000,
          description: 'Days it was done, oldest first',
        }),
      }),
      { maxItems: 100, description: 'The habits, in order' },
    ),
  },
  { description: 'Habits and the days they were done' },
)

export const habitTracker = defineComponent({
  type: 'habit_tracker',
  tier: 1,
  summary: 'Ticks off habits day by day and shows streaks: choose it for "track my habits".',
  props: closed({
    id: defaulted({ ...storeKey('habits'), default: 'habits' }),
    title,
    habits: Type.Optional(
      Type.Array(line('A habit'), { maxItems: 20, description: "Habits to add if they don't exist yet" }),
    ),
    days: defaulted(Type.Integer({ default: 7, minimum: 7, maximum: 366, description: 'Days to show' })),
  }),
  example: { id: 'habits', habits: ['Read', 'Walk'] },
  gallery: {
    group: 'Lists and notes',
    title: 'Habits',
    about: 'Tick off habits day by day',
    icon: 'list-checks',
    settings: ['days'],
    start: { id: 'habits', title: 'Habits' },
  },
})
