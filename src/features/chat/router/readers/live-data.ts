import { properName } from '../../../../platform/language/values/places.ts'
import { firstMatch, type SlotReader } from './reader.ts'

/** "I live in fear" */
const noCity =
  /^(?:fear|hope|peace|denial|poverty|luxury|misery|harmony|sin|exile|pain|terror|squalor|comfort|isolation|solitude|tears|silence|style|chaos|darkness|ignorance|interesting times|dread|bliss)\b/i

export const readHomeCity: SlotReader = ({ text }) => {
  const named = firstMatch(text, [
    /\b(?:to|is|as|in|use) (?:be )?(?:the city of )?([\p{L}][\p{L} .,'-]+?)(?: (?:as my home.*|for the weather|now|from now on|please))?$/iu,
    /\bhome(?: city| town)? ([\p{L}][\p{L} .,'-]+)$/iu,
  ])
  return named === undefined ||
    /\b(?:my|the|a|you|your|house|apartment|hotel)\b/i.test(named) ||
    noCity.test(named)
    ? undefined
    : { city: properName(named.replace(/,? (?:and|but|with|since|because|where)\b.*$/i, '')) }
}
