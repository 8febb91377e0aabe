import { spansIn, withoutSpans } from '../../../platform/language/spans.ts'
import { fileKindOf } from '../../../platform/language/values/file-kinds.ts'
import { wordsOf } from '../../../platform/language/word-stems.ts'
import type { Parameter } from './parameters.ts'

const PLACE = '\u{FFFC}'
const ORDINALS = wordsOf('zeroth first second third fourth fifth sixth seventh eighth ninth tenth')

/** "create ~/x.txt with the text hi" */
const GIVEN_TEXT =
  /\b(?:with (?:the |this )?(?:text|contents?|words?|line|message)|saying|that says|which says|containing)(?:\s*:\s*|\s+)(.+)$/is

/** Words that point at something said before. */
export const POINTING =
  /\b(?:it|its|that|this|them|these|those|their|they|(?:the|these|those|that|this|its|their) (?:result|output|answer|list|listing|text|contents?|data|rows?|table|names?|files?|folder|path|matches|pages?|findings?|archive|copy|document|spreadsheet|chart|picture|image|summary)s?)\b/i

/** What to look for: after "for" or the verb, without what says where. */
export function queryIn(clause: string): string | undefined {
  const marked = withoutSpans(clause, {
    write: ({ kind, value }) => (kind === 'path' || kind === 'quoted' ? PLACE : value),
  })
  const said = marked
    .replace(/^\S+\s*/, '')
    .replace(
      new RegExp(
        `\\s*\\b(?:in|from|under|within|on|inside|at|of|through)\\s+(?:the |my )?(?:\\w+ )?${PLACE}`,
        'g',
      ),
      ' ',
    )
    .replaceAll(PLACE, ' ')
  const wanted = /\b(?:for|called|named|about|mentions?|containing|contains)\s+(.+)$/i.exec(said)?.[1] ?? said
  const text = wanted
    .trim()
    .replace(
      /^(?:(?:me|my|the|all|any|some|a|an|for|of|files?|folders?|called|named|with|words?|names?|in|is|are)\s+)+/i,
      '',
    )
    .replace(/\s+(?:files?|folders?|in|from|of)$/i, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return isValue(text) ? text : undefined
}

/** A query for files as their search takes it: "photos" are a category, "invoices" are in names one by one. */
export function fileQueryOf(query: string, { description }: Parameter): string {
  if (!/\bcategory\b/.test(description)) return query
  const kind = fileKindOf(query)
  if (kind !== undefined) return kind
  return /^\p{Ll}{3,}[^aeius\P{Ll}]s$|^\p{Ll}{3,}es$/u.test(query) ? query.slice(0, -1) : query
}

/** What to write: the words between the verb and where they go, when they are no description of something. */
export function contentIn(clause: string): string | undefined {
  const given = GIVEN_TEXT.exec(clause)?.[1]?.trim()
  if (given !== undefined && isValue(given)) return given
  const places = spansIn(clause).filter(({ kind }) => kind === 'path' || kind === 'file_name')
  const end = places[0]?.start ?? clause.length
  const match =
    /^\S+\s+(.+?)\s+(?:to|into|in|at|as|on)(?:\s+(?:the|my|a))?(?:\s+(?:file|end of))*\s*$/is.exec(
      clause.slice(0, end),
    )
  const text = match?.[1]?.trim()
  if (text === undefined || !isValue(text)) return undefined
  return /^(?:a|an|the|my|your|some|all|everything|its|their|his|her|our)\b/i.test(text) ? undefined : text
}

/** A name or an id that the clause gives: "titled Budget", "incident INC-7", "for Acme Corp". */
export function labelIn(clause: string, { name, required }: Parameter): string | undefined {
  const bare = withoutSpans(clause, { write: ({ kind, value }) => (kind === 'path' ? PLACE : value) })
  const stem = name.replace(/_(?:id|name)$/, '').replaceAll('_', ' ')
  const patterns = [
    name === 'title' && /\b(?:titled|entitled|with the title)\s+"?([^,"]+)/i,
    name.endsWith('_id') && new RegExp(`\\b${stem}\\s+#?([\\w-]*\\d[\\w-]*)`, 'i'),
    name === 'name' && /\b(?:called|named)\s+"?([^,"]+)/i,
    required &&
      name.endsWith('_name') &&
      /\b(?:for|of|about)\s+(\p{Lu}[\p{L}\p{N}&.-]*(?:\s+\p{Lu}[\p{L}\p{N}&.-]*)*)/u,
    new RegExp(`\\b${stem}\\s*[:=]\\s*"?([^,"]+)`, 'i'),
  ].filter((pattern) => pattern !== false)
  for (const pattern of patterns) {
    const text = pattern
      .exec(bare)?.[1]
      ?.replace(new RegExp(`\\s+(?:in|to|as|at|into|and)?\\s*${PLACE}.*$`), '')
      .trim()
    if (text !== undefined && isValue(text)) return text
  }
  return undefined
}

/** A number that stands beside what it counts: "slide 3", "the third slide", "10 rows", "a wacc of 9%". */
export function numberFor(clause: string, { name, required, schema }: Parameter): number | undefined {
  const bare = withoutSpans(clause, {
    write: ({ kind, value }) => (kind === 'number' ? value : PLACE),
  }).toLowerCase()
  const words = name.split('_').filter((word) => !/^(?:number|count|max|min|inches|first|of|the)$/.test(word))
  const label = words.join('[ -]') || name
  const digits = '(-?\\d+(?:\\.\\d+)?)'
  const after = new RegExp(`\\b${label}s?\\s*(?:number |no\\.? |of |at |is |[:=]\\s*)?${digits}(%?)`).exec(
    bare,
  )
  const before = required ? new RegExp(`\\b${digits}(?:st|nd|rd|th)? ${label}s?\\b`).exec(bare) : null
  const most = name === 'limit' ? new RegExp(`\\b(?:at most|up to|top|the first) ${digits}`).exec(bare) : null
  const found = after ?? before ?? most
  if (found) return found[2] === '%' ? Number(found[1]) / 100 : Number(found[1])
  const ordinal = required
    ? ORDINALS.findIndex((word, index) => index > 0 && new RegExp(`\\b${word} ${label}\\b`).test(bare))
    : -1
  return ordinal > 0 && schema.type === 'integer' ? ordinal : undefined
}

/** Words that only point at something are no value of their own. */
function isValue(text: string): boolean {
  return text !== '' && !new RegExp(`^(?:${POINTING.source})`, 'i').test(text) && /[\p{L}\p{N}]/u.test(text)
}
