import { fileEndingsOf } from '../../../../platform/language/values/file-kinds.ts'
import { anyOf, endsWith, isText, negated, says, startsWith, type TextReference } from './expressions.ts'
import { hasEnding, sizeOf, sizeReference } from './file-words.ts'
import { readSender } from './mail-triggers.ts'
import type { MarkedText } from './marked-text.ts'
import { expressionOf, memberNamed, nounsOf, sayingMembers, type Thing } from './thing.ts'
import { readValues } from './value-words.ts'

/** Something that must be true, written once it is known where the text of a file stands. */
export interface Condition {
  /** Whether the text of a file has to be read before. */
  readonly readsText: boolean
  readonly write: (text: TextReference) => string
}

const SAYS = '(?:says?|contains?|mentions?|includes?|reads?|has|have|talks? about|is about|states?)'
const AUXILIARY = `(?:(?:does|do|did)(?<not> not|n't) )?`
const VALUE = '(?<value>.+?)'

/** A condition about a thing; undefined where it is not understood as a whole. */
export function readCondition(text: string, thing: Thing, marks: MarkedText): Condition | undefined {
  const words = text
    .trim()
    .replace(/[\s,.:;!]+$/, '')
    .replace(/^that /i, '')
  return simple(words, thing, marks) ?? joined(words, thing, marks)
}

const JOINT = /,? (?<operator>or|and) (?:if )?/gi
/** Nobody says more in one sentence. */
const MAX_JOINTS = 12

type Operator = 'or' | 'and'

/** Conditions one after the other; each but the last says what joins it to the next. */
type Chain = readonly { readonly condition: Condition; readonly next?: Operator }[]

/** "its name contains 2026 and it is from Anna" */
function joined(words: string, thing: Thing, marks: MarkedText): Condition | undefined {
  const joints = [...words.matchAll(JOINT)]
  if (joints.length === 0 || joints.length > MAX_JOINTS) return undefined
  // Read from behind, so that each rest is read once: "or" may also stand inside a condition.
  const chains: (Chain | undefined)[] = []
  for (let index = joints.length; index >= 0; index -= 1) {
    const before = joints[index - 1]
    const start = before ? before.index + before[0].length : 0
    chains[index] = chainFrom({ start, index })
  }
  return chains[0] && either(chains[0])

  function chainFrom({ start, index }: { start: number; index: number }): Chain | undefined {
    for (let at = index; at <= joints.length; at += 1) {
      const joint = joints[at]
      const rest = chains[at + 1]
      if (joint && !rest) continue
      const condition = simple(words.slice(start, joint?.index), thing, marks)
      if (!condition) continue
      if (!joint || !rest) return [{ condition }]
      const next = joint.groups!['operator']!.toLowerCase() as Operator
      return [{ condition, next }, ...rest]
    }
    return undefined
  }
}

/** "and" binds closer than "or". */
function either(chain: Chain): Condition {
  const end = chain.findIndex(({ next }) => next === 'or')
  const first = all(end < 0 ? chain : chain.slice(0, end + 1))
  return end < 0 ? first : both(first, either(chain.slice(end + 1)), 'or')
}

function all([first, ...rest]: Chain): Condition {
  return rest.length === 0 ? first!.condition : both(first!.condition, all(rest), 'and')
}

function both(left: Condition, right: Condition, operator: Operator): Condition {
  return {
    readsText: left.readsText || right.readsText,
    write: (place) => `(${left.write(place)} ${operator} ${right.write(place)})`,
  }
}

function simple(words: string, thing: Thing, marks: MarkedText): Condition | undefined {
  for (const read of READERS) {
    const found = read(words, thing, marks)
    if (found) return found
  }
  return undefined
}

type Reader = (words: string, thing: Thing, marks: MarkedText) => Condition | undefined

const plain = (expression: string): Condition => ({ readsText: false, write: () => expression })

const READERS: readonly Reader[] = [kind, size, attachments, senderOf, textOfFile, field, valueIn, saying]

function subject(thing: Thing): string {
  const nouns = nounsOf(thing)
  return `(?:it|this|that|they${nouns === undefined ? '' : `|(?:the|this|that) (?:new )?(?:${nouns})`})`
}

/** "it is a PDF", "it isn't a photo" */
function kind(words: string, thing: Thing): Condition | undefined {
  if (thing.type !== 'file') return undefined
  const groups = new RegExp(
    `^${subject(thing)}(?:'s| is| are)(?<not> not|n't)?(?: an?)? (?<kind>[\\p{L}\\d .]+)$`,
    'iu',
  ).exec(words)?.groups
  const endings = groups && groups['kind']!.split(/ or (?:an? )?/i).map((one) => fileEndingsOf(one.trim()))
  if (!endings?.every((one) => one !== undefined)) return undefined
  const condition = anyOf(endings.flat().map((ending) => hasEnding(thing.name, ending)))
  return plain(groups!['not'] === undefined ? condition : negated(condition))
}

/** "it is bigger than 5 MB" */
function size(words: string, thing: Thing): Condition | undefined {
  if (thing.type !== 'file') return undefined
  const groups = new RegExp(
    `^(?:${subject(thing)}|its size|the (?:file )?size)(?:'s| is)(?<not> not|n't)? (?:(?<more>bigger|larger|greater|more|over|above)|(?<less>smaller|less|under|below))(?: than)? (?<size>.+)$`,
    'i',
  ).exec(words)?.groups
  const bytes = groups && sizeOf(groups['size']!)
  if (bytes === undefined) return undefined
  const condition = `${sizeReference(thing.name)} ${groups!['more'] === undefined ? '<' : '>'} ${bytes}`
  return plain(groups!['not'] === undefined ? condition : negated(condition))
}

/** "it has an attachment" */
function attachments(words: string, thing: Thing): Condition | undefined {
  if (thing.type !== 'mail') return undefined
  const groups = new RegExp(
    `^(?:${subject(thing)} (?:has|comes with|contains|includes|(?<bare>doesn't have|does not have))|there (?:is|are)) (?<no>no )?(?:an? |any |some )?attachments?$`,
    'i',
  ).exec(words)?.groups
  if (!groups) return undefined
  const isNone = groups['bare'] !== undefined || groups['no'] !== undefined
  return plain(`size($event.attachments) ${isNone ? '==' : '>'} 0`)
}

/** "it is from Anna" */
function senderOf(words: string, thing: Thing, marks: MarkedText): Condition | undefined {
  if (thing.type !== 'mail') return undefined
  const from = new RegExp(
    `^(?:${subject(thing)}(?:'s| is| was| comes| came)(?<not> not|n't)?(?: sent)? (?:from|by)|the sender is(?<other> not|n't)?) (?<who>.+)$`,
    'i',
  ).exec(words)?.groups
  const sender = from && readSender(from['who']!, marks)
  if (!sender || !('condition' in sender)) return undefined
  return plain(
    from['not'] === undefined && from['other'] === undefined ? sender.condition : negated(sender.condition),
  )
}

/** "its text says invoice", and of a file "it mentions invoice" */
function textOfFile(words: string, thing: Thing, marks: MarkedText): Condition | undefined {
  if (thing.type !== 'file') return undefined
  const its = `(?:${subject(thing)}|(?:its|the|their) (?:text|contents?|body|words)(?: of (?:it|the file|the document))?)`
  const groups =
    new RegExp(
      `^${its} ${AUXILIARY}${SAYS} ${VALUE}(?: in (?:it|its text|the text|its contents?))?$`,
      'i',
    ).exec(words)?.groups ??
    new RegExp(
      `^${VALUE} (?:is|are|appears?|occurs?|stands?)(?<not> not|n't)? in (?:it|its text|its contents?|the text|the file|the document)$`,
      'i',
    ).exec(words)?.groups
  // What is in its name is not in its text.
  if (!groups || / in (?:its|the) (?:file ?)?name$/i.test(words)) return undefined
  const values = readValues(groups['value']!, marks)
  if (!values) return undefined
  return {
    readsText: true,
    write: (place) => {
      const condition = anyOf(values.map((value) => says(place, value)))
      return groups['not'] === undefined ? condition : negated(condition)
    },
  }
}

const VERBS: readonly (readonly [string, (text: TextReference, value: string) => string])[] = [
  ['starts? with|begins? with', startsWith],
  ['ends? with|ends? in', endsWith],
  ['is|equals|is called|was|are', isText],
  ['says?|contains?|mentions?|includes?|has|have|reads?|matches', says],
]

/** "its name starts with scan", "the subject doesn't contain spam" */
function field(words: string, thing: Thing, marks: MarkedText): Condition | undefined {
  const groups = new RegExp(
    `^(?:its|the|their)(?: ${nounsOf(thing) ?? 'it'}'s)? (?<field>[\\p{L} ]+?)(?: of (?:it|the [\\p{L}]+))? (?:(?:(?:does|do)(?<not> not|n't)|(?<isnt>isn't|is not)) )?(?<rest>.+)$`,
    'iu',
  ).exec(words)?.groups
  const member = groups && memberNamed(thing, groups['field']!)
  if (member === undefined) return undefined
  const isNot = groups!['not'] !== undefined || groups!['isnt'] !== undefined
  const rest = groups!['isnt'] === undefined ? groups!['rest']! : `is ${groups!['rest']!}`
  for (const [verbs, write] of VERBS) {
    const value = new RegExp(`^(?:${verbs}) (.+)$`, 'i').exec(rest)?.[1]
    const values = value === undefined ? undefined : readValues(value, marks)
    if (!values) continue
    const reference = { reference: expressionOf(thing, member) }
    const condition = anyOf(values.map((one) => write(reference, one)))
    return plain(isNot ? negated(condition) : condition)
  }
  return undefined
}

/** "invoice is in its subject", "it has invoice in its name" */
function valueIn(words: string, thing: Thing, marks: MarkedText): Condition | undefined {
  const groups =
    new RegExp(
      `^${VALUE} (?:is|are|appears?)(?<not> not|n't)? in (?:its|the) (?<field>[\\p{L} ]+)$`,
      'iu',
    ).exec(words)?.groups ??
    new RegExp(
      `^${subject(thing)} ${AUXILIARY}(?:has|have|contains?|says?|mentions?) ${VALUE} in (?:its|the) (?<field>[\\p{L} ]+)$`,
      'iu',
    ).exec(words)?.groups
  const member = groups && memberNamed(thing, groups['field']!)
  const values = member === undefined ? undefined : readValues(groups!['value']!, marks)
  if (!values) return undefined
  const condition = anyOf(values.map((value) => says({ reference: expressionOf(thing, member!) }, value)))
  return plain(groups!['not'] === undefined ? condition : negated(condition))
}

/** "it mentions invoices", of what brings its words with it. */
function saying(words: string, thing: Thing, marks: MarkedText): Condition | undefined {
  const members = sayingMembers(thing)
  if (members.length === 0) return undefined
  const groups = new RegExp(
    `^${subject(thing)}(?:'s| is)? ?${AUXILIARY}(?:${SAYS}|about|called) ${VALUE}$`,
    'i',
  ).exec(words)?.groups
  const values = groups && readValues(groups['value']!, marks)
  if (!values) return undefined
  const condition = anyOf(
    values.flatMap((value) =>
      members.map((member) => says({ reference: expressionOf(thing, member) }, value)),
    ),
  )
  return plain(groups['not'] === undefined ? condition : negated(condition))
}
