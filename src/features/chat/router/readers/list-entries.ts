import { readQuoted } from '../../../../platform/language/values/quoted.ts'
import { firstMatch, trimmed } from './reader.ts'

/** Words that name no entry. */
export const vague =
  /^(?:it|this|that|these|those|them|something|anything|an? (?:new )?(?:item|task|thing|entry|todo)|(?:the|this|that|an?) (?:last |first )?(?:item|task|one|thing)|some(?: things)?|items?|things?|stuff|left|still(?: left| there| open)?|already|currently|now|else|also|open|next|there|new|anything (?:left|else|new|on)|everything|all|all items|(?:an?|the|my|our)(?: [a-z]+)? lists?|list|me|i|(?:please )?(?:add|put|stick|write)(?: (?:it|them|that|this|those|these))?(?: (?:to|on|onto) .*\blists?)?)$/i

const itemJoints = /[,;]\s*(?:and )?|\s+(?:and|&|as well as|plus)\s+/i
/** A task may have an "and" of its own: "call mum and dad". Nor is a day behind a comma another one. */
const taskJoints = /[,;]\s*(?:and )?(?!due\b|by\b|tomorrow\b|today\b|\d{4}\b)/i

/** "milk, eggs and bread" are three things; "macaroni and cheese" is left to be two, for nobody can tell. */
export function itemsOf(found: string | undefined, isTask = false): string[] {
  if (found === undefined) return []
  return found
    .split(isTask ? taskJoints : itemJoints)
    .map((item) => trimmedItem(item.replace(/(?:^| )but not\b.*$/i, '')))
    .filter((item) => item !== '' && !vague.test(item) && item.length <= 200)
}

/** What stands in quotes is one entry, whatever words are in it; others may stand beside it. */
export function quotedOr(text: string, patterns: readonly RegExp[], isTask = false): string[] {
  const quotes = [...text.matchAll(inQuotes)].map((match) => match[1]!.trim())
  if (quotes.length === 0) {
    const single = readQuoted(text)
    return single === undefined ? itemsOf(firstMatch(text, patterns), isTask) : [single]
  }
  let at = 0
  const bare = text.replaceAll(inQuotes, () => `⟦${at++}⟧`)
  const found = itemsOf(firstMatch(bare, patterns), isTask)
  const items = found.map((item) => item.replaceAll(/⟦(\d+)⟧/g, (_, index: string) => quotes[Number(index)]!))
  return found.some((item) => item.includes('⟦')) ? items : quotes
}

const inQuotes = /["“”]([^"“”]+)["“”]/g

/** What "it" is: "we are out of milk, put it on the list", "I finished the report, tick it off". */
const meantByIt =
  /^(?:(?:(?:i|we) )?(?:(?:are |am )?(?:all |completely )?(?:out of|low on|running (?:out of|low on))|need(?: to)?)|(?:i|we) (?:(?:are|am) done with|ran out of|(?:have )?(?:already |just )?(?:got|bought|have|did|done|finished|completed)|(?:want|have) to|want)) (.+?)(?:,| so| and)? (?:please )?(?:put|add|take|cross|tick|check|mark|remove|delete|get|stick|write) (?:it|that|this|them|those)\b/i

export function withMeant(items: readonly string[], text: string): string[] {
  return items.length > 0 ? [...items] : itemsOf(meantByIt.exec(text)?.[1])
}

/** As entries are compared. */
export function plainItem(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:the|a|an|some|my) (?=\S)/, '')
}

export function trimmedItem(text: string): string {
  return trimmed(text)
    .replace(/^(?:some|the|to|please|also|more|my) (?=\S)/i, '')
    .replace(/ (?:please|too|as well|again|instead|for me|to it)$/i, '')
}
