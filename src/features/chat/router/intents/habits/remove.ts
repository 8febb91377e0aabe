import { chooseEntry, entriesOf, offerToClear, removeEntry } from '../../answers/entries.ts'
import { caughtText, defineIntent, optional } from '../../define-intent.ts'
import { isStoredName } from '../../stored-names.ts'
import { habits } from './stored-habits.ts'

export const intent = defineIntent({
  name: 'habit.remove',
  label: 'Stop a habit',
  example: 'Stop tracking running',
  effect: 'removes',
  shownBy: 'habit_tracker',
  slots: { habit: optional.text, all: optional.true },
  needs: ['habit|all'],
  templates: [
    ['(<drop>|stop tracking) [<all>] (my|the) habits', { all: true }],
    ['(<drop>|stop tracking) <all> habits', { all: true }],
    '(<drop>|stop) [<my>] habit [of|<titled>] {habit:name}',
    '(<drop>|stop) [<my>] {habit:name} habit',
    '<drop> [<article>] {habit:name} from [<my>] (habits|habit tracker)',
    '(stop|quit|end) tracking [<my>] [habit] [of] {known:name} [habit]',
    'untrack [<my>] {known:name} [habit]',
    '(i|we) [really] do not (want|wish|need|like) to track [<my>] {known:name} [habit] (anymore|any more|any longer)',
    '(i|we) no longer (want|wish|need|like) to track [<my>] {known:name} [habit]',
  ],
  fill({ known, ...slots }, _said, when) {
    if (known !== undefined)
      return isStoredName('habits', caughtText(known), when) ? { habit: caughtText(known) } : undefined
    // "get rid of a bad habit" is a hard thing.
    return slots.habit !== undefined && /^(?:an? |my )?bad$/i.test(slots.habit) ? undefined : slots
  },
  async act(understood, { store }) {
    const { slots, writer } = understood
    if (slots.habit === undefined) return offerToClear(store, understood, habits)
    const habit = chooseEntry(understood, habits, {
      wanted: slots.habit,
      entries: entriesOf(store, habits),
      sentence: (name) => `stop tracking ${name}`,
    })
    if (!habit) return
    await removeEntry(store, habits, habit)
    const count = habit.done_on.length
    writer.say(`I stopped tracking ${habit.name}. It was done on ${count === 1 ? '1 day' : `${count} days`}.`)
    writer.add(habits.card)
  },
})
