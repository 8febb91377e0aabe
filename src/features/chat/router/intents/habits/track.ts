import { editEntries, entriesOf } from '../../answers/entries.ts'
import { isSame } from '../../answers/matching.ts'
import { newEntryId, type StoredValues } from '../../answers/stored.ts'
import { caughtText, defineIntent, optional, type SlotsOf, type Wording } from '../../define-intent.ts'
import { isStoredName } from '../../stored-names.ts'
import { habits, type Habit } from './stored-habits.ts'

const Slots = { habit: optional.text, times_a_week: optional.number }
type HabitSlots = SlotsOf<typeof Slots>

const week = '(a|per|every|each) week'
const daily = '(every [single] (day|morning|evening|night)|daily|each day|once a day)'

/** The same wording with how often it is to be done. */
function often(template: string): Wording<HabitSlots>[] {
  return [
    `${template} [${daily}]`,
    `${template} {times_a_week:number} times ${week}`,
    [`${template} once ${week}`, { times_a_week: 1 }],
    [`${template} twice ${week}`, { times_a_week: 2 }],
  ]
}

const wish = '[i (want|would like|need) to]'

export const intent = defineIntent({
  name: 'habit_tracker',
  label: 'Habits',
  example: 'Track my habits',
  slots: Slots,
  templates: [
    '[<find>|<show>|track] [all] [<my>] (habits|habit tracker)',
    '(what|which) habits (do i (track|have)|am i tracking)',
    ...often(
      `${wish} (track|add|start|begin|create|new|make|form|build) [a|an|the|my] [new|daily] habit [of|<titled>|to|:] {habit:name}`,
    ),
    ...often(
      `${wish} (add|put|track|start) [<article>] {habit:name} (to [<my>] (habits|habit (tracker|list))|as (a|an) [new|daily] habit)`,
    ),
    ...often(`${wish} start tracking [my] {habit:name}`),
    ...often(`${wish} track [my] {habit:name}`).slice(1),
    // Parcels and expenses are tracked too.
    'i (want|would like) to track [my] {known:name}',
  ],
  examples: [
    '(show|open|start) (my|a|the) habit tracker',
    'did i keep my habits',
    'mark {habit} as done in my habits',
  ],
  fill({ known, ...slots }, _said, when) {
    const { habit = known as string | undefined, times_a_week: times } = slots
    if (known !== undefined && !isStoredName('habits', caughtText(known), when)) return undefined
    if (habit !== undefined && /^(?:tracker|tracking|new|my habits?|habits?)$/i.test(habit)) return {}
    return {
      ...(habit !== undefined && { habit }),
      ...(times !== undefined && { times_a_week: Math.min(7, Math.max(1, times)) }),
    }
  },
  async act({ slots: { habit, times_a_week }, writer }, { store }) {
    if (habit !== undefined) writer.say(await beginHabit(store, habit.slice(0, 200), times_a_week))
    writer.add(habits.card)
  },
})

async function beginHabit(store: StoredValues, said: string, times: number | undefined): Promise<string> {
  const name = said[0]!.toUpperCase() + said.slice(1)
  const all = entriesOf(store, habits)
  const known = all.find((habit) => isSame(habit.name, name))
  if (known) return `${known.name} is already one of your habits.`
  if (all.length >= habits.most) return `You already have ${habits.most} habits, so ${name} wasn't added.`
  const habit: Habit = {
    id: newEntryId(),
    name,
    ...(times !== undefined && { times_a_week: times }),
    done_on: [],
  }
  await editEntries(store, habits, (current) => [...current, habit])
  const often = times === undefined ? '' : `, ${times === 1 ? 'once' : `${times} times`} a week`
  return `I'm now tracking ${name}${often}. Say "did ${said.toLowerCase()} today" when you have.`
}
