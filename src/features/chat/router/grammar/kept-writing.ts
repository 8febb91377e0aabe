import type { Kept } from '../understanding.ts'
import { drop, find, has, isNamed, plainName, saidIn } from './kept-shapes.ts'
import { keptRules, sureRules, type Rule } from './rule.ts'

const mine = '(?:my |the |that |this |our )?'
/** Files of such names are another matter. */
const files =
  /[~/]|\.(?:txt|md|docx?|pdf|csv|json)\b|\b(?:file|folder|release notes|sticky notes?|calendar)\b/

/** One note at least has every word. */
function isMentioned(slots: Readonly<Record<string, unknown>>, kept: Kept): boolean {
  const words = plainName(saidIn(slots, 'about')).split(' ')
  return (
    words[0] !== '' &&
    kept('notes').some((text) => words.every((word) => ` ${plainName(text)} `.includes(` ${word} `)))
  )
}

const noteRules: readonly Rule[] = [
  ...sureRules(
    'note.remove',
    [
      /^(?:clear|empty|wipe)(?: out)?(?: all)? ?(?:of )?(?:my |the )notes$/,
      new RegExp(
        String.raw`^${drop}(?: all(?: of)?)? ?${mine}(?:last |latest |newest |most recent )?notes?(?: (?:about|on|for|with|called|named|titled|saying|that|mentioning)\b.*| "[^"]+"| '[^']+')?$`,
      ),
    ],
    files,
  ),
  ...sureRules(
    'note.change',
    [
      /^(?:change|edit|update|replace|rewrite) (?:the|my) note (?:about|on|called|titled|named|saying|["']).+ (?:to|with) \S/,
      /^add .+ to (?:the|my) note (?:about|called|titled|named|on) \S/,
      /^(?:un)?pin (?:the |my )?note (?:about|called|titled|["'])/,
    ],
    files,
  ),
  ...sureRules('note.add', [/^(?:(?:a )?(?:new|quick|short) )?(?:note|memo)(?: to (?:self|myself))?: ?\S/]),
  ...sureRules(
    'note.add',
    [
      /^(?:take|make|write|create|add|save|leave)(?: down)?(?: me| myself)? an?(?: new| quick| short)? (?:note|memo)(?: (?:that|saying|titled|called|named|which says)\b|:) ?\S/,
      /^(?:new )?(?:note|memo)(?: to (?:self|myself))?(?: down)?(?: that\b|:) ?\S/,
      /^(?:note|jot)(?: this| that)? down(?: that\b|:)? ?\S+ \S/,
      /^add (?!(?:an?|the|new|some|this|that|it) (?:new )?notes?\b).+ to (?:my|the) notes$/,
      /^take note (?:of (?:this|the following)|that)\b:? ?\S/,
      /^note (?!(?:to|that|down|taking|taker|pad|the|is|on|in|about|from|of|for|a|an|my|this|it|and|or|how|what|who|why|when|me)\b)\S+ \S/,
    ],
    /\b(?:on|in|to) (?:my|the) (?:calendar|(?:[a-z]+ )?list)\b/,
  ),
  ...sureRules(
    'notes',
    [
      new RegExp(
        String.raw`^${find}(?: all)? ?(?:my |the |any |all my )?notes? (?:about|on|for|with|called|named|titled|mentioning|containing|regarding|saying|that (?:mentions?|says?|contains?)) \S`,
      ),
      /^(?:search|look)(?: through| in)? (?:my |the )?notes for \S/,
      new RegExp(String.raw`^${find} .+ in (?:my|the) notes$`),
      /^do i have (?:any |a |some )?notes? (?:about|on|for|mentioning) \S/,
      /^(?:how many|what|which) notes (?:do i have|are there|have i (?:got|made|written|taken))\b/,
      /^what (?:do|did) (?:my notes say|i note(?: down)?|i (?:write|jot) down) about \S/,
      /^(?:where|what) (?:is|was) (?:my|the|that) note (?:about|on|with) \S/,
    ],
    files,
  ),
  ...keptRules(
    'note.remove',
    [
      new RegExp(String.raw`^${drop} ${mine}(?!last |latest |newest )\S+(?: \S+){0,3} note$`),
      new RegExp(String.raw`^${drop} ${mine}note \S`),
    ],
    { isKept: isMentioned, unless: files },
  ),
  ...keptRules(
    'note.change',
    [
      /^(?:change|edit|update|replace|rewrite) (?:the|my) (?!note\b)\S+(?: (?!note\b)\S+){0,3} note (?:to|with) \S/,
    ],
    { isKept: isMentioned, unless: files },
  ),
  ...keptRules('notes', [/^(?:my |any |all |the )*notes? (?:about|regarding|mentioning) \S/], {
    isKept: has('notes'),
    unless: files,
  }),
]

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

/** Notes, days, books, bookmarks and pieces of code: shapes that say themselves what they mean. */
export const keptWritingRules: readonly Rule[] = [
  ...snippetRules,
  ...noteRules,
  ...journalRules,
  ...readingRules,
  ...bookmarkRules,
]
