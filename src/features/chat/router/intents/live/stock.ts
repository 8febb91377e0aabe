import {
  coinNames,
  marketNames,
  plainTickers,
  readCoinCode,
  readCompany,
  readTicker,
} from '../../../../../platform/language/values/companies.ts'
import { readCurrencies, readMoney } from '../../../../../platform/language/values/currencies.ts'
import { plainNumbers } from '../../../../../platform/language/values/notation.ts'
import { wordsToDigits } from '../../../../../platform/language/values/numbers.ts'
import { textOf, widget } from '../../answers/act.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'
import type { Sentence } from '../../normalize.ts'

const coins = `(${coinNames.join('|')})`
const commodities = '(gold|silver|oil|crude oil|brent|natural gas|dow|dax|ether|doge)'
const ofIt = '[<shares>] [<lately>]'

export const intent = defineIntent({
  name: 'live_stock',
  label: 'Stock price',
  example: 'How is Apple stock doing?',
  slots: {
    symbol: required.text,
    range: optional.text,
    /** Of which the price is wanted, in the money that is paid. */
    amount: optional.number,
    paid: optional.text,
  },
  needs: ['symbol'],
  templates: [
    `(${plainTickers.join('|')}|${marketNames.join('|')}) [price|stock|index|quote|value|shares] [<lately>]`,
    '{share:ticker} [price|stock|quote] [<lately>]',
    `<tell> [the] (${marketNames.join('|')}) [price|index|quote|value] [<faring>] [<lately>]`,
    `[what is] [the] [current] [(price|value) of] [an ounce of] ${commodities} (price|index|<lately>) [<lately>]`,
    `(what|how much) is ${commodities} worth [<lately>]`,
    '(what is|what was) the (closing|opening) price of {share:share} [<shares>] [<lately>]',
    `[what is|how much is] [the] [current] (price|value) of [a|an] [ounce of|barrel of] ${commodities} [<lately>]`,
    "[<tell>] [the] [<latest>] {share:share} ['s] <shares> [<quote>] [<faring>] [or (up|down)] [<lately>]",
    "[<tell>] [the] [<latest>] {share:share} ['s] (share|stock) <quote> [<faring>] [<lately>]",
    `[<tell>] [the] [<latest>] <shares> [<quote>] [of|for|at|on] {share:share} ${ofIt}`,
    `[<tell>] [the] [<latest>] <quote> (of|for) {share:share} <shares> [<lately>]`,
    '(quote|ticker|symbol|ticker symbol) [of|for] {share:share} [<lately>]',
    '[<tell>] [the] [{years:number} year|one year|weekly|daily] (chart|graph|history) of {share:share} [<shares>] [<lately>]',
    "(how|what|is|are|did|has|have) (is|are|did|was|were|has|have) {share:share} ['s] <shares> [<quote>] [<faring>] [<lately>]",
    "(is|are|did|has|have) {share:share} ['s] <shares> [price|prices] <faring> [or (up|down)] [<lately>]",
    'how much (is|are) [a|an|one] {share:share} <shares> [worth] [<lately>]',
    '(what|how much) (does|do) [a|an|one] {share:share} <shares> cost [<lately>]',
    '(what|how much) does (a|one) share of {share:share} cost [<lately>]',
    `(what|how much) does [a|an|one] (${coins}|[ounce of] gold|[ounce of] silver|barrel of oil) cost [<lately>]`,
    `what is [a|an|one] ${coins} going for [<lately>]`,
    `[<tell>] [the] [<latest>] ${coins} (rate|value|chart|quote) [<lately>]`,
    `(has|have|did) ${coins} (<faring>|go (up|down)) [<lately>]`,
    `(how much|what) is [a|an|one] [ounce of|barrel of] ${commodities} [at|trading at|going for] [<lately>]`,
    '[<tell>] [a|the] (quote|stock quote|chart|stock chart) (for|of) {share:share} [<shares>] [<lately>]',
    '[<tell>] [the] {share:market} chart [<lately>]',
    '(what|where) did {share:market} (close|open|end|finish) [at] [<lately>]',
    'where is {share:market} trading [at] [<lately>]',
    '(what is (going on|happening|up) with|tell me about|how about|what about) [the] {share:share} <shares> [<lately>]',
    'how are [the] stocks <faring> [<lately>]',
    'dax',
    'how much is (a|one) share of {share:share} [worth] [<lately>]',
    '(how|what) (is|are|did|was|were) {share:market} <faring> [on the stock market] [<lately>]',
    '(is|are) {share:market} (up|down) [or (up|down)] [<lately>]',
    'is the (dow|dax|market|stock market) (up|down) [or (up|down)] [<lately>]',
    '(how|what) (is|are|did|was|were) [the] (stock market|dow|dax|market|markets) [<faring>] [<lately>]',
    `[convert|what is|how much (is|are)] [[the] [current] (price|value) of] [a|an|one|{amount:number}] ${coins} [worth|price] [(in|to|into|vs|versus) {paid:currency}] [worth] [<lately>]`,
    `how many (dollars|euros|pounds) is [a|an|one|{amount:number}] ${coins} [worth] [<lately>]`,
    `[convert|what is|how much (is|are)] {sum:sum} [worth] (in|to|into|of) ${coins}`,
  ],
  wideTemplates: [
    "(how|what) (is|are|did|was|were|has|have) {share:share} ['s] <shares> [<quote>] {rest}",
    `[<tell>] [the] [<latest>] (price|value|quote) (of|for) {share:share} [<lately>]`,
    // A company that is not known here: its name is looked up as a ticker.
    '[<tell>] [the] [<latest>] <shares> [<quote>] (of|for) {ticker:word} [<lately>]',
    'what is {share:share} trading (at|for)',
  ],
  examples: [
    '{company} (stock|share price|stock price|quote|shares)',
    '(price|value|quote) of {company} [stock|shares]',
    '(what did|where did) {company} (close at|open at)',
    '(show|give|get|check) me {company} (stock|shares|stock quote|chart)',
    'what is {company} trading at',
    'ticker {ticker}',
    'stock (update|report|info) (on|for) {company}',
    'check the (stock market|markets)',
    "how (is|'s) {company} doing (on the stock market|in the market|today on wall street)",
    "(what's|what is) {company} (selling at|at on the stock market|worth per share)",
    'price of {ticker}',
    '(quote|ticker|symbol|price) (for|of) {ticker}',
    '{ticker} (price|stock|shares)',
    '(show|give) me the (price|chart|quote) of {ticker}',
    'how much (is|does) (a|one) {company} (share|stock) [cost|worth]',
    'did {company} (stock|shares) (go up|fall|rise|drop|close higher) [today|yesterday]',
    '(how|what) are (stocks|the markets) (doing|like) (today|this morning)',
    'tell me [about] the (stock|share) (price|value) of {company}',
  ],
  counterExamples: [
    'what are good stocks to (buy|invest in)',
    'how do i start investing',
    'when will {company} stock (recover|drop|go up)',
    'how do i buy {company} stock',
    'who is the ceo of {company}',
    'what does {company} (do|make|sell)',
  ],
  fill: (captured, said) =>
    asksWhatItIs.test(said.lower)
      ? undefined
      : slotsOf(said, textOf(captured, 'share') ?? textOf(captured, 'ticker')?.toUpperCase()),
  read: (said) => (/^explain\b/.test(said.lower) ? undefined : slotsOf(said)),
  /** A coin for money, or money for a coin: the price is of one. */
  act({ slots, writer }) {
    const { symbol, amount, paid } = slots
    const [coin] = symbol.split('-')
    if (amount !== undefined)
      writer.say(
        paid === undefined
          ? `This is the price of 1 ${coin}. For ${amount}, multiply it by ${amount}.`
          : `This is the price of 1 ${coin} in ${paid}. Divide ${amount} by it to see what you get.`,
      )
    writer.add(widget('live_stock', slots, ['symbol', 'range']))
  },
})

/** "what is bitcoin" wants to know what that is. */
const asksWhatItIs = new RegExp(
  String.raw`^what is (?:an? )?(?:${coinNames.filter((name) => name.length > 4).join('|')})$`,
)

function slotsOf({ text, lower }: Sentence, named?: string) {
  const coin = coinIn(text)
  const symbol = coin?.symbol ?? named ?? symbolIn(text)
  return symbol === undefined ? undefined : { ...coin, symbol, range: rangeOf(lower) }
}

/** The company whose shares they are, before the market where they are. */
function symbolIn(text: string): string | undefined {
  const ofOne = text.replace(/ (?:on|in) the (?:stock )?markets?\b/i, '')
  const named = [ofOne, text].map(
    (said) => readCompany(said, { aboutShares: true })?.symbol ?? readTicker(said),
  )
  return named.find((symbol) => symbol !== undefined)
}

const numberOfCoins = new RegExp(String.raw`(\d+(?:\.\d+)?) ${coins}\b`, 'i')

/** "1 bitcoin in eur", "100 usd in bitcoin": a coin has its price in every large currency. */
function coinIn(text: string): { symbol: string; amount?: number; paid?: string } | undefined {
  const coin = readCoinCode(text)
  if (coin === undefined) return undefined
  const money = readCurrencies(text)[0]?.code
  const symbol = `${coin}-${money ?? 'USD'}`
  const before = numberOfCoins.exec(wordsToDigits(plainNumbers(text).text))?.[1]
  if (before !== undefined) return { symbol, ...(before !== '1' && { amount: Number(before) }) }
  const sum = money === undefined ? undefined : readMoney(text)?.amount
  return { symbol, ...(sum !== undefined && { amount: sum, paid: money! }) }
}

function rangeOf(lower: string): string | undefined {
  if (/\b(?:today|now|intraday)\b/.test(lower)) return '1d'
  if (/\bweek\b/.test(lower)) return '5d'
  if (/\b(?:5|five) years?\b/.test(lower)) return '5y'
  return /\byear\b/.test(lower) ? '1y' : undefined
}
