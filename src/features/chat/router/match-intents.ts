import { declaredIntents } from './declared-intents.ts'
import type { Captured, Intent } from './define-intent.ts'
import { exactWords } from './exact.ts'
import { phrases } from './languages/en/phrases.ts'
import type { Sentence } from './normalize.ts'
import { perMessage } from './per-message.ts'
import type { Slots, When } from './readers/reader.ts'
import { compileTemplate, wordsOf, type Program } from './templates/compile-template.ts'
import { TemplateIndex } from './templates/match-templates.ts'
import { slotKinds } from './templates/slot-kinds.ts'
import type { Capture } from './templates/slot-kind.ts'

interface Wording {
  readonly intent: Intent
  /** What the template stands for, beside what its slots catch. */
  readonly values: Captured
  readonly program: Program
}

type Declared = Intent['templates'][number]

function wordingsOf(from: (intent: Intent) => readonly Declared[]): Wording[] {
  return [...declaredIntents.values()].flatMap((intent) =>
    from(intent).map((wording) => {
      const [template, values] = typeof wording === 'string' ? [wording, {}] : wording
      return { intent, values, program: compileTemplate(template, phrases) }
    }),
  )
}

const sureWordings = wordingsOf(({ templates }) => templates)
const wideWordings = wordingsOf(({ wideTemplates = [] }) => wideTemplates)
const sure = indexOf(sureWordings)
const wide = indexOf(wideWordings)

interface Index {
  readonly plain: TemplateIndex<Wording, When>
  /** Those that see a sentence letter for letter. */
  readonly exact: TemplateIndex<Wording, When>
}

function indexOf(wordings: readonly Wording[]): Index {
  const plain = new TemplateIndex<Wording, When>(slotKinds)
  const exact = new TemplateIndex<Wording, When>(slotKinds)
  for (const wording of wordings) (wording.intent.isExact ? exact : plain).add(wording, wording.program)
  return { plain, exact }
}

interface Worded {
  readonly intent: string
  readonly slots: Slots
  /** Whether something was made of what the slots caught: "an alarm two hours before sunset" is understood, and no more. */
  readonly isUsed: boolean
  /** How many words of the sentence are words of the template. */
  readonly literal: number
}

/** The intent that a whole sentence is worded as; undefined where two are worded alike. */
export function matchIntent(said: Sentence, when: When): Worded | undefined {
  return recognized(said, when) ?? bestOf(sure, said, when)
}

/** The intent that a whole sentence may be worded as, if its words speak for that too. */
export function matchWideIntent(said: Sentence, when: When): Worded | undefined {
  return bestOf(wide, said, when)
}

/** The values of a sentence that is worded as the intent. */
export function slotsWorded(intent: Intent, said: Sentence, when: When): Slots | undefined {
  return [sure, wide].flatMap((index) => filled(index, said, when)).find((one) => one.intent === intent)
    ?.slots
}

function bestOf(index: Index, said: Sentence, when: When): Worded | undefined {
  const [best, ...others] = filled(index, said, when)
  const isRivalled = others.some(
    ({ literal, intent }) => literal === best!.literal && intent !== best!.intent,
  )
  if (!best || isRivalled) return undefined
  const { intent, slots, isUsed, literal } = best
  return { intent: intent.name, slots, isUsed, literal }
}

type Filled = readonly (Omit<Worded, 'intent'> & { readonly intent: Intent })[]

const found = perMessage<Filled>()

/** What the sentence is worded as, the surest first. */
function filled(index: Index, said: Sentence, when: When): Filled {
  const part = `${index === sure}\n${said.said}\n${said.text}`
  return found(when, part, () => wordedAs(index, said, when))
}

function wordedAs({ plain, exact }: Index, said: Sentence, when: When): Filled {
  const matches = [...plain.match(said.text, when), ...exact.match(exactWords(said), when)]
  const worded = matches.flatMap(({ owner: { intent, values }, literal, captures }) => {
    const caught = Object.fromEntries(captures.map(({ name, value }) => [name, value]))
    const { fill = (captured: Captured) => captured } = intent
    const slots = fill({ ...values, ...caught }, said, when)
    const isUsed = captures.length === 0 || isMadeOf(slots ?? {}, captures)
    return slots ? [{ intent, literal, slots, isUsed }] : []
  })
  return worded.toSorted((one, other) => other.literal - one.literal)
}

/** Whether something of all that was said freely is in the values: "announce the release" says of what, not what. */
function isMadeOf(slots: Slots, captures: readonly Capture[]): boolean {
  const made = JSON.stringify(slots).toLowerCase()
  const isIn = ({ text }: Capture) =>
    (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).some((word) => made.includes(word))
  return made !== '{}' && captures.every((capture) => capture.kind !== 'text' || isIn(capture))
}

const valueIntents = [...declaredIntents.values()].filter(({ recognize }) => recognize)

function recognized(said: Sentence, when: When): Worded | undefined {
  for (const { name, recognize } of valueIntents) {
    const slots = recognize!(said, when)
    if (slots) return { intent: name, slots, isUsed: true, literal: 0 }
  }
  return undefined
}

/** The words that its templates are made of; undefined for an intent that has none. */
export function templateWords(intent: string): ReadonlySet<string> | undefined {
  if (!declaredIntents.has(intent)) return undefined
  const own = [...sureWordings, ...wideWordings].filter((one) => one.intent.name === intent)
  return new Set(own.flatMap(({ program }) => wordsOf(program)))
}

let all: ReadonlySet<string> | undefined

/** The words that all templates are made of. */
export function englishWords(): ReadonlySet<string> {
  return (all ??= new Set([...sureWordings, ...wideWordings].flatMap(({ program }) => wordsOf(program))))
}
