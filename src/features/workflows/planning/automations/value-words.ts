import type { MarkedText } from './marked-text.ts'

const LEAD = /^(?:(?:the|an?) )?(?:words?|text|phrase|term|string|letters?) /i
const POINTING =
  /^(?:it|its|that|this|them|these|those|something|anything|nothing|what|which|who|me|my|your|the same)\b/i

/** Words that something should say: one, or several with "or" between them. Undefined where they are no words of their own. */
export function readValues(words: string, marks: MarkedText): readonly string[] | undefined {
  const values = words
    .replace(LEAD, '')
    .split(/,? or |, /i)
    .map((one) =>
      marks.values(
        one
          .replace(LEAD, '')
          .trim()
          .replace(/^(?:an?|the) (?=\S+$)/i, ''),
      ),
    )
    .map((one) => one.trim())
  return values.every((one) => one !== '' && one.length <= 200 && !POINTING.test(one)) ? values : undefined
}
