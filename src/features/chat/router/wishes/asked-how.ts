import { declaredIntents } from '../declared-intents.ts'
import type { Effect } from '../define-intent.ts'
import { grammarWords } from '../grammar/grammar.ts'
import { stemOf } from '../grammar/stem.ts'

const effects: readonly (readonly [verb: RegExp, effects: readonly Effect[]])[] = [
  [/^(?:add|create|make|set|start|save|write|log|track|send|new)$/, ['adds', 'starts']],
  [/^(?:delete|remove|cancel|clear|drop)$/, ['removes']],
  [/^(?:rename|change|move|edit|update)$/, ['changes']],
]
/** Words that say nothing of what is done. */
const empty = /^(?:an?|the|my|some|any|new|something|with|you|here|by|voice|to|on|in|up|it)$/

/** What "add a contact" is about, where somebody asks how that goes and names none: each word is one of its templates'. */
export function intentAskedHow(words: string): string | undefined {
  const [verb = '', ...things] = words
    .toLowerCase()
    .split(/[^\p{L}-]+/u)
    .filter((word) => word !== '' && !empty.test(word))
  const wanted = effects.find(([pattern]) => pattern.test(verb))?.[1] ?? []
  if (things.length === 0 || wanted.length === 0) return undefined
  const found = [...declaredIntents.values()].filter(({ name, effect, label }) => {
    if (effect === undefined || !wanted.includes(effect)) return false
    const own = grammarWords(name)?.union(new Set(label.toLowerCase().split(' ').map(stemOf)))
    return things.every((thing) => own?.has(stemOf(thing)))
  })
  const labelled = found.filter(({ label }) =>
    things.some((thing) => label.toLowerCase().split(' ').map(stemOf).includes(stemOf(thing))),
  )
  return labelled.length === 1 ? labelled[0]!.name : undefined
}
