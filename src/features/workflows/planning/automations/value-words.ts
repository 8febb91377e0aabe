import type { MarkedText } from './marked-text.ts'

const LEAD = /^(?:(?:the|an?) )?(?:words?|text|phrase|term|string|letters?) /i
const ARTICLE = /^(?:an?|the) (?=\S+$)/i
const POINTING =
  /^(?:it|its|that|this|them|these|those|something|anything|nothing|what|which|who|me|my|your|the same)\b/i
const MAX_LENGTH = 200

/** Words that something should say: one, or several with "or" between them. Undefined where they are no words of their own. */
export function readValues(words: string, marks: MarkedText): readonly string[] | undefined {
  const values = words
    .replace(LEAD, '')
    .split(/,? or |, /i)
    .map((part) => readValue(part.replace(LEAD, '').trim(), marks))
  return values.every((value) => value !== undefined) ? values : undefined
}

function readValue(part: string, marks: MarkedText): string | undefined {
  // What stands in quotes is all of it.
  if (/⟦quoted\d+⟧/.test(part) && !/^⟦quoted\d+⟧$/.test(part)) return undefined
  const value = marks.values(part.replace(ARTICLE, '')).trim()
  return value === '' || value.length > MAX_LENGTH || POINTING.test(value) ? undefined : value
}
