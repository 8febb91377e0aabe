import { declaredIntents } from './declared-intents.ts'
import type { Intent } from './define-intent.ts'
import { exactWords } from './exact.ts'
import { phrases } from './languages/en/phrases.ts'
import type { Sentence } from './normalize.ts'
import type { Slots, When } from './readers/reader.ts'
import { compileTemplate } from './templates/compile-template.ts'
import { TemplateIndex } from './templates/match-templates.ts'
import { slotKinds } from './templates/slot-kinds.ts'

const programs = [...declaredIntents.values()].flatMap((intent) =>
  intent.templates.map((template) => ({ intent, program: compileTemplate(template, phrases) })),
)

const index = new TemplateIndex<Intent, When>(slotKinds)
const exactIndex = new TemplateIndex<Intent, When>(slotKinds)
for (const { intent, program } of programs) (intent.isExact ? exactIndex : index).add(intent, program)

/** The intent that a whole sentence is worded as; undefined where two are worded alike. */
export function matchIntent(said: Sentence, when: When): { intent: string; slots: Slots } | undefined {
  const [best, ...others] = filledBy(said, when)
  const isRivalled = others.some(({ literal, owner }) => literal === best!.literal && owner !== best!.owner)
  return best && !isRivalled ? { intent: best.owner.name, slots: best.slots } : undefined
}

/** The slots of a sentence that is worded as this intent, whatever else it may be worded as. */
export function slotsByTemplate(intent: Intent, said: Sentence, when: When): Slots | undefined {
  return filledBy(said, when).find(({ owner }) => owner === intent)?.slots
}

/** The surest first. */
function filledBy(said: Sentence, when: When) {
  const exact = exactIndex.match(exactWords(said), when)
  const matches =
    exact.length === 0 ? index.match(said.text, when) : [...index.match(said.text, when), ...exact]
  const filled = matches.flatMap(({ owner, literal, captures }) => {
    const captured = Object.fromEntries(captures.map(({ name, value }) => [name, value]))
    const slots = owner.fill ? owner.fill(captured, said, when) : captured
    return slots ? [{ owner, literal, slots }] : []
  })
  return filled.toSorted((a, b) => b.literal - a.literal)
}

/** The words that its templates are made of; undefined for an intent that has none. */
export function templateWords(intent: string): ReadonlySet<string> | undefined {
  if (!declaredIntents.has(intent)) return undefined
  const own = programs.filter((one) => one.intent.name === intent)
  return new Set(
    own.flatMap(({ program }) =>
      program.steps.flatMap((step) => (step.type === 'words' ? [...step.words] : [])),
    ),
  )
}
