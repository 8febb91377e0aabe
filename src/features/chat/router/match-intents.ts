import { declaredIntents } from './declared-intents.ts'
import type { Intent } from './define-intent.ts'
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
for (const { intent, program } of programs) index.add(intent, program)

/** The intent that a whole sentence is worded as; undefined where two are worded alike. */
export function matchIntent(said: Sentence, when: When): { intent: string; slots: Slots } | undefined {
  const filled = index.match(said.text, when).flatMap(({ owner, literal, captures }) => {
    const captured = Object.fromEntries(captures.map(({ name, value }) => [name, value]))
    const slots = owner.fill ? owner.fill(captured, said, when) : captured
    return slots ? [{ owner, literal, slots }] : []
  })
  const [best, ...others] = filled
  const isRivalled = others.some(({ literal, owner }) => literal === best!.literal && owner !== best!.owner)
  return best && !isRivalled ? { intent: best.owner.name, slots: best.slots } : undefined
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
