import { declaredIntents } from './declared-intents.ts'

/** How an intent is offered to a person who may have meant it. */
export interface IntentOffer {
  /** What the chip says; also how the person says it back: "I mean the weather: …". */
  readonly label: string
  /** A sentence that shows what it does, for "what can you do". */
  readonly example: string
}

/** Every intent that the router can act on, by the name that its meaning carries. */
export const intents: Readonly<Record<string, IntentOffer>> = {
  'list.remove': { label: 'Remove from a list', example: 'Remove milk from my shopping list' },
  'list.clear': { label: 'Empty a list', example: 'Clear my shopping list' },
  'list.complete': { label: 'Tick off', example: 'Check off milk on my shopping list' },
  'list.show': { label: 'Show a list', example: 'What is on my todo list?' },
  'list.create': { label: 'New list', example: 'Make a packing list' },
  'list.task': { label: 'New task', example: 'I need to pay the rent by Friday' },
  'list.finish': { label: 'Done', example: 'I have finished the report' },
  'list.drop': { label: 'Remove an entry', example: 'Remove milk' },
  'list.untick': { label: 'Open an entry again', example: 'Untick milk' },
  'list.sweep': { label: 'Remove what is ticked off', example: 'Clear completed items' },
  'list.relabel': { label: 'Rename an entry', example: 'Rename bread to brown bread' },
  'list.rename': { label: 'Rename a list', example: 'Rename the packing list to Rome' },
  ...Object.fromEntries(declaredIntents),
}

/** Intents that are told apart by a verb rather than by a subject: together they decide whether one is meant. */
const families: readonly (readonly string[])[] = [
  ...Map.groupBy(declaredIntents.values(), ({ name, family = name }) => family)
    .values()
    .map((family) => family.map(({ name }) => name)),
  ['list.add', 'list.remove', 'list.clear', 'list.complete', 'list.show', 'list.create'],
]

const familyOf = new Map(families.flatMap((family) => family.map((intent) => [intent, family] as const)))

export function relatives(intent: string): readonly string[] {
  return familyOf.get(intent) ?? [intent]
}

const listVerbs: readonly (readonly [intent: string, pattern: RegExp])[] = [
  [
    'list.add',
    /\b(?:if (?:it is |they are )?not|otherwise|then|please)\b.*\b(?:add|put|include)\b|\b(?:add|put) (?:it|them)\b|\blist (?:should|must|needs to|has to) (?:have|include)\b/,
  ],
  [
    'list.show',
    /^(?:is|are|was|were|am|do(?! not\b)|does|did|has|what|which|how|show|read|tell|check|see|list|go (?:over|through)|have (?:i|we)|i have .* on)\b/,
  ],
  [
    'list.clear',
    /\b(?:erase|clear|empty|wipe|blank|delete|remove)\b.*\b(?:everything(?! (?:but|except|that|which|i|we|not|with))|all(?= (?:(?:of )?(?:my|the|it|them|those) )?(?:items|things|entries|stuff|tasks|todos|contents|lists?|\w+ lists?|from|on|off|in|out)\b|$)|the items|whole|entire)\b/,
  ],
  [
    'list.remove',
    /\b(?:nix|erase|remove|delete|take|drop|scratch|strike|cut|axe|discard|eliminate|get rid of|off)\b/,
  ],
  ['list.add', /\b(?:add|put|include|place|append|write|stick|jot|buy|need)\b/],
]

/** A list can be had otherwise than here: "send my list to Anna", "order what is on it". */
const otherVerbs =
  /^(?:send|email|text|share|print|order|forward|mail|buy everything|buy all|merge|combine|compare|prioriti[sz]e|sort|reorder)\b/

/** Within a family the verb decides, for the subject is the same; undefined where the verb says nothing, `none` where it is not ours. */
export function byVerb(intent: string, lower: string): string | undefined {
  if (!intent.startsWith('list.')) return undefined
  return otherVerbs.test(lower) ? 'none' : listVerbs.find(([, pattern]) => pattern.test(lower))?.[0]
}

/** The intent that a label stands for, as a chip says it. */
export function intentLabelled(label: string): string | undefined {
  const wanted = label.trim().toLowerCase()
  return Object.entries(intents).find(
    ([name, offer]) => offer.label.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )?.[0]
}
