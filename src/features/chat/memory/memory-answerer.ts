import type { Answerer, Asked, AnswerWriter, Reading } from '../answering.ts'
import type { Meaning } from '../router/understanding.ts'
import type { MemoryFact } from '../schemas.ts'
import { askedFact, type AskedFact } from './asked-facts.ts'
import { kindNamed } from './fact-kinds.ts'
import { tellingWords, type MemoryStore, type Memory } from './memory.ts'
import { recognizeFact, type Fact } from './recognize-facts.ts'
import { hasWishBeside, statedIn } from './stated-facts.ts'
import { capital } from '../../../platform/language/capital.ts'

const question =
  /^(?:so |and |hey |please )*(?:what|when|where|who|which|how|do you (?:know|remember)|tell me)\b/i

export interface MemoryDeps {
  readonly memory: MemoryStore
  /** Where the settings say that the user lives; null when they do not. */
  readonly homeCity: () => string | null
  /** What is said about oneself changes the setting of the same meaning, or the old one would go on to count. */
  readonly keepSetting: (name: 'HOME_CITY' | 'USER_NAME', value: string) => Promise<void>
  /** Whether a model may know what is not remembered here. */
  readonly hasModel: (asked: Asked) => boolean
}

const route = { by: 'router', score: 1, candidates: [{ name: 'memory', score: 1 }] } as const

const whatIsKnown =
  /^(?:so[, ]+)?(?:what (?:do|did) you (?:know|remember) about me|what have i told you(?: about (?:me|myself))?|what do you remember|show (?:me )?(?:my |your )?memor(?:y|ies)|list (?:my |your )?memor(?:y|ies))[?.!\s]*$/i
/** "Forget it" and "forget everything" are said of other things too. */
const forgetAll =
  /^(?:please )?forget (?:everything|all)(?: of it| that)?(?: (?:that )?you (?:know|remember)(?: about me)?| about me)[.!\s]*$/i
const forgetOne = /^(?:please )?forget (?:about )?(?:the fact )?(?:that )?(.{2,300}?)[.!\s]*$/i

/** What is said about oneself is a setting too; it is the same to keep it here. */
const isOwn = ({ intent }: Meaning) => intent.startsWith('setting.')

/** Answers what is about the memory itself: facts and nothing else, questions about them, and wishes to forget. */
export function memoryAnswerer(deps: MemoryDeps): Answerer {
  const { memory } = deps
  return async (asked, writer, reading) => {
    const message = asked.message.trim().replaceAll(/[’‘]/g, "'")
    if (asked.provenance !== 'local-client') return false
    // One who is told several things does all of them.
    if (deps.hasModel(asked) && hasWishBeside(message)) return false
    if (whatIsKnown.test(message)) return tellAll(memory, writer)
    if (forgetAll.test(message)) return forgetEverything(memory, writer)
    const [, about] = forgetOne.exec(message) ?? []
    if (about !== undefined) return forget(deps, { about, asked, reading }, writer)
    const wanted = askedFact(message)
    if (wanted) return tellOne(deps, { wanted, asked }, writer)
    if (await tellStored(memory, { message, reading }, writer)) return true
    return keepStated(deps, { message, asked, reading }, writer)
  }
}

/** False when the message wants more than that something is kept, or something else. */
async function keepStated(
  deps: MemoryDeps,
  { message, asked, reading }: { message: string; asked: Asked; reading: Reading },
  writer: AnswerWriter,
): Promise<boolean> {
  const stated = await statedIn(message, reading)
  if (!stated?.only || (await reading.isSurelyOther(isOwn))) return false
  writer.route(route)
  const told = await learn(deps, [...stated.facts, ...stated.told], asked)
  writer.say(told.length > 0 ? told.join(' ') : 'I already know that.')
  return true
}

/**
 * Keeps the facts of a message; answers with what to tell about those that were not known. What is to be remembered word for
 * word a model keeps itself. Strangers teach nothing.
 */
export async function learnFrom(deps: MemoryDeps, asked: Asked, reading: Reading): Promise<string[]> {
  const stated = asked.provenance === 'local-client' ? await statedIn(asked.message, reading) : undefined
  if (!stated) return []
  return learn(deps, [...stated.facts, ...(deps.hasModel(asked) ? [] : stated.told)], asked)
}

async function learn(
  { memory, keepSetting }: MemoryDeps,
  facts: readonly (Fact | string)[],
  asked: Asked,
): Promise<string[]> {
  const told: string[] = []
  for (const stated of facts) {
    const { fact, isNew } = await memory.add(stated, { source: 'chat', session_id: asked.session_id })
    const setting = settingOf(fact)
    if (setting && fact.value !== null) await keepSetting(setting, fact.value)
    if (isNew) told.push(`I'll remember that ${toSecondPerson(fact.text)}.`)
  }
  return told
}

/** Where somebody comes from is not where they live. */
function settingOf({ kind, text }: MemoryFact): 'HOME_CITY' | 'USER_NAME' | undefined {
  if (kind === 'name') return 'USER_NAME'
  return kind === 'home_city' && !/\bfrom\b/i.test(text) ? 'HOME_CITY' : undefined
}

/** False when it is not known here and somebody else may know: the name, the settings, a model. */
function tellOne(
  { memory, homeCity, hasModel }: MemoryDeps,
  { wanted: { kind, name }, asked }: { readonly wanted: AskedFact; readonly asked: Asked },
  writer: AnswerWriter,
): boolean {
  if (kind === 'name' || kind === 'currency' || kind === 'units') return false
  const city = kind === 'home_city' ? homeCity() : null
  const known = memory.list().filter((fact) => fact.kind === kind)
  if (city === null && known.length === 0 && hasModel(asked)) return false
  if (city === null && known.length > 0) return tell(known, writer)
  writer.route(route)
  writer.say(
    city === null ? `I don't know ${name} yet. Tell me, and I'll remember it.` : `You live in ${city}.`,
  )
  return true
}

/** Whether it looks for the very thing that is asked about: "mum's birthday" may be in the calendar, or known here. */
function looksFor({ slots }: Meaning, message: string): boolean {
  const named = tellingWords(
    Object.values(slots)
      .filter((value) => typeof value === 'string')
      .join(' '),
  )
  return tellingWords(message).every((word) => named.includes(word))
}

/** Word for word, unless the question is about something else that has the same words. */
async function tellStored(
  memory: MemoryStore,
  { message, reading }: { message: string; reading: Reading },
  writer: AnswerWriter,
): Promise<boolean> {
  const kept = storedFactsAsked(memory, message)
  const isAsked = (meaning: Meaning) => isOwn(meaning) || looksFor(meaning, message)
  return kept.length > 0 && !(await reading.isSurelyOther(isAsked)) && tell(kept, writer)
}

function tell(facts: readonly MemoryFact[], writer: AnswerWriter): true {
  writer.route(route)
  writer.say(facts.map(({ text }) => `${capital(toSecondPerson(text))}.`).join(' '))
  return true
}

function tellAll(memory: MemoryStore, writer: AnswerWriter): true {
  writer.route(route)
  const facts = memory.list()
  if (facts.length === 0) {
    writer.say(
      'Nothing yet. Tell me something, e.g. "I live in Oslo" or "call me Ada", and I\'ll remember it.',
    )
    return true
  }
  writer.say(facts.length === 1 ? 'One thing:' : `${facts.length} things:`)
  writer.add({
    type: 'list',
    title: 'What I know about you',
    items: facts.slice(0, 500).map((fact) => ({
      text: capital(toSecondPerson(fact.text)),
      detail: `Saved on ${fact.updated_at.slice(0, 10)}`,
    })),
  })
  return true
}

async function forgetEverything(memory: MemoryStore, writer: AnswerWriter): Promise<true> {
  writer.route(route)
  const count = await memory.clear()
  writer.say(
    count === 0
      ? "I don't know anything about you."
      : `I forgot ${count === 1 ? 'the one thing' : `all ${count} things`} I knew about you.`,
  )
  return true
}

/** False when it is about something else: "forget the milk" is no wish about the memory. */
async function forget(
  { memory, hasModel }: MemoryDeps,
  { about, asked, reading }: { readonly about: string; readonly asked: Asked; readonly reading: Reading },
  writer: AnswerWriter,
): Promise<boolean> {
  const meant = factsMeant(memory, about)
  const isFact = recognizeFact(about) !== undefined
  // Words alone can stand in many a fact: "forget the reminder to call Bob" is about a reminder.
  if (!isFact && kindNamed(about) === undefined && (await reading.isSurelyOther(isOwn))) return false
  if (meant.length === 0 && (!isFact || hasModel(asked))) return false
  writer.route(route)
  for (const { memory_id } of meant) await memory.remove(memory_id)
  const gone = meant.map(({ text }) => toSecondPerson(text)).join(' and that ')
  writer.say(
    meant.length > 0 ? `I forgot that ${gone}.` : "I didn't know that, so there is nothing to forget.",
  )
  return true
}

/** The fact itself, or those that are named: "where I live", "my birthday", "the garage code". */
function factsMeant(memory: MemoryStore, about: string): MemoryFact[] {
  const fact = recognizeFact(about)
  const known = memory.list()
  if (fact)
    return known.filter(
      ({ kind, value }) => kind === fact.kind && value?.toLowerCase() === fact.value.toLowerCase(),
    )
  const named = kindNamed(about)
  return named === undefined
    ? storedFactsAbout(memory, about)
    : known.filter(({ kind }) => kind === named || kind?.startsWith(`${named}:`))
}

const turns: Readonly<Record<string, string>> = {
  i: 'you',
  "i'm": "you're",
  my: 'your',
  me: 'you',
  mine: 'yours',
  myself: 'yourself',
  our: 'your',
  we: 'you',
  am: 'are',
}

/** "I live in Tokyo" as "you live in Tokyo". */
export function toSecondPerson(sentence: string): string {
  const told = sentence.replace(/^(?:please )?call me (.+)$/i, 'you are called $1')
  const turned = told
    .replaceAll(/\b(?:i was)\b/gi, 'you were')
    .replaceAll(
      /(?<![@.\w'-])(?:i'm|i|my|me|mine|myself|our|we|am)(?![@\w'-]|\.\w)/gi,
      (word) => turns[word.toLowerCase()] ?? word,
    )
  return /^(?:You|Your|You're|The|An?|His|Her|Their|There|It)\b/.test(turned)
    ? turned.charAt(0).toLowerCase() + turned.slice(1)
    : turned
}

/**
 * What was kept word for word and answers a question. It has to hold every word that the question is about, and one
 * word alone has to be the user's own ("my plumber"): "what is the weather" asks about more than what was told.
 */
function storedFactsAsked(memory: Memory, message: string): MemoryFact[] {
  return question.test(message)
    ? storedFactsAbout(memory, message.replaceAll(/\b(what|when|where|who)'?s\b/gi, '$1'))
    : []
}

/** What was kept word for word about what is named: "the garage code". */
function storedFactsAbout(memory: Memory, about: string): MemoryFact[] {
  const words = tellingWords(about)
  const enough = words.length > 1 || (words.length === 1 && /\b(?:my|our)\b/i.test(about))
  if (!enough) return []
  return memory.search(about).filter(({ kind, text }) => kind === null && holdsAll(tellingWords(text), words))
}

/** Whether it says more than what is asked, and all of that. */
function holdsAll(told: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => told.some((known) => known.startsWith(word.replace(/s$/, ''))))
}
