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

const readingRules: readonly Rule[] = [
  ...sureRules('reading.remove', [
    new RegExp(String.raw`^(?:${drop}|take) .+ (?:from|off|off of) (?:my |the |our )?reading list$`),
    /^(?:clear|empty|wipe) (?:my |the )?reading list$/,
  ]),
  ...sureRules('reading.add', [
    /^(?:add|put|save) .+ (?:to|on|onto) (?:my|the|our) reading list$/,
    /^(?:i )?(?:have )?(?:just )?(?:finished|completed|started) reading \S/,
  ]),
  ...keptRules(
    'reading.add',
    [
      /^(?:mark|set) .+ as (?:read|reading|finished|unread|to read|being read|done)$/,
      /^(?:i )?(?:have )?(?:just )?(?:finished|completed|started|read) \S/,
      /^i am (?:now |currently )?reading \S/,
    ],
    { isKept: isNamed('books', 'title') },
  ),
  ...sureRules('reading_list', [
    /^what (?:book|books)? ?am i (?:currently |now )?reading(?: (?:now|right now|at the moment|currently))?$/,
    /^(?:is|are) .+ (?:already )?on (?:my|the) reading list$/,
    /^how many (?:books|articles|things) (?:are|do i have) (?:there )?on (?:my|the) reading list$/,
  ]),
  ...keptRules(
    'reading_list',
    [
      /^what (?:should|shall|can|do) i read next$/,
      /^(?:what|which|how many)(?: books)? (?:have|did) i (?:already )?(?:read|finished?)\b(?!.*\b(?:news|mail|today)\b)/,
      /^(?:what|which|how many) (?:books )?(?:do i (?:have|still have)|are|have i got)(?: left)? to read$/,
    ],
    { isKept: has('books') },
  ),
]

const bookmarkRules: readonly Rule[] = [
  ...sureRules('bookmark.remove', [
    new RegExp(String.raw`^(?:${drop}|take) .+ (?:from|off|out of) (?:my |the )?bookmarks$`),
    new RegExp(String.raw`^${drop} (?:the |my )?bookmark (?:for |to |of |called |named )?\S`),
    new RegExp(String.raw`^${drop} (?:the |my )?\S+(?: \S+)? bookmark$`),
    new RegExp(String.raw`^${drop}(?: all(?: of)?)? ?(?:my |the )?bookmarks$`),
    /^unbookmark \S/,
  ]),
  ...sureRules('bookmark.add', [
    /^bookmark (?:this |the )?(?:page |link |site |website |url )?:? ?\S*\.\S/,
    /^(?:save|keep|remember|store) (?:this |the |that )?(?:link|page|site|website|url|web ?page|address):? .*\S\.\S/,
    /^(?:add|save|put) \S+\.\S+ (?:to|in) (?:my |the )?bookmarks\b/,
    /^(?:add|create|new|make) (?:an? )?(?:new )?bookmark:? (?:for |to )?.*\S\.\S/,
  ]),
  ...sureRules('bookmarks', [
    new RegExp(String.raw`^${find} .+ in (?:my|the) bookmarks$`),
    /^(?:search|look)(?: through| in)? (?:my |the )?bookmarks for \S/,
    new RegExp(String.raw`^${find} (?:my |the )?bookmarks? (?:for|about|called|named) \S`),
    /^how many bookmarks (?:do i have|are there|have i got)\b/,
  ]),
]

const snippetRules: readonly Rule[] = [
  ...sureRules('snippet.remove', [
    new RegExp(String.raw`^${drop} (?:the |my )?(?:code )?snippet (?:for |about |called |named |titled )?\S`),
    new RegExp(String.raw`^${drop} .+ (?:from (?:my |the )?(?:code )?snippets|snippet)$`),
    new RegExp(String.raw`^${drop}(?: all(?: of)?)? ?(?:my |the )?(?:code )?snippets$`),
  ]),
  ...sureRules('snippet.add', [
    /^(?:save|add|keep|store|new|create)(?: an?| the| this| that)?(?: new)?(?: code)? snippet(?: (?:called|named|titled) [^:]+)?: ?\S/,
    /^(?:save|add|keep|store) .+ (?:as (?:the |a )?(?:code )?snippet|to my (?:code )?snippets)\b/,
    /^(?:code )?snippet: ?\S/,
  ]),
  ...sureRules('code_snippets', [
    new RegExp(
      String.raw`^${find} (?:my |the |a )?(?:code )?snippets? (?:for|about|called|named|titled|with) \S`,
    ),
    new RegExp(String.raw`^${find} .+ in (?:my|the) (?:code )?snippets$`),
    /^(?:search|look)(?: through| in)? (?:my |the )?(?:code )?snippets for \S/,
    /^how many (?:code )?snippets (?:do i have|are there|have i got)\b/,
  ]),
]

/** Days, books, bookmarks and pieces of code: shapes that say themselves what they mean. */
export const keptWritingRules: readonly Rule[] = [
  ...snippetRules,
  ...journalRules,
  ...readingRules,
  ...bookmarkRules,
]
