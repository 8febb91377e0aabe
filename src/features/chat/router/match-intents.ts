import { declaredIntents } from './declared-intents.ts'
import type { Captured, Intent } from './define-intent.ts'
import { phrases } from './languages/en/phrases.ts'
import type { Sentence } from './normalize.ts'
import type { Slots, When } from './readers/reader.ts'
import { compileTemplate, type Program } from './templates/compile-template.ts'
import { TemplateIndex } from './templates/match-templates.ts'
import { slotKinds } from './templates/slot-kinds.ts'

interface Worded {
  readonly intent: Intent
  /** What the template stands for, beside what its slots catch. */
  readonly values: Captured
  readonly program: Program
}

const wordings: readonly Worded[] = [...declaredIntents.values()].flatMap((intent) =>
  intent.templates.map((wording) => {
    const [template, values] = typeof wording === 'string' ? [wording, {}] : wording
    return { intent, values, program: compileTemplate(template, phrases) }
  }),
)

const index = new TemplateIndex<Worded, When>(slotKinds)
for (const worded of wordings) index.add(worded, worded.program)

/** The intent that a whole sentence is worded as; undefined where two are worded alike. */
export function matchIntent(said: Sentence, when: When): { intent: string; slots: Slots } | undefined {
  const [best, ...others] = filled(said, when)
  const isRivalled = others.some(
    ({ literal, intent }) => literal === best!.literal && intent !== best!.intent,
  )
  return best && !isRivalled ? { intent: best.intent.name, slots: best.slots } : undefined
}

/** The slots of one intent, where the whole sentence is worded as it. */
export function readWorded(intent: string, said: Sentence, when: When): Slots | undefined {
  return filled(said, when).find((one) => one.intent.name === intent)?.slots
}

/** What the sentence is worded as, the surest first. */
function filled(said: Sentence, when: When) {
  return index.match(said.text, when).flatMap(({ owner: { intent, values }, literal, captures }) => {
    const caught = Object.fromEntries(captures.map(({ name, value }) => [name, value]))
    const { fill = (captured: Captured) => captured } = intent
    const slots = fill({ ...values, ...caught }, said, when)
    return slots ? [{ intent, literal, slots }] : []
  })
}

/** The words that its templates are made of; undefined for an intent that has none. */
export function templateWords(intent: string): ReadonlySet<string> | undefined {
  if (!declaredIntents.has(intent)) return undefined
  const own = wordings.filter((one) => one.intent.name === intent)
  return new Set(
    own.flatMap(({ program }) =>
      program.steps.flatMap((step) => (step.type === 'words' ? [...step.words] : [])),
    ),
  )
}
