import type { Amount } from '../../../../../platform/language/values/amounts.ts'
import { isSame } from '../../answers/matching.ts'
import { assertRoom, editStored } from '../../answers/stored.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import {
  budget,
  chosenCurrency,
  currencyOf,
  emptyBudget,
  isForeign,
  turnedText,
  type Budget,
} from './stored-budget.ts'
import { money } from './money.ts'

const set = '(set|make|change|create|update|put|increase|raise|lower|reduce) [up] [me] [<article>] [new]'
const limit = '[monthly|total|overall] [spending] (budget|limit)'
const monthly = '[a month|per month|monthly|each month|every month|this month]'
const sum = '{sum:amount}'

export const intent = defineIntent({
  name: 'budget.limit',
  label: 'Set a budget',
  example: 'Set my monthly budget to 2000',
  effect: 'changes',
  shownBy: 'budget_tracker',
  slots: {
    amount: required.number,
    category: optional.text,
    currency: optional.text,
    isAnyDollar: optional.true,
  },
  needs: ['amount'],
  templates: [
    `${set} ${limit} [to|of|at|:] ${sum} ${monthly} [(for|on) [<article>] {category:name}] ${monthly}`,
    `${set} ${limit} (for|on) [<article>] {category:name} (to|of|at|:) ${sum} ${monthly}`,
    `${set} [monthly] {category:word} budget [to|of|at|:] ${sum} ${monthly}`,
    `my [new] ${limit} [(for|on) [<article>] {category:name}] is [now] ${sum} ${monthly}`,
    `my {category:word} budget is [now] ${sum} ${monthly}`,
    `budget ${sum} (for|on) [<article>] {category:name} ${monthly}`,
    `limit my spending [on [<article>] {category:name}] to ${sum} ${monthly}`,
    `i (want|would like) to spend (no more than|at most|less than) ${sum} [on [<article>] {category:name}] ${monthly}`,
  ],
  fill({ sum, category }) {
    const { value: amount, currency, isAnyDollar } = sum as Amount
    return { amount, category, currency, isAnyDollar: isAnyDollar || undefined }
  },
  async act({ slots, writer }, port) {
    const { amount, currency: said } = slots
    const category = slots.category?.slice(0, 80)
    const own = chosenCurrency(port)
    if (isForeign(slots, own))
      return writer.decline(`Your budget is in ${own}, so nothing was set. Give the limit in ${own}.`)
    const turned = turnedText(port, said)
    const written = await editStored<Budget>(port.store, 'budget', {
      empty: emptyBudget,
      change: (value) => ({
        ...value,
        ...(value.currency === undefined && own === undefined && said !== undefined && { currency: said }),
        ...(category === undefined
          ? { monthly_limit: amount }
          : { categories: withLimit(value.categories ?? [], category, amount) }),
      }),
    })
    const name = category === undefined ? '' : ` for ${category}`
    const shown = money(amount, written.currency ?? currencyOf(port))
    writer.say(`Your monthly budget${name} is now ${shown}.${turned}`)
    writer.add(budget.card)
  },
})

type Categories = NonNullable<Budget['categories']>

const MAX_CATEGORIES = 100

function withLimit(categories: Categories, name: string, monthly_limit: number): Categories {
  const known = categories.find((category) => isSame(category.name, name))
  if (known) return categories.map((one) => (one === known ? { ...one, monthly_limit } : one))
  const [before, after] = [categories.length, categories.length + 1]
  assertRoom('The list of categories', { before, after, most: MAX_CATEGORIES })
  return [...categories, { name: name[0]!.toUpperCase() + name.slice(1), monthly_limit }]
}
