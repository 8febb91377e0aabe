import { allOf, anyOf, endsWith, isText, says } from './expressions.ts'
import { markOf, type MarkedText } from './marked-text.ts'
import { whenMember, type TriggerReading } from './trigger-reading.ts'
import { readValues } from './value-words.ts'

const MAIL = '(?:e-?mails?|mails?|messages?|newsletters?)'
const ARTICLE = '(?:(?:an?|any|some|new|another|the|more|incoming|unread)\\s+)*'
const ARRIVES =
  '(?:arrives?|comes?(?: in)?|lands?|shows? up|turns? up|is received|gets? in|drops?(?: in)?|is delivered)'
const HERE = '(?: in (?:my |the )?(?:inbox|mailbox|mail))?'
const PERSON = `(?:${markOf('email')}|${markOf('quoted')}|[\\p{L}][\\p{L}.'-]*(?: [\\p{L}.'-]+){0,3})`

const PATTERNS = [
  `(?:i|we) (?:get|receive|have|got|'ve got|have got|see) ${ARTICLE}${MAIL}${HERE}(?<tail>(?: .+)?)`,
  `${ARTICLE}${MAIL}(?<tail>(?: .+?)?) ${ARRIVES}${HERE}(?<more>(?: .+)?)`,
  `there(?:'s| is) ${ARTICLE}new ${MAIL}${HERE}(?<tail>(?: .+)?)`,
  `${ARTICLE}new ${MAIL}(?<tail>(?: .+)?)`,
  `(?<who>${PERSON}) (?:e-?mails|mails|writes(?: to)?|sends) me(?: ${ARTICLE}${MAIL})?(?<tail>(?: .+)?)`,
  `(?<who>${PERSON}) (?:writes|sends) ${ARTICLE}${MAIL}(?: to me)?(?<tail>(?: .+)?)`,
].map((source) => new RegExp(`^${source}$`, 'iu'))

/** "I get mail from anna@example.org", "an email with the subject invoice arrives", "Anna writes me" */
export function readMailTrigger(text: string, marks: MarkedText): TriggerReading | undefined {
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(text)?.groups
    if (!groups) continue
    const who = groups['who'] === undefined ? '' : ` from ${groups['who']}`
    const reading = tailReading(`${who}${groups['tail'] ?? ''}${groups['more'] ?? ''}`, marks)
    if (reading) return reading
  }
  return undefined
}

/** What limits a mail, one after the other, until nothing is left. */
type Limit = { readonly condition: string } | { readonly folder: string } | { readonly question: string }

const SUBJECT = { reference: '$event.subject' }
const TEXT = { reference: '$event.text' }
const END = '(?= (?:from|with|about|in|that|whose|which|and|to|sent)\\b|$)'

const LIMITS: readonly (readonly [RegExp, (words: string, marks: MarkedText) => Limit | undefined])[] = [
  [limit('(?:sent )?(?:from|by) (.+?)'), (words, marks) => readSender(words, marks)],
  [
    limit('(?:with|that has|which has) (?:an? |any |some )?(?:attachments?|attached files?|files? attached)'),
    () => ({ condition: 'size($event.attachments) > 0' }),
  ],
  [
    limit('(?:with|that has) (?:an? )?(.+?) (?:attachments?|attached)'),
    (words) => ({
      question: `How is the attachment "${words}" called? Only whether a mail has attachments can be asked here.`,
    }),
  ],
  [
    limit(
      '(?:with (?:the |a )?|whose |where the |and (?:the |its )?)subject(?: line)?(?: is| contains| containing| says| saying| mentions| has| that contains| including| includes)? (.+?)',
    ),
    (words, marks) => saying([SUBJECT], words, marks),
  ],
  [
    limit('(?:with|that has|which has) (.+?) in (?:the|its) subject(?: line)?'),
    (words, marks) => saying([SUBJECT], words, marks),
  ],
  [limit('titled (.+?)'), (words, marks) => saying([SUBJECT], words, marks)],
  [
    limit(
      '(?:about|regarding|(?:that|which) (?:says?|mentions?|contains?|is about|talks? about)|mentioning|containing|saying) (.+?)',
    ),
    (words, marks) => saying([SUBJECT, TEXT], words, marks),
  ],
  [
    limit('(?:in|into|to) (?:the |my )?(?:folder|label|mailbox) (.+?)'),
    (words, marks) => ({ folder: marks.values(words) }),
  ],
  [
    limit('(?:in|into) (?:the |my )?(.+?) (?:folder|mailbox|label)'),
    (words, marks) => ({ folder: marks.values(words) }),
  ],
  [
    limit(`(?:sent )?to (${markOf('email')})`),
    (words, marks) => ({ condition: says({ reference: 'text($event.to)' }, marks.values(words)) }),
  ],
]

function limit(source: string): RegExp {
  return new RegExp(`^ (?:and (?:that |which |is |has )?)?${source}${END}`, 'iu')
}

function tailReading(tail: string, marks: MarkedText): TriggerReading | undefined {
  const conditions: string[] = []
  let folder: string | undefined
  let rest = tail.replace(/\s+$/, '')
  while (rest !== '') {
    const found = nextLimit(rest, marks)
    if (!found) return undefined
    if ('question' in found.limit) return { ...found.limit, thing: { type: 'mail', name: 'event' } }
    if ('folder' in found.limit) folder = found.limit.folder
    else conditions.push(found.limit.condition)
    rest = rest.slice(found.length)
  }
  const inFolder = folder === undefined || /^inbox$/i.test(folder) ? {} : { folder }
  return {
    triggers: [{ type: 'mail', ...inFolder, ...whenMember(allOf(conditions)) }],
    thing: { type: 'mail', name: 'event' },
  }
}

function nextLimit(rest: string, marks: MarkedText): { limit: Limit; length: number } | undefined {
  for (const [pattern, read] of LIMITS) {
    const match = pattern.exec(rest)
    const found = match && read(match[1] ?? '', marks)
    if (found) return { limit: found, length: match[0].length }
  }
  return undefined
}

/** Words for people whom only the person knows: nobody can tell their address. */
const UNKNOWN = /^(?:my|our|the|his|her|their|an?)\b/i
const ANYBODY = /^(?:anyone|anybody|someone|somebody|everyone|me|you|him|her|them|us|it|i|who|which)$/i

/** By address, by domain or by name. */
export function readSender(words: string, marks: MarkedText): Limit | undefined {
  const several = words.split(/,? or |, /i)
  const conditions: string[] = []
  for (const one of several) {
    const who = marks.values(one).trim()
    if (UNKNOWN.test(who)) return { question: `From which address does "${who}" write?` }
    if (who === '' || ANYBODY.test(who)) return undefined
    conditions.push(senderCondition(who))
  }
  return { condition: anyOf(conditions) }
}

function senderCondition(who: string): string {
  const from = { reference: '$event.from' }
  if (/^[^\s@]+@[^\s@]+$/.test(who)) return isText(from, who)
  if (/^@?[\w-]+(?:\.[\w-]+)+$/.test(who)) return endsWith(from, `@${who.replace(/^@/, '')}`)
  return says({ reference: 'text($event.from_name)' }, who)
}

function saying(
  places: readonly { reference: string }[],
  words: string,
  marks: MarkedText,
): Limit | undefined {
  const values = readValues(words, marks)
  if (!values) return undefined
  return { condition: anyOf(values.flatMap((value) => places.map((place) => says(place, value)))) }
}
