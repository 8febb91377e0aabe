import type { MarkedText } from './marked-text.ts'
import { argumentOf, calledBy, memberNamed, type Thing } from './thing.ts'

/** What a person should be told. */
export interface Telling {
  readonly by: 'notification' | 'mail'
  /** The words themselves, with references in them; undefined where it is what has happened. */
  readonly message?: string
}

const NOTICE = '(?:notification|alert|reminder|notice|heads[- ]up|pop-?up|message|warning)'
const TELL = new RegExp(
  `^(?:(?:just )?(?:tell|notify|alert|inform|ping|warn|remind|buzz|nudge) me|let me know|give me (?:an? )?(?:${NOTICE}|shout)|(?:send|show|raise|pop up|display|push|post)(?: me)? (?:an? )?(?:desktop |push )?${NOTICE}(?: to me)?)(?<rest>(?:[\\s:,].*)?)$`,
  'is',
)
const MAIL_ME =
  /^(?:e-?mail|mail) me(?<rest>(?:[\s:,].*)?)$|^send me (?:an? )?(?:e-?mail|mail)(?<other>(?:[\s:,].*)?)$/is
/** Says nothing that is not known already. */
const NOTHING_MORE =
  /^(?:\s|[,.!]|\b(?:about (?:it|that|this)|of (?:it|that)|it|so|too|as well|also|immediately|right away|at once|again|please|by notification|(?:with|as|via|through) (?:an? )?(?:desktop |push )?notification|on (?:my|the) (?:phone|desktop|screen)|(?:when|once|that) (?:it is|it's|this is|that's|that is) (?:done|finished|there|ready)|when done|once done|what happened|about what happened|if so|straight away)\b)*$/i

/**
 * "tell me", "let me know that it is there", "remind me to stretch", "email me its subject". `unsaid` where a person wants
 * to be told something of which nobody knows what it is.
 */
export function readTelling(
  text: string,
  thing: Thing | undefined,
  marks: MarkedText,
): Telling | 'unsaid' | undefined {
  const notice = TELL.exec(text)?.groups?.['rest']
  const rest = notice ?? mailText(text)
  if (rest === undefined) return undefined
  const by = notice === undefined ? 'mail' : 'notification'
  if (NOTHING_MORE.test(rest)) return { by }
  const message = messageIn(rest.trim(), thing, marks)
  return message === undefined ? 'unsaid' : { by, message }
}

function mailText(text: string): string | undefined {
  const groups = MAIL_ME.exec(text)?.groups
  return groups?.['rest'] ?? groups?.['other']
}

const LITERAL =
  /^(?:[:,]\s*|that\s+|saying\s*:?\s*(?:that\s+)?|to\s+|with (?:the )?(?:text|message|words?)\s*:?\s*|about\s+|of\s+)(.+)$/is
const NAMED = /^(?:about |with )?(?:its|the|their) (.+)$/i
const ASKED = /^(?:how|what|which|who|where|when|why|whether|if)\b/i

function messageIn(rest: string, thing: Thing | undefined, marks: MarkedText): string | undefined {
  const quote = /^(?:that |saying |with )?(⟦quoted\d+⟧)$/.exec(rest)?.[1]
  if (quote !== undefined) return escaped(marks.values(quote))
  const members = thing && membersIn(rest, thing)
  if (members) return members
  const literal = LITERAL.exec(rest)?.[1]
  if (literal === undefined || ASKED.test(literal)) return undefined
  return sentence(escaped(marks.values(literal)))
}

const WHO = /^who (?:sent|wrote) it$|^(?:who )?it is from$|^from whom it is$/i
const WHERE = /^where it is$/i
const WHAT = /^what it (?:says|is about)$/i
const CALLED = /^(?:what|how) (?:it is|it's) (?:called|named)$|^what (?:its|the) name is$/i

/** "its subject and its sender" */
function membersIn(rest: string, thing: Thing): string | undefined {
  if (thing.type === 'mail' && WHO.test(rest)) return argumentOf(thing, 'from')
  if (CALLED.test(rest)) return calledBy(thing)
  if (WHERE.test(rest)) {
    const place = memberNamed(thing, 'place')
    return place === undefined ? undefined : argumentOf(thing, place)
  }
  if (WHAT.test(rest)) {
    const text = memberNamed(thing, 'text')
    return text === undefined ? undefined : argumentOf(thing, text)
  }
  const named = NAMED.exec(rest)?.[1]
  const members = named
    ?.split(/,? and (?:its |the )?|, (?:its |the )?/i)
    .map((one) => memberNamed(thing, one))
  if (!members?.every((one) => one !== undefined)) return undefined
  return members.map((member) => argumentOf(thing, member)).join(' – ')
}

function escaped(text: string): string {
  return text.replaceAll('$', '$$$$')
}

function sentence(text: string): string {
  const capital = text[0]!.toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}

const DEFAULTS: Partial<Record<Thing['type'], string>> = {
  file: '$event.path',
  mail: 'Mail from $event.from: $event.subject',
  calendar: '$event.title: $event.start',
  feed: '$event.title: $event.link',
  notification: '$event.title: $event.message',
  workflow: '"$event.name": $event.status',
}

/** What is told of a thing where nobody says what. */
export function usualMessage({ type, name }: Thing): string | undefined {
  return DEFAULTS[type]?.replaceAll('$event', `$${name}`)
}
