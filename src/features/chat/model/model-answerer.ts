import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Reading } from '../../../contract/tool.ts'
import type { ModelChoice, Turn, LanguageModels, ModelRequest } from '../../models/language-model.ts'
import type { Answerer, Asked, AnswerWriter } from '../answering.ts'
import { Conversation } from './conversation.ts'
import type { Opening } from './scene.ts'
import { decidedTurns } from './history/decided-turns.ts'
import { earlierExchanges, exchangesIn } from './history/earlier-turns.ts'
import { findingsIn } from './history/history.ts'
import { toolCatalogue } from './offered-tools.ts'
import { skillCatalogue, skillsNow } from './skills.ts'
import { findSources, type SourcePort } from './sources.ts'
import type { Earlier } from './history/summaries.ts'
import { contextOf, extentFor, systemPrompt } from './system-prompt.ts'
import { charactersFor, shortened, tokenRoom } from './history/token-room.ts'
import { hasPictures, isBlind } from './turn-pictures.ts'
import { asData } from './untrusted.ts'
import type { ModelAnswererDeps } from './answerer-deps.ts'

/** What a person decided about a call that an answer waits for. */
export interface Decided {
  readonly confirmation_id: string
  readonly approved: boolean
  /** What the tool returned; null when it was rejected. */
  readonly result: Envelope | null
}

export interface ModelAnswerer {
  readonly answer: Answerer
  /** Goes on with an answer; false when it waits for more, or nothing is known of it. */
  readonly continueAfterDecision: (asked: Asked, decided: Decided, writer: AnswerWriter) => Promise<boolean>
}

const MAX_FACTS = 30
const MAX_SELECTED = 20_000

/** Answers with a language model, when one is set: prose, components, tools and plans. */
export function modelAnswerer(deps: ModelAnswererDeps): ModelAnswerer {
  const { pauses } = deps
  return {
    async answer(asked, writer) {
      const models = modelsFor(asked, deps.models)
      const choice = models.choice()
      if (!choice) return false
      const { provider, model } = choice
      writer.route({ by: 'model', score: null, candidates: [], model: { provider, model } })
      const using = { deps: { ...deps, models }, writer, choice }
      const { loaded, ...scene } = await sceneOf(asked, using)
      const used = { calls: 0, tokens: 0, ms: 0 }
      const converse = (said: Said) => new Conversation(scene, { ...said, loaded, used }).run()
      const saying = { ...using, scene }
      const seen = await whatIsSaid(asked, { ...saying, sees: models.choice('vision')?.vision !== false })
      try {
        await converse(seen)
      } catch (error) {
        await converse(await withoutSeeing(error, seen, { asked, using: saying }))
      }
      return true
    },

    async continueAfterDecision(resumed, decided, writer) {
      const released = await pauses.decide(decided.confirmation_id, decided)
      const models = modelsFor(resumed, deps.models)
      const choice = models.choice()
      if (!released || !choice) return false
      const { summary, turns, ownTurns, used, loaded, context = {} } = released
      // Whoever decides may do so from elsewhere: what was asked was asked there.
      const asked = { ...resumed, context }
      const scene = await sceneOf(asked, { deps: { ...deps, models }, writer, choice })
      const decidedCalls = await decidedTurns(released, {
        ...deps,
        asked,
        writer,
        characters: charactersFor(tokenRoom(choice.contextTokens).result),
        mark: scene.mark,
      })
      const conversation = new Conversation(scene, {
        summary,
        exchanges: exchangesIn(turns.slice(0, turns.length - ownTurns)),
        own: [...turns.slice(turns.length - ownTurns), ...decidedCalls.turns],
        looked: decidedCalls.looked,
        loaded,
        used,
      })
      await conversation.run()
      // All of it is told by the answer that went on.
      await deps.states.keepTurns(released.run_id, released.session_id, [])
      return true
    },
  }
}

interface Using {
  readonly deps: ModelAnswererDeps
  readonly writer: AnswerWriter
  readonly choice: ModelChoice
}

interface Saying extends Using {
  readonly scene: { readonly mark: string; readonly context: string; readonly earlier: Earlier }
}

async function sceneOf(asked: Asked, { deps, writer, choice }: Using) {
  const { settings, taints } = deps
  const known = await deps.loadKnown()
  const { facts, areTold } = factsFor(asked, deps)
  const earlier = deps.summaries.before(asked)
  const readings: Reading[] = [...findingsIn(earlier.messages)]
  if (areTold) readings.push('private')
  if (asked.provenance !== 'local-client') readings.push('untrusted')
  await taints.add(asked.session_id, readings)
  const { mark, loaded, plan } = await deps.states.of(asked.session_id)
  const extent = extentFor(tokenRoom(choice.contextTokens).context)
  await deps.skills.ready()
  const catalogue = [
    toolCatalogue(deps.catalog, { asked, extent }),
    skillCatalogue(deps.skills, { asked, extent }),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  const system = systemPrompt({ known, catalogue, mark, extent })
  const limits = {
    calls: settings.get('CHAT_TOOL_STEPS'),
    tokens: settings.get('CHAT_TOKEN_BUDGET'),
    seconds: settings.get('CHAT_SECONDS'),
  }
  const context = contextOf({ now: deps.now(), asked, facts, plan, skills: skillsNow(deps.skills, asked) })
  return { ...deps, asked, writer, known, choice, system, mark, extent, loaded, context, earlier, limits }
}

interface KnownFacts {
  readonly facts: readonly string[]
  /** Whether any of them was told by the person: that metres are the usual is no secret. */
  readonly areTold: boolean
}

/** The newest facts, and before them those that the message speaks of. Whoever writes from outside is not told any. */
function factsFor({ message, provenance }: Asked, { memory, settings }: ModelAnswererDeps): KnownFacts {
  if (provenance !== 'local-client') return { facts: [], areTold: false }
  const named = (pairs: readonly (readonly [string, string | null])[]) =>
    pairs.flatMap(([what, value]) => (value === null ? [] : [`${what} ${value}`]))
  const usual = named([
    ['Counts in', settings.get('UNITS')],
    ['Pays in', settings.get('BASE_CURRENCY')],
  ])
  const person = named([
    ['Called', settings.get('USER_NAME')],
    ['Lives in', settings.get('HOME_CITY')],
  ])
  const told = [...memory.search(message), ...memory.list()].map(({ text }) => text)
  const facts = [...person, ...usual, ...new Set(told)].slice(0, MAX_FACTS)
  return { facts, areTold: person.length + told.length > 0 }
}

type Said = Pick<Opening, 'summary' | 'exchanges' | 'own'>

async function whatIsSaid(asked: Asked, { sees, ...saying }: Saying & { sees: boolean }): Promise<Said> {
  const { deps, choice, scene } = saying
  const { documents, states } = deps
  const port = { documents, tokens: tokenRoom(choice.contextTokens).sources, sees, mark: scene.mark }
  const { summary, messages: earlier } = scene.earlier
  return {
    summary,
    exchanges: await earlierExchanges(asked, { ...port, states, earlier }),
    own: [await messageTurn(asked, port, saying)],
  }
}

/** The same for a model that has refused pictures: with the text in them, when it is not only about what they show. */
async function withoutSeeing(
  error: unknown,
  { own }: Said,
  { asked, using }: { asked: Asked; using: Saying },
): Promise<Said> {
  if (!(error instanceof AppError) || !isBlind(error)) throw error
  const read = await whatIsSaid(asked, { ...using, sees: false })
  const text = read.own.map((turn) => ('text' in turn ? turn.text : '')).join()
  // Nothing was read in them: then the question was only about what they show.
  if (own.some(hasPictures) && !text.includes(using.scene.mark)) throw error
  using.writer.notice('info', "The model can't read images, so it got only the text in them.")
  return read
}

async function messageTurn(asked: Asked, port: SourcePort, { deps, writer, scene }: Saying): Promise<Turn> {
  const { text, pictures, problems } = await findSources(asked, port)
  for (const problem of problems) writer.notice('warning', problem)
  const selected = asked.context['selected_text']
  const selection =
    typeof selected === 'string' && selected !== ''
      ? asData(shortened(selected, MAX_SELECTED), {
          source: 'what the user has selected',
          mark: scene.mark,
        })
      : ''
  const apps = deps
    .appContexts(asked.session_id)
    .map(({ source, text: told }) => asData(told, { source, mark: scene.mark }))
  const data = [text, selection, ...apps].filter((part) => part !== '')
  if (data.length > 0 || pictures.length > 0)
    await deps.taints.add(asked.session_id, ['untrusted', 'private'])
  const message = data.length === 0 ? asked.message : `${data.join('\n')}\n\nThe user says:\n${asked.message}`
  return { role: 'user', text: `${message}\n\n${scene.context}`, ...(pictures.length > 0 && { pictures }) }
}

/** The models as one conversation has them: with the one that was chosen for it, each call known as its own. */
function modelsFor({ model, session_id }: Asked, models: LanguageModels): LanguageModels {
  const ours = (request: ModelRequest): ModelRequest => ({ ...request, pick: model, session: session_id })
  return {
    choice: (purpose) => models.choice(purpose, model),
    stream: (request) => models.stream(ours(request)),
    ask: (request) => models.ask(ours(request)),
  }
}
