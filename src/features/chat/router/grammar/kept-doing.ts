import type { Kept } from '../understanding.ts'
import { drop, find, has, isNamed, isOnNoList, plainName, saidIn } from './kept-shapes.ts'
import { keptRules, sureRules, type Rule } from './rule.ts'

const money = String.raw`(?:[$€£¥]|\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a hundred|a thousand)\b)`
/** "I bought 3 apples" names no sum: a number without a currency is one only where a price is said. */
const sum = String.raw`(?:[$€£¥] ?)?(?:\d[\d.,']*k?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|a hundred|a thousand)(?: (?:\w+ty|\w+teen|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|and))*)`
const priced = String.raw`(?:[$€£¥] ?\d|\d ?(?:[$€£¥]|(?:dollars?|euros?|pounds?|quid|bucks|cents?|yen|francs?|kron(?:er|or|a|e)|rupees?|usd|eur|gbp|chf|sek|nok|dkk|jpy|inr|cad|aud)\b)|\b(?:\w+(?:teen|ty)|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand) (?:dollars?|euros?|pounds?|quid|bucks)\b)`
/** What may follow a sum. */
const afterSum = String.raw`(?= ?$| (?:on|for|at|to|from|in (?!\d{4}\b)|as|and|today|yesterday|this|last|earlier|just now|so far|monday|tuesday|wednesday|thursday|friday|saturday|sunday|salary|wages|income|rent|tips?|bonus|pension|commission|interest|add it|under|category)\b)`
const notMoney =
  /\b(?:expense|income) (?:reports?|tax(?:es)?|statements?)\b|\bin \d{4}$|\b(?:hours?|minutes?|days?|weeks?|months|years?|calories|time|points|miles|km|steps|credits?|card|bill|account|transfer|balance|stocks?|shares?)\b(?! (?:ticket|pass|food|care|shop))/

const budgetRules: readonly Rule[] = [
  ...sureRules('budget.remove', [
    new RegExp(
      String.raw`^(?:${drop}|undo|cancel) (?:the |my )?(?:last|latest|most recent|previous) (?:expense|payment|income|purchase|spending)(?: from my budget)?$`,
    ),
    new RegExp(
      String.raw`^${drop} (?:the |my )?(?:expense|income|purchase|payment) (?:of |for |on |from |["'])`,
    ),
    new RegExp(String.raw`^${drop} (?:all(?: of)? )?(?:my |the )?expenses$`),
    new RegExp(String.raw`^${drop} .+ from (?:my |the )?(?:budget|expenses)$`),
    new RegExp(String.raw`^${drop} (?:the |my )(?!last |latest )\S+(?: \S+)? (?:expense|purchase)$`),
  ]),
  ...sureRules(
    'budget.limit',
    [
      new RegExp(
        String.raw`^(?:set|make|change|create|update|put|increase|raise|lower|reduce)(?: up)?(?: me)?(?: an?| my| the)?(?: new)?(?: [a-z]+)?(?: monthly| spending)? (?:budget|spending limit)\b.*${money}`,
      ),
      new RegExp(String.raw`^my (?:monthly |new |[a-z]+ )?budget(?: for [a-z ]+)? is (?:now )?${money}`),
      new RegExp(String.raw`^budget ${money}\S* (?:for|on) [a-z ]+$`),
    ],
    /\bby \d/,
  ),
  ...sureRules(
    'budget.add',
    [
      new RegExp(
        String.raw`^(?:i |we )?(?:have )?(?:just )?(?:spent|paid|bought|earned|received|got paid) .*${priced}`,
      ),
      new RegExp(
        String.raw`^(?:i |we )?(?:have )?(?:just )?(?:spent|paid|earned|received|got paid) (?:\S+ ){0,4}?${sum}${afterSum}`,
      ),
      new RegExp(String.raw`^(?:i |we )?(?:have )?(?:just )?bought .* (?:for|at) ${sum}${afterSum}`),
      new RegExp(
        String.raw`^(?:i |we )(?:have )?(?:just )?(?:got|made) [$€£]?\d\S* (?:salary|wages|income|from|for)\b`,
      ),
      new RegExp(
        String.raw`^(?:add|log|record|track|note|enter|new) (?:an? |the |new )*(?:expense|income|spending)(?: of\b|:)? ?.*${money}`,
      ),
      new RegExp(String.raw`^(?:expense|income|spending)(?: of\b|:)? ?${money}`),
      new RegExp(
        String.raw`^(?:add|log|record|track|put|enter) .*${money}.* (?:to|in|into|as an?|on) (?:my |the )?(?:budget|expenses?|income)\b`,
      ),
      /^(?:log|record) (?:[$€£] ?\d+(?:[.,]\d\d)?|\d+[.,]\d\d|\d+(?:[.,]\d\d)? ?[€£]|\d+(?= (?:on|for) )) [a-z]/,
      /^(?:the |my )?[a-z ]{2,30} cost (?:me )?(?:[$€£] ?\d|\d+[.,]\d\d\b|\d+ ?(?:€|£|dollars|euros|pounds|quid|bucks))/,
    ],
    notMoney,
  ),
  ...keptRules(
    'budget.ask',
    [
      /^how much (?:money )?(?:did|have) (?:i|we) (?:already )?(?:spend|spent|pay|paid|earn|earned|make|made)\b/,
      /^what (?:did|have) (?:i|we) (?:spend|spent)\b/,
      /^(?:what is|show me|show|tell me) (?:my |the )?(?:total )?(?:spending|expenses|income) (?:on|for|this|last|in|today|yesterday)\b/,
      /^(?:how much (?:money )?(?:is|do i have|have i got)|what is|what do i have) (?:still )?(?:left|remaining)(?: (?:of|in|from|on))?(?: (?:my|the))?(?: [a-z]+)? budget\b/,
      /^(?:how much )?(?:of )?(?:my )?(?:[a-z]+ )?budget (?:is )?(?:left|remaining)\b/,
      /^how much (?:of )?(?:my )?(?:[a-z]+ )?budget (?:do i have|have i got|is there) (?:still )?left\b/,
      /^(?:am i|are we) (?:over|under|within) (?:my |the |our )?budget\b/,
      /^how much (?:can|may) i still spend\b/,
      /^(?:how much|what) (?:do i have|have i got|is) left to spend\b/,
      /^how much do (?:i|we) (?:usually |normally )?spend\b/,
      /^total (?:spent|spending|expenses)\b/,
    ],
    { isKept: has('payments'), unless: /\b(?:bank|card|account|amazon|credit)\b|\btime\b/ },
  ),
]

/** Boards and payments: shapes that say themselves what they mean. */
export const keptDoingRules: readonly Rule[] = [...budgetRules]
