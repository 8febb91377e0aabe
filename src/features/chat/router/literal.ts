import { fileEndings } from '../../../platform/language/values/file-places.ts'
import { verbs } from './wishes/wish-words.ts'

/**
 * Whether a value is what it says, and not a description of something that must first be looked up or thought of: "milk" is
 * milk, "all deadlines from the meeting notes" are none until somebody has read the notes.
 */
export function isLiteral(text: string): boolean {
  const lower = text.toLowerCase()
  return isLiteralClause(text) && !within.some((pattern) => pattern.test(lower))
}

/** The same for whole clauses, in which people speak of anything: what they begin with tells, and what is asked beside. */
export function isLiteralClause(text: string): boolean {
  const lower = text.toLowerCase()
  return !describes.test(lower) && !wantsMore.test(lower)
}

/** What there are several of, in a document or in somebody's head. */
const several =
  'ingredients|items|things|stuff|tasks|to-?dos|deadlines|dates|appointments|events|birthdays|meetings|steps|(?:key |main )?points|results|ideas|suggestions|options|choices|entries|topics|names|numbers|questions|facts|details|groceries|meals|recipes|snacks|gifts|presents|books|songs|movies|films|places|people|exercises|lines|paragraphs|conclusions|takeaways|highlights'
/** What somebody has, or somebody must write first. */
const written =
  'notes?|files?|folders?|documents?|e-?mails?|mails?|messages?|invoices?|receipts?|reports?|contracts?|letters?|articles?|pages?|recipe|lists?|boards?|calendar|conversation|chat|summary|summaries|overview|gist|outline|draft|transcript|contents?|version|copy|table|chart'

const describes = new RegExp(
  [
    // All of something, or something that is still to be chosen.
    String.raw`(?:all|every|each|any|both|everything|anything|something|whatever|whichever|whoever|the rest|the others?|the same|most|several|various|a few|a couple of|some of|none|nothing|enough)\b`,
    String.raw`(?:another|more|some|(?:two|three|four|five|six|seven|eight|nine|ten|\d+)(?: more| other)?) (?:\p{L}+ ){0,2}(?:${several})\b`,
    // What was spoken of elsewhere.
    String.raw`(?:it|this|that|these|those|them|him|her|one|ones|the (?:above|following|first|second|third|last|latest|previous|next|remaining|missing|other|whole|entire|rest)|your|its|what|which|who|how|where|when|why|whether|if|here|there)(?: |$)`,
    String.raw`(?:\p{L}+ ){0,4}(?:${several}) (?:of|for|from|in|on|about|that|which|i|we|you)\b`,
    String.raw`(?:the|my|our) (?:\p{L}+ ){0,2}(?:${several})(?! (?:is|are|was|were|has|have|needs?|must|should|will|can)\b)\b`,
    String.raw`(?:an? |the |my |our |this |that |last |latest |short |brief )+(?:\p{L}+ ){0,2}(?:${written})\b(?! (?:is|are|was|were|has|have|needs?|must|should|will|can)\b)`,
    // Thinking that nobody does but a person or a model.
    String.raw`(?:an? |the |some )*(?:summari[sz]\p{L}*|analy[sz]\p{L}*|compar\p{L}*|explain\p{L}*|explanation|suggest\p{L}*|recommend\p{L}*|rewrit\p{L}*|rephras\p{L}*|(?:poem|essay|story|speech|plan|agenda) (?:for|about|on|to))\b`,
    // What nobody has written so: it must be seen.
    String.raw`(?:the |any |some |all )*(?:contradictions?|inconsistenc(?:y|ies)|mistakes|typos|spelling errors|duplicates|gaps|patterns|trends|themes|similarities|differences|insights|connections)$`,
    // A file by its name alone.
    String.raw`\S+\.(?:${fileEndings})$`,
  ]
    .map((beginning) => String.raw`^(?:with |about |containing |including )?${beginning}`)
    .join('|'),
  'u',
)

/** Another wish behind what is to be written down. */
const wantsMore =
  /[.;!,] (?:and )?(?:then|also|please|afterwards) \p{L}|\band (?:then )?\p{L}+ (?:\p{L}+ )?(?:what|which|how|why|who)\b|\band (?:then |also )?\p{L}+ (?:it|them|this|that) (?:to|on|in|into|as) (?:my|our|the|an?)\b|\b(?:given (?:my|the|that)|considering|depending on)\b/u

/** In a name or an entry, what points at another thing. */
const within: readonly RegExp[] = [
  /\b(?:based on|according to)\b/,
  /\b(?:from|out of|mentioned|listed|found|contained|described|using|inside|as in|per) (?:my|our|your|his|her|their|the|this|that|these|those|all|every|each|last|yesterday's|today's|in|on)\b/,
  /\b(?:in|on|of|about|into|for) (?:my|our|your|his|their|this|these|those|all|every|each|any)\b/,
  /\b(?:to|on|from|in|off) (?:my|our|the) (?:[\p{L}-]+ )?(?:lists?|boards?|calendar|notes?|journal)\b/u,
  /\b(?:each|every one|all|any|both|some|none|most) of\b|\b(?:everything|anything|something|everyone|whatever)\b/,
  /\b(?:that|which|who|whose|what|where|when|how|why|if|whether|because|unless|except|without|instead of|rather than|but not)\b/,
  /\b(?:i|we|you|he|she|they) (?:\p{L}+)/u,
  /\binto (?:an? |the |separate )/,
  new RegExp(String.raw`\b(?:from|in|of|into|to|with) \S*(?:\.(?:${fileEndings})\b|[~/]\w)`),
  new RegExp(
    String.raw`(?:,|;|\b(?:and|then|also)\b) (?:then |also |please |to )*(?:${verbs}) (?:my|me|the|it|them|an?|all|him|her)\b`,
  ),
]
