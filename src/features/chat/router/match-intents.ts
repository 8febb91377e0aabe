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

interface Worded {
  readonly intent: string
  readonly slots: Slots
  /** Whether something was made of what the slots caught: "an alarm two hours before sunset" is understood, and no more. */
  readonly isUsed: boolean
}

/** The intent that a whole sentence is worded as; undefined where two are worded alike. */
export function matchIntent(said: Sentence, when: When): Worded | undefined {
  const valued = recognized(said, when)
  if (valued) return valued
  const filled = index.match(said.text, when).flatMap(({ owner, literal, captures }) => {
    const captured = Object.fromEntries(captures.map(({ name, value }) => [name, value]))
    const slots = owner.fill ? owner.fill(captured, said, when) : captured
    const isUsed = captures.length === 0 || Object.keys(slots ?? {}).length > 0
    return slots ? [{ owner, literal, slots, isUsed }] : []
  })
  const [best, ...others] = filled
  const isRivalled = others.some(({ literal, owner }) => literal === best!.literal && owner !== best!.owner)
  if (!best || isRivalled) return undefined
  return { intent: best.owner.name, slots: best.slots, isUsed: best.isUsed }
}

const valueIntents = [...declaredIntents.values()].filter(({ recognize }) => recognize)

function recognized(said: Sentence, when: When): Worded | undefined {
  for (const { name, recognize } of valueIntents) {
    const slots = recognize!(said, when)
    if (slots) return { intent: name, slots, isUsed: true }
  }
  return undefined
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
