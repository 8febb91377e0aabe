import { declaredIntents } from './declared-intents.ts'
import type { Intent } from './define-intent.ts'
import { phrases } from './languages/en/phrases.ts'
import type { Sentence } from './normalize.ts'
import type { Slots, When } from './readers/reader.ts'
import { compileTemplate, type Program } from './templates/compile-template.ts'
import { TemplateIndex } from './templates/match-templates.ts'
import { slotKinds } from './templates/slot-kinds.ts'

const programs = [...declaredIntents.values()].flatMap((intent) => [
  ...intent.templates.map((template) => ({ intent, isWide: false, program: compiled(template) })),
  ...(intent.wideTemplates ?? []).map((template) => ({ intent, isWide: true, program: compiled(template) })),
])

function compiled(template: string): Program {
  return compileTemplate(template, phrases)
}

const sure = indexOf(programs.filter(({ isWide }) => !isWide))
const wide = indexOf(programs.filter(({ isWide }) => isWide))

function indexOf(
  some: readonly { readonly intent: Intent; readonly program: Program }[],
): TemplateIndex<Intent, When> {
  const index = new TemplateIndex<Intent, When>(slotKinds)
  for (const { intent, program } of some) index.add(intent, program)
  return index
}

interface Worded {
  readonly intent: string
  readonly slots: Slots
}

/** The intent that a whole sentence is worded as; undefined where two are worded alike. */
export function matchIntent(said: Sentence, when: When): Worded | undefined {
  return bestOf(sure, said, when)
}

/** The intent that a whole sentence may be worded as, if its words speak for that too. */
export function matchWideIntent(said: Sentence, when: When): Worded | undefined {
  return bestOf(wide, said, when)
}

/** The values of a sentence that is worded as the intent. */
export function slotsWorded(intent: Intent, said: Sentence, when: When): Slots | undefined {
  return [sure, wide].flatMap((index) => filled(index, said, when)).find(({ owner }) => owner === intent)
    ?.slots
}

function bestOf(index: TemplateIndex<Intent, When>, said: Sentence, when: When): Worded | undefined {
  const [best, ...others] = filled(index, said, when)
  const isRivalled = others.some(({ literal, owner }) => literal === best!.literal && owner !== best!.owner)
  return best && !isRivalled ? { intent: best.owner.name, slots: best.slots } : undefined
}

function filled(index: TemplateIndex<Intent, When>, said: Sentence, when: When) {
  return index.match(said.text, when).flatMap(({ owner, literal, captures }) => {
    const captured = Object.fromEntries(captures.map(({ name, value }) => [name, value]))
    const slots = owner.fill ? owner.fill(captured, said, when) : captured
    return slots ? [{ owner, literal, slots }] : []
  })
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
