import { countOf } from '../../../contract/text/counts.ts'
const maxNamed = 3

/** One line about what a model did not get to see; empty when that is nothing. */
export function leftOutSentence({
  hidden = 0,
  places = [],
}: {
  hidden?: number
  places?: readonly string[]
}): string {
  const named = places.slice(0, maxNamed)
  const more = places.length - named.length
  const parts = [
    ...(hidden > 0 ? [countOf(hidden, 'hidden or protected entry')] : []),
    ...named,
    ...(more > 0 ? [`${more} more`] : []),
  ]
  if (parts.length === 0) return ''
  const last = parts.pop()!
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
  return ` Left out: ${list}, which Deskhand can't read without asking.`
}
