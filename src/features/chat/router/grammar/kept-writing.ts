import { drop, find, has, isNamed } from './kept-shapes.ts'
import { keptRules, sureRules, type Rule } from './rule.ts'

const journalRules: readonly Rule[] = [
  ...sureRules('journal.remove', [
    new RegExp(
      String.raw`^${drop} (?:all(?: of)? )?(?:the |my )?(?:last |latest |newest |today's |yesterday's |[a-z]+day's )?(?:journal|diary) entr(?:y|ies)\b`,
    ),
    new RegExp(
      String.raw`^${drop} (?:the |my )?entry (?:for|from|about|of) .+ (?:from|in) (?:my |the )?(?:journal|diary)$`,
    ),
  ]),
  ...sureRules('journal.add', [
    /^(?:new )?(?:journal|diary)(?: entry)?(?: (?:for|of|on) [a-z0-9 ]+)?: ?\S/,
    /^dear (?:journal|diary)\b[,:]? ?\S/,
    /^(?:write|put|log|note)(?: down)? (?:in|into|to) my (?:journal|diary)(?: that\b|:) ?\S/,
  ]),
  ...sureRules('journal', [
    /^(?:what|when) (?:did|have) i (?:write|written|wrote|say|note|put)\b.*\b(?:journal|diary)\b/,
    new RegExp(
      String.raw`^${find} (?:my |the )?(?:last |latest |today's |yesterday's )?(?:journal|diary)(?: entr(?:y|ies))?(?: (?:for|from|of|on|about|mentioning) .+)?$`,
    ),
    /^(?:search|look|go)(?: through| in)? (?:my |the )?(?:journal|diary) for \S/,
    new RegExp(String.raw`^${find} .+ in (?:my|the) (?:journal|diary)$`),
    /^how many (?:journal|diary) entries\b/,
  ]),
]

/** Days, books, bookmarks and pieces of code: shapes that say themselves what they mean. */
export const keptWritingRules: readonly Rule[] = [...journalRules]
