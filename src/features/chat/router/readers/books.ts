import { readAddress, readQuoted } from '../../../../platform/language/values/quoted.ts'
import { asSaid } from './as-said.ts'
import { firstMatch, present, type SlotReader } from './reader.ts'

/** Not wanted, not done, or only asked. */
const denied =
  /\bnot\b|\bnever\b|^(?:do|did|does|should|would|could|can|have|has|why|what|when|how|who|is|are)\b/

export const readBook: SlotReader = (sentence) => {
  const { text, lower } = sentence
  if (denied.test(lower)) return undefined
  const title =
    readQuoted(text) ??
    firstMatch(text, [
      /^(?:add|put|save)(?: the (?:book|article|novel))? (.+?) (?:to|on|onto) (?:my|the|our)\b/i,
      /\b(?:want to|remember to|going to|like to) read (?:the (?:book|article) )?(.+)$/i,
      /\b(?:mark|set) (.+?) as (?:read|reading|finished|unread|to read|being read)\b/i,
      /\bi (?:have )?(?:just )?(?:(?:finished|completed|started|begun|began)(?: reading)?|am (?:now |currently )?reading|read) (?:the book )?(.+?)(?: (?:today|yesterday|last night|this (?:week|morning)|now))?$/i,
      /^(?:finished|started|now)(?: reading)? (?:the book )?(.+)$/i,
    ])
  if (title === undefined) return undefined
  const by =
    /^(.+) by ([\p{L} .'-]+)$/iu.exec(title) ??
    /["'] ?(),? by ([\p{L} .'-]+?) (?:to|on|onto) (?:my|the|our) reading list/iu.exec(text)
  return present({
    title: asSaid(sentence, by?.[1] || title),
    author: by?.[2],
    status: statusOf(lower),
    url: readAddress(text),
  })
}

function statusOf(lower: string): string | undefined {
  if (/\bas (?:unread|to read)$/.test(lower)) return 'to_read'
  if (/\bas (?:read|finished)$|^(?:i )?(?:have )?(?:just )?(?:finished|completed|read)\b/.test(lower))
    return 'read'
  return /\bas (?:being )?read(?:ing)?$|^(?:i )?(?:have )?(?:just )?(?:started|begun|began|am|now)\b/.test(
    lower,
  )
    ? 'reading'
    : undefined
}

/** Which of the books are asked for. */
export const readBooksWanted: SlotReader = ({ text, lower }) =>
  present({
    status: /\b(?:finished|have i read|i have read|already read|did i read)\b/.test(lower)
      ? 'read'
      : /\b(?:am i (?:currently |now )?reading|i am reading|currently reading)\b/.test(lower)
        ? 'reading'
        : /\b(?:read next|to read|left to read|unread)\b/.test(lower)
          ? 'to_read'
          : undefined,
    about: firstMatch(text, [
      /\b(?:is|are|have i got|do i have|find|look for|search(?: for)?) (.+?) (?:already )?(?:on|in) (?:my|the) reading list\b/i,
      /\breading list (?:for|about) (.+)$/i,
    ]),
    count: /^how many\b/.test(lower) ? true : undefined,
  })

export const readBookToRemove: SlotReader = ({ text, lower }) => {
  if (/^(?:clear|empty|wipe)\b|^\w+ (?:everything|all)\b/.test(lower)) return { all: true }
  const title =
    readQuoted(text) ??
    firstMatch(text, [
      /^\w+ (?:the (?:book|article) )?(.+?) (?:from|off|off of) (?:my|the|our) (?:reading list|books)\b/i,
    ])
  return title === undefined ? undefined : { title }
}
