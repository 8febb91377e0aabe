import { declaredIntents } from './declared-intents.ts'
import { relatives } from './intents.ts'
import { readSlots } from './grammar/grammar.ts'
import type { Sentence } from './normalize.ts'
import type { Slots, When } from './readers/reader.ts'

/** What an intent cannot do without, where its reader answers also when it found nothing; `a|b` is one of them. */
const needed: Readonly<Record<string, readonly string[]>> = {
  currency_converter: ['from', 'to'],
  live_stock: ['symbol'],
  live_sports: ['sport'],
  dictionary: ['word'],
  translator: ['text', 'target'],
  wiki_summary: ['query'],
  recipe_viewer: ['query'],
  rss_reader: ['url'],
  'list.add': ['items'],
  'list.remove': ['items'],
  'list.complete': ['items'],
  'list.clear': ['list'],
  'list.create': ['list'],
  'note.add': ['text'],
  'board.add': ['card'],
  'reading.add': ['title'],
  'bookmark.add': ['url'],
  'contact.add': ['name'],
  'journal.add': ['text'],
  'budget.add': ['amount'],
  SEARCH_FILES: ['query'],
  LIST_FILES: ['path|name'],
  SEARCH_DOCUMENTS: ['query'],
  'file.open': ['path|name'],
  'workflow.pause': ['name'],
  'workflow.resume': ['name'],
  'workflow.rerun': ['name'],
  'schedule.pause': ['name'],
  'setting.city': ['city'],
  'setting.name': ['name'],
  'setting.currency': ['currency'],
  'setting.units': ['units'],
}

const smallTalk: ReadonlySet<string> = new Set(relatives('greeting'))

export function isSmallTalk(intent: string): boolean {
  return smallTalk.has(intent)
}

/** The values with which an intent can be done by this sentence; undefined when it cannot, or the sentence says otherwise. */
export function doable(intent: string, sentence: Sentence, when: When): Slots | undefined {
  if (isSmallTalk(intent) || contradicts(intent, sentence)) return undefined
  const slots = readSlots(intent, sentence, when)
  if (!slots || !hasAll(slots, declaredIntents.get(intent)?.needs ?? needed[intent] ?? [])) return undefined
  return intent === 'list.add' && mayNameAList(slots) ? undefined : slots
}

function hasAll(slots: Slots, names: readonly string[]): boolean {
  return names.every((either) => either.split('|').some((name) => slots[name] !== undefined))
}

/** "add socks to birthday presents": the end of the entry may be the list that was meant. */
function mayNameAList({ list, items }: Slots): boolean {
  if (list !== undefined || !Array.isArray(items)) return false
  return items.some((item) => /\b(?:to|on|onto|in|into|from) \S/.test(String(item)))
}

const question =
  /^(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|am|does|did|do (?:i|we|you|they)|has|have (?:i|we|you)|had|can|could|should|will|would|may)\b/
const negation = /\b(?:not|never|no longer|without)\b/
const takesAway =
  /^(?:delete|remove|erase|cancel|clear|empty|wipe|drop|discard|scrap|get rid of|throw|trash|undo|forget|stop|take off|unset|disable|kill|close|end|cross|strike|scratch)\b/
const puts = /^(?:add|new|create|make|put|write|save|note|append|insert|book|log|track)\b/
const aboutAList = /\b(?:lists?|todos?|to do|tasks|shopping|groceries|reminders)\b/

const puttingIntents: ReadonlySet<string> = new Set(['habit_tracker'])
const removingIntents: ReadonlySet<string> = new Set(['list.remove', 'list.clear'])
const movingIntents: ReadonlySet<string> = new Set([
  'list.complete',
  'workflow.pause',
  'workflow.resume',
  'workflow.rerun',
  'schedule.pause',
])

/** "stop the backup" pauses it, "cross off milk" ticks it off. */
const stopping: ReadonlySet<string> = new Set(['list.complete', 'workflow.pause', 'schedule.pause'])

function isPutting(intent: string): boolean {
  const declared = declaredIntents.get(intent)
  if (declared) return declared.effect === 'adds' || declared.effect === 'starts'
  return (
    puttingIntents.has(intent) ||
    /\.(?:add|create)$/.test(intent) ||
    (intent.startsWith('setting.') && !intent.endsWith('.show'))
  )
}

/** Whether the verb says the opposite: "delete contact Tom" makes no contact, and a question changes nothing. */
function contradicts(intent: string, { said, lower }: Sentence): boolean {
  const effect = declaredIntents.get(intent)?.effect
  const removes = effect === 'removes' || removingIntents.has(intent)
  const changes = removes || effect === 'changes' || movingIntents.has(intent) || isPutting(intent)
  if (!changes) return false
  if (question.test(lower) || said.endsWith('?') || negation.test(lower)) return true
  if (intent === 'list.clear' && !aboutAList.test(lower)) return true
  if (takesAway.test(lower)) return !removes && !stopping.has(intent)
  return removes && puts.test(lower)
}
