import { Type } from '../../../../../contract/type.ts'
import { chooseEntry, entriesOf, offerToClear, removeEntry } from '../../answers/entries.ts'
import { defineIntent, optional, type SlotsOf, type Wording } from '../../define-intent.ts'
import { budget, currencyOf } from './stored-budget.ts'
import { money } from './money.ts'

const Slots = {
  about: optional.text,
  kind: Type.Optional(Type.Enum(['expense', 'income'])),
  last: optional.true,
  all: optional.true,
}
type PaymentWanted = SlotsOf<typeof Slots>

const last = '(last|latest|most recent|previous)'

function named(noun: string, values: PaymentWanted): Wording<PaymentWanted>[] {
  return [
    [`(<drop>|undo|cancel) [<my>] ${last} ${noun} [from [<my>] budget]`, { ...values, last: true }],
    [`<drop> [<my>] ${noun} [of|for|on|from|<titled>] [<article>] {about:name}`, values],
    [`<drop> [<my>] {about:name} ${noun}`, values],
  ]
}

export const intent = defineIntent({
  name: 'budget.remove',
  label: 'Delete a payment',
  example: 'Delete the last expense',
  effect: 'removes',
  shownBy: 'budget_tracker',
  slots: Slots,
  needs: ['about|last|all'],
  templates: [
    ['(<drop>|clear) [<all>] [<my>] (expenses|payments)', { all: true }],
    ...named('(expense|purchase|spending)', { kind: 'expense' }),
    ...named('income', { kind: 'income' }),
    ...named('payment', {}),
    [`<drop> [<my>] ${last} entry from [<my>] (budget|expenses)`, { last: true }],
    '<drop> [<my>] {about:name} [entry|payment] from [<my>] (budget|expenses)',
  ],
  async act(understood, port) {
    const { slots, writer } = understood
    const { store } = port
    const { about, kind } = slots
    if (slots.all) return offerToClear(store, understood, budget)
    const entries = entriesOf(store, budget).filter((entry) => kind === undefined || entry.kind === kind)
    const sentence = (name: string) => `delete the payment "${name}"`
    const payment =
      about === undefined ? entries[0] : chooseEntry(understood, budget, { wanted: about, entries, sentence })
    if (!payment) return about === undefined ? writer.decline(`No ${kind ?? 'payment'} yet.`) : undefined
    await removeEntry(store, budget, payment)
    const what = payment.text === undefined ? '' : ` for ${payment.text}`
    writer.say(
      `Deleted the ${payment.kind} of ${money(payment.amount, currencyOf(port))}${what} on ${payment.date}.`,
    )
    writer.add(budget.card)
  },
})
