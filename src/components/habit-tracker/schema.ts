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
        name: line('What is done', 200),
        icon,
        times_a_week: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 7, description: 'How often it is meant to be' }),
        ),
        done_on: Type.Array(day('A day on which it was done'), {
          maxItems: 4_000,
          description: 'Days on which it was done, the oldest first',
        }),
      }),
      { maxItems: 100, description: 'The habits, in order' },
    ),
  },
  { description: 'Habits and the days on which they were kept' },
)

export const habitTracker = defineComponent({
  type: 'habit_tracker',
  tier: 1,
  summary: 'Ticks off habits day by day and shows streaks: choose it for "track my habits".',
  props: closed({
    id: defaulted({ ...storeKey('habits'), default: 'habits' }),
    title,
    habits: Type.Optional(
      Type.Array(line('A habit'), { maxItems: 20, description: 'Habits to add when they are not there yet' }),
    ),
    days: defaulted(
      Type.Integer({ default: 7, minimum: 7, maximum: 366, description: 'Days that are shown' }),
    ),
  }),
  example: { id: 'habits', habits: ['Read', 'Walk'] },
})
