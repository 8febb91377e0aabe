import { Type } from '../../../../../contract/type.ts'
import { isoDay } from '../../../../../platform/language/values/calendar.ts'
import { changed } from '../../answers/entries.ts'
import { isSame } from '../../answers/matching.ts'
import { editStored, newEntryId } from '../../answers/stored.ts'
import { defineIntent } from '../../define-intent.ts'
import {
  budget,
  chosenCurrency,
  currencyOf,
  emptyBudget,
  isForeign,
  turnedText,
  type Budget,
  type Payment,
} from './stored-budget.ts'
import { money } from './money.ts'
import { PaymentSaid, paymentsOf, paymentTemplates } from './payment-words.ts'

export const intent = defineIntent({
  name: 'budget.add',
  label: 'Payment',
  example: 'I spent $12 on lunch',
  effect: 'adds',
  shownBy: 'budget_tracker',
  slots: { payments: Type.Array(PaymentSaid) },
  needs: ['payments'],
  templates: paymentTemplates,
  examples: [
    '(add|log|record|track) [an expense of|a payment of] {money} (for|on) {purchase} [to my budget]',
    '(add|log) {money} [income] (from {purchase}|to my budget)',
  ],
  fill: (captured, _said, { today }) => paymentsOf(captured, isoDay(today)),
  async act({ slots: { payments }, writer, when }, port) {
    const own = chosenCurrency(port)
    const foreign = payments.find((payment) => isForeign(payment, own))
    if (foreign) {
      writer.decline(
        `Your budget is in ${own}, so nothing was recorded. Say how much ${money(foreign.amount, foreign.currency)} is in ${own}.`,
      )
      return writer.add({
        type: 'currency_converter',
        amount: foreign.amount,
        from: foreign.currency,
        to: own,
      })
    }
    const said = payments.find(({ currency }) => currency !== undefined)?.currency
    const currency = own ?? said ?? currencyOf(port)
    const turned = turnedText(port, said)
    const created_at = when.now.toISOString()
    await editStored<Budget>(port.store, 'budget', {
      empty: emptyBudget,
      change: (value) => ({
        ...value,
        // The first payment with a sign of money says what the whole budget is in.
        ...(value.currency === undefined && own === undefined && said !== undefined && { currency: said }),
        entries: [
          ...changed<Payment>(value, budget, (entries) => [
            // The newest stands first, and that is the one that was said last.
            ...payments.map((payment) => entryOf(payment, { value, created_at })).toReversed(),
            ...entries,
          ]),
        ],
      }),
    })
    const today = isoDay(when.today)
    writer.say(payments.map((payment) => notedText(payment, { currency, today })).join(' ') + turned)
    writer.add(budget.card)
  },
})

function entryOf(
  { amount, kind, date, text, category }: PaymentSaid,
  { value, created_at }: { value: Budget; created_at: string },
): Payment {
  const wanted = category ?? text
  const known = value.categories?.find(({ name }) => wanted !== undefined && isSame(name, wanted))?.name
  const into = known ?? category?.slice(0, 80)
  return {
    id: newEntryId(),
    date,
    amount,
    kind,
    ...(into !== undefined && { category: into }),
    ...(text !== undefined && { text: text.slice(0, 300) }),
    created_at,
  }
}

function notedText(
  { amount, kind, text, date, category }: PaymentSaid,
  { currency, today }: { currency: string | undefined; today: string },
): string {
  const what = text === undefined ? '' : ` ${kind === 'income' ? 'from' : 'for'} ${text}`
  const where = category === undefined ? '' : ` under ${category}`
  const on = date === today ? '' : ` on ${date}`
  return `Recorded ${kind === 'income' ? 'an income' : 'an expense'} of ${money(amount, currency)}${what}${where}${on}.`
}
