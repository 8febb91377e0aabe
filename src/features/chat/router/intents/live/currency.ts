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
  examples: [
    '{amount} {currency} (in|to) {currency}',
    'how (much|many) (is|are) {amount} {currency} in {currency}',
    'how many {currency} (is|are|do i get for|can i get for|would i get for) {amount} {currency}',
    '{currency} to {currency}',
    '{currency} (versus|vs|against) {currency}',
    'how much is the {currency} [worth] (in {currency}|today|compared to the {currency}|against the {currency})',
    'how strong is the {currency} [against the {currency}|right now]',
    'what is the conversion [rate] (between|from|of) {currency} (and|to) {currency}',
    'if i (have|exchange|change) {amount} {currency} how many {currency} (do i get|will i have|is that)',
    'current {currency} {currency} rate',
    "(what's|check) the {currency} at today",
    'i want to (exchange|swap|trade) {amount} {currency} for {currency}',
    '{currency} rate today',
    '{amount} {currency} (is|equals) how (much|many) [in] {currency}',
    '(is|was) the {currency} (stronger|weaker|worth more) than the {currency} [today|right now]',
    "how (is|'s) the {currency} doing (against|compared to) the {currency}",
    '(what|how much) (would|will) {amount} {currency} (get|buy) me in {currency}',
    '{currency} {currency} [exchange rate|rate]',
    'i have {amount} {currency} what is (it|that) in {currency}',
    'rate of {currency} (to|in|against) {currency}',
    'how many {currency} (are|is) (in|equal to) (a|one|{amount}) {currency}',
    'turn {amount} {currency} into {currency}',
  ],
  counterExamples: [
    'how (do|are) exchange rates (work|made|calculated)',
    'why is the {currency} (so weak|falling|going up)',
    'what (currency|money) (do they use|is used) in {country}',
    'which currency is the strongest',
    'should i exchange money before i go to {country}',
    'where can i exchange money [in {city}|near me]',
    'what is the exchange fee of my bank',
  ],
  fill: (_, { text }) => moneyIn(text) ?? {},
  read({ text, lower }) {
    if (compares.test(lower)) return undefined
    const money = moneyIn(text)
    if (money && money.from === undefined && ofSomething.test(lower)) return undefined
    return money ?? (/\b(?:currency|exchange|conversion rate)\b/.test(lower) ? {} : undefined)
  },
  act({ slots, writer }, { baseCurrency }) {
    const { from, amount } = slots
    const base = baseCurrency()
    const to = slots.to ?? (from === base ? null : base)
    if (from === undefined && amount !== undefined && base === null)
      writer.decline('From which currency? Choose it here, or say e.g. "3000 USD in EUR".')
    writer.add(widget('currency_converter', { ...slots, to: to ?? undefined }, ['amount', 'from', 'to']))
  },
})

/** In another way than by what they are worth: "is the euro older than the dollar". */
const compares =
  /\b(?!(?:strong|weak|high|low|cheap|dear|great|small)er\b)\p{L}+er than\b|\b(?:more|less) (?!valuable|expensive|costly)\p{L}+ than\b/u

/** "100 all in eur": of what, nobody can tell. */
const ofSomething = /^\d[\d.,]* \p{L}+ (?:in|into|to)\b/u

/** No bank has a rate for coins; they are quoted like shares. */
function moneyIn(text: string) {
  return readCoinCode(text) === undefined ? readMoney(text) : undefined
}
