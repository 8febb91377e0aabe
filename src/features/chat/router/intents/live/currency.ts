import { readCoinCode } from '../../../../../platform/language/values/companies.ts'
import { readMoney } from '../../../../../platform/language/values/currencies.ts'
import { widget } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'currency_converter',
  label: 'Exchange rate',
  example: '100 USD in EUR',
  sureAt: 0.93,
  slots: { amount: optional.number, from: optional.text, to: optional.text },
  needs: ['from', 'to'],
  templates: [
    '[open|show [me]] [the|a] currency (converter|conversion|rates)',
    '(convert|change|exchange|swap|turn|what is|what are|what would|how much is|how much are|how much would|how much will|what does) {sum:sum} [be|worth|equal|come to|make|cost] (to|into|in|for) {to:sum} [<lately>]',
    '{sum:sum} (to|into|in|vs|versus|against|equals) {to:sum} [rate|exchange rate|conversion|<lately>]',
    '(how many|how much) {to:sum} (is|are|in|for|to|equals|make|makes|(can|do|will|would) i get (for|from)) {sum:sum} [worth] [<lately>]',
    '(how many|how much) {to:sum} (does|would|will) {sum:sum} (make|get [me]|buy [me]|be) [<lately>]',
    '[<tell>] [the] [<latest>] (exchange rate|exchange rates|currency rate|conversion rate|rate) [from|of|for|between] {sum:sum} (to|into|in|and|vs|against) {to:sum} [<lately>]',
    '[<tell>] [the] [<latest>] {sum:sum} [to] {to:sum} (exchange rate|conversion rate|rate) [<lately>]',
    '[<tell>] [the] [<latest>] (exchange rate|exchange rates) [(of|for) [the] {sum:sum}] [<lately>]',
    // Of countries, for instance: the currencies are chosen in the widget.
    '[<tell>] [the] [<latest>] (exchange rate|exchange rates) (between|of|for|from|in) {which}',
    '[<tell>] [the] [<latest>] {which:properName} exchange rate',
  ],
  fill: (_, { text }) => moneyIn(text) ?? {},
  read({ text, lower }) {
    if (compares.test(lower)) return undefined
    return moneyIn(text) ?? (/\b(?:currency|exchange|conversion rate)\b/.test(lower) ? {} : undefined)
  },
  act({ slots, voice }, { baseCurrency }) {
    const { from, amount } = slots
    const base = baseCurrency()
    const to = slots.to ?? (from === base ? null : base)
    if (from === undefined && amount !== undefined && base === null)
      voice.decline('In which currency is it? Choose it here, or say for instance "3000 USD in EUR".')
    voice.add(widget('currency_converter', { ...slots, to: to ?? undefined }, ['amount', 'from', 'to']))
  },
})

/** In another way than by what they are worth: "is the euro older than the dollar". */
const compares =
  /\b(?!(?:strong|weak|high|low|cheap|dear|great|small)er\b)\p{L}+er than\b|\b(?:more|less) (?!valuable|expensive|costly)\p{L}+ than\b/u

/** No bank has a rate for coins; they are quoted like shares. */
function moneyIn(text: string) {
  return readCoinCode(text) === undefined ? readMoney(text) : undefined
}
