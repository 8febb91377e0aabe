/** Scripts that put no space between words: there, every character is a word of its own to the search. */
const unspaced =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])/gu
/** Has no width and is no part of a word, so that it can be put in and taken out again unseen. */
const separator = '\u{200b}'

/** The text as it is stored, so that a search finds words in it whatever the script. */
export function searchable(text: string): string {
  return text.replaceAll(separator, '').replaceAll(unspaced, separator)
}

export function readable(text: string): string {
  return text.replaceAll(separator, '')
}

export interface SearchExpressions {
  /** Every word and phrase. */
  readonly all: string
  /** Any of them, also as the beginning of a word; small words count only where there are no others. */
  readonly any: string
}

/** What a person typed as expressions of FTS5; undefined when there is no word in it. Quotes keep words together. */
export function searchExpressions(query: string): SearchExpressions | undefined {
  const terms = [...query.matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map((match) => (match[1] ?? match[2] ?? '').trim())
    .filter((term) => /[\p{L}\p{N}]/u.test(term))
    .slice(0, 32)
  if (terms.length === 0) return undefined
  const telling = terms.filter(
    (term) => !smallWords.has(term.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')),
  )
  const any = (telling.length > 0 ? telling : terms).map((term) => `${phrase(term)} *`)
  return { all: terms.map(phrase).join(' AND '), any: any.join(' OR ') }
}

function phrase(term: string): string {
  return `"${searchable(term).replaceAll('"', '')}"`
}

/** They are in every text, so that they tell none from the others. */
const smallWords = new Set(
  `a about an and any are as at be been but by can could did do does for from get had has have he her his how i if in into is
   it its me my no not of on or our out she should so some that the their them then there these they this to up was we were
   what when where which who whom whose why will with would you your`.split(/\s+/),
)
