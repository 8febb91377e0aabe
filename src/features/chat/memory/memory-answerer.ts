import type { Answerer, Asked, Voice } from '../answering.ts'
import type { MemoryFact } from '../schemas.ts'
import type { MemoryStore } from './memory.ts'
import { recognizeFact, recognizeFacts, type Fact } from './recognize-facts.ts'

const route = { by: 'router', score: 1, candidates: [{ name: 'memory', score: 1 }] } as const

const whatIsKnown =
  /^(?:so[, ]+)?(?:what (?:do|did) you (?:know|remember) about me|what have i told you(?: about (?:me|myself))?|what do you remember|show (?:me )?(?:my |your )?memor(?:y|ies)|list (?:my |your )?memor(?:y|ies))[?.!\s]*$/i
/** "Forget it" and "forget everything" are said of other things too. */
const forgetAll =
  /^(?:please )?forget (?:everything|all)(?: of it| that)?(?: (?:that )?you (?:know|remember)(?: about me)?| about me)[.!\s]*$/i
const forgetOne = /^(?:please )?forget (?:about )?(?:the fact )?(?:that )?(.{2,300}?)[.!\s]*$/i

/** Answers what is about the memory itself: facts and nothing else, questions about them, and wishes to forget. */
export function memoryAnswerer(memory: MemoryStore): Answerer {
  return async (asked, voice) => {
    const message = asked.message.trim().replaceAll(/[’‘]/g, "'")
    if (asked.provenance !== 'local-client') return false
    if (whatIsKnown.test(message)) return tellAll(memory, voice)
    if (forgetAll.test(message)) return forgetEverything(memory, voice)
    const [, about] = forgetOne.exec(message) ?? []
    if (about !== undefined) return forget(memory, about, voice)
    const { facts, only } = recognizeFacts(message)
    if (!only) return false
    voice.route(route)
    const told = await learn(memory, facts, asked)
    voice.say(told.length > 0 ? told.join(' ') : 'I know that already.')
    return true
  }
}

/** Keeps the facts of a message; answers with what to tell about those that were not known. Strangers teach nothing. */
export async function learnFrom(memory: MemoryStore, asked: Asked): Promise<string[]> {
  if (asked.provenance !== 'local-client') return []
  return learn(memory, recognizeFacts(asked.message).facts, asked)
}

async function learn(memory: MemoryStore, facts: readonly Fact[], asked: Asked): Promise<string[]> {
  const told: string[] = []
  for (const fact of facts) {
    const { isNew } = await memory.add(fact, { source: 'chat', session_id: asked.session_id })
    if (isNew) told.push(`I'll remember that ${toSecondPerson(fact.text)}.`)
  }
  return told
}

function tellAll(memory: MemoryStore, voice: Voice): true {
  voice.route(route)
  const facts = memory.list()
  if (facts.length === 0) {
    voice.say(
      'Nothing yet. Tell me something, e.g. "I live in Oslo" or "call me Ada", and I will remember it.',
    )
    return true
  }
  voice.say(facts.length === 1 ? 'One thing:' : `${facts.length} things:`)
  voice.add({
    type: 'list',
    title: 'What I know about you',
    items: facts.slice(0, 500).map((fact) => ({
      text: capitalized(toSecondPerson(fact.text)),
      detail: `Told on ${fact.updated_at.slice(0, 10)}`,
    })),
  })
  return true
}

async function forgetEverything(memory: MemoryStore, voice: Voice): Promise<true> {
  voice.route(route)
  const count = await memory.clear()
  voice.say(
    count === 0
      ? 'I knew nothing about you.'
      : `I have forgotten ${count === 1 ? 'the one thing' : `all ${count} things`} that I knew about you.`,
  )
  return true
}

/** False when it is about something else: "forget the milk" is no wish about the memory. */
async function forget(memory: MemoryStore, about: string, voice: Voice): Promise<boolean> {
  const meant = factsMeant(memory, about)
  const isFact = recognizeFact(about) !== undefined
  if (meant.length === 0 && !isFact) return false
  voice.route(route)
  for (const { memory_id } of meant) await memory.remove(memory_id)
  const gone = meant.map(({ text }) => toSecondPerson(text)).join(' and that ')
  voice.say(
    meant.length > 0
      ? `I have forgotten that ${gone}.`
      : 'I did not know that, so there is nothing to forget.',
  )
  return true
}

/** The fact itself, or the one of the kind that is named: "where I live", "my birthday". */
function factsMeant(memory: MemoryStore, about: string): MemoryFact[] {
  const fact = recognizeFact(about)
  const known = memory.list()
  if (fact)
    return known.filter(
      ({ kind, value }) => kind === fact.kind && value?.toLowerCase() === fact.value.toLowerCase(),
    )
  const named = kindNamed(about)
  return named === undefined
    ? []
    : known.filter(({ kind }) => kind === named || kind?.startsWith(`${named}:`))
}

const namedKinds: readonly (readonly [RegExp, string])[] = [
  [/^where i live$|^my (?:home )?(?:city|town|place)$/i, 'home_city'],
  [/^my (?:home )?address$/i, 'home_address'],
  [/^my name$|^what i(?:'m| am) called$/i, 'name'],
  [/^my birthday$|^when i was born$/i, 'birthday'],
  [/^my work e-?mail(?: address)?$/i, 'work_email'],
  [/^my e-?mail(?: address)?$/i, 'email'],
  [/^my (?:phone|phone number|number)$/i, 'phone'],
  [/^my allerg(?:y|ies)$|^what i(?:'m| am) allergic to$/i, 'allergy'],
  [/^my job$|^where i work$/i, 'job'],
  [/^my currency$/i, 'currency'],
  [/^my units$/i, 'units'],
]

function kindNamed(about: string): string | undefined {
  const [, favorite] = /^my fav(?:ou?rite)? (.+)$/i.exec(about) ?? []
  if (favorite !== undefined) return `favorite:${favorite.toLowerCase().replaceAll(/[\s-]+/g, '_')}`
  return namedKinds.find(([pattern]) => pattern.test(about))?.[1]
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
  return /^(?:You|Your|You're)\b/.test(turned) ? turned.charAt(0).toLowerCase() + turned.slice(1) : turned
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
