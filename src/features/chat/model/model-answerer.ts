import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { LookedPicture, Reading } from '../../../contract/tool.ts'
import type { LanguageModels, ModelChoice, Turn } from '../../models/language-model.ts'
import type { Settings } from '../../settings/settings-store.ts'
import type { Approvals } from '../../tools/approvals.ts'
import { resultsOf } from '../../../contract/several-calls.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import type { Answerer, Asked, Voice } from '../answering.ts'
import type { KnownTypes } from '../components/known-types.ts'
import type { ComponentRepair } from '../components/repair-component.ts'
import type { Memory } from '../memory/memory.ts'
import { Conversation, type Opening } from './conversation.ts'
import { earlierTurns } from './earlier-turns.ts'
import { findingsIn } from './history.ts'
import { lookedIn } from './looked-pictures.ts'
import { rankedActions, type Rank } from './offered-tools.ts'
import type { PausedAnswers, ReleasedAnswer } from './paused-answers.ts'
import type { WorkflowDoor } from './plan-workflow.ts'
import { findSources, type Door, type DocumentDoor } from './sources.ts'
import { systemPrompt } from './system-prompt.ts'
import type { Taints } from './taint.ts'
import { charactersFor, shortened, tokenRoom } from './token-room.ts'
import { hasPictures, isBlind } from './turn-pictures.ts'
import { asData, resultForModel } from './untrusted.ts'

export interface ModelAnswererDeps {
  readonly models: LanguageModels
  readonly catalog: ToolCatalog
  readonly runner: Pick<ToolRunner, 'run' | 'judge' | 'readings'>
  readonly approvals: Pick<Approvals, 'requestTogether'>
  readonly rank: Rank
  readonly workflows: WorkflowDoor
  readonly memory: Pick<Memory, 'list' | 'search'>
  readonly documents: DocumentDoor
  readonly settings: Pick<Settings, 'get'>
  readonly loadKnown: () => Promise<KnownTypes>
  readonly taints: Taints
  readonly pauses: PausedAnswers
  readonly now: () => Date
  readonly log: Log
  /** Told of every component that the model had to mend; what is mended without it, the voice tells. */
  readonly onRepair: (repair: ComponentRepair) => void
}

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
  readonly continueAfterDecision: (asked: Asked, decided: Decided, voice: Voice) => Promise<boolean>
}

const MOST_FACTS = 30
const MOST_SELECTED = 20_000

/** Answers with a language model, when one is set: prose, components, tools and plans. */
export function modelAnswerer(deps: ModelAnswererDeps): ModelAnswerer {
  const { models, pauses } = deps
  return {
    async answer(asked, voice) {
      const choice = models.choice()
      if (!choice) return false
      const sentence = [
        ...asked.earlier.filter(({ role }) => role === 'user').slice(-1),
        { text: asked.message },
      ]
        .map(({ text }) => text.slice(0, 2_000))
        .join('\n')
      const { actions, ranked } = rankedActions(deps.catalog, { rank: deps.rank, sentence, asked })
      const candidates = ranked.slice(0, 5).map(({ entry, score }) => ({ name: entry.tool.action, score }))
      voice.route({ by: 'model', score: null, candidates })
      const using = { deps, voice, choice }
      const scene = await sceneOf(asked, using)
      const used = { calls: 0, tokens: 0, ms: 0 }
      const converse = (said: Said) => new Conversation(scene, { ...said, offered: actions, used }).run()
      const seen = await whatIsSaid(asked, { ...using, sees: models.choice('vision')?.vision !== false })
      try {
        await converse(seen)
      } catch (error) {
        await converse(await withoutSeeing(error, seen, { asked, using }))
      }
      return true
    },

    async continueAfterDecision(asked, decided, voice) {
      const released = await pauses.decide(decided.confirmation_id, decided)
      const choice = models.choice()
      if (!released || !choice) return false
      const { turns, used, offered } = released
      const results = await decidedTurns(released, { asked, deps, choice })
      const conversation = new Conversation(await sceneOf(asked, { deps, voice, choice }), {
        history: [],
        own: [...turns, ...results.turns],
        looked: results.looked,
        offered,
        used,
      })
      await conversation.run()
      return true
    },
  }
}

interface Using {
  readonly deps: ModelAnswererDeps
  readonly voice: Voice
  readonly choice: ModelChoice
}

async function sceneOf(asked: Asked, { deps, voice, choice }: Using) {
  const { settings, taints, now } = deps
  const known = await deps.loadKnown()
  const { facts, areTold } = factsFor(asked, deps)
  const readings: Reading[] = [...findingsIn(asked.earlier)]
  if (areTold) readings.push('private')
  if (asked.provenance !== 'local-client') readings.push('untrusted')
  await taints.add(asked.session_id, readings)
  const system = (share: number) =>
    systemPrompt({
      now: now(),
      asked,
      facts,
      known,
      guideTokens: tokenRoom(choice.contextTokens, share).guide,
      hasTools: choice.tools !== false,
    })
  const limits = {
    calls: settings.get('CHAT_TOOL_STEPS'),
    tokens: settings.get('CHAT_TOKEN_BUDGET'),
    seconds: settings.get('CHAT_SECONDS'),
  }
  return { ...deps, asked, voice, known, choice, system, limits }
}

interface KnownFacts {
  readonly facts: readonly string[]
  /** Whether any of them was told by the person: that metres are the usual is no secret. */
  readonly areTold: boolean
}

/** The newest facts, and before them those that the message speaks of. Whoever writes from outside is not told any. */
function factsFor({ message, provenance }: Asked, { memory, settings }: ModelAnswererDeps): KnownFacts {
  if (provenance !== 'local-client') return { facts: [], areTold: false }
  const named = (pairs: readonly (readonly [string, unknown])[]) =>
    pairs.flatMap(([what, value]) => (value === null ? [] : [`${what} ${String(value)}`]))
  const usual = named([
    ['Counts in', settings.get('UNITS')],
    ['Pays in', settings.get('BASE_CURRENCY')],
  ])
  const person = named([
    ['Called', settings.get('USER_NAME')],
    ['Lives in', settings.get('HOME_CITY')],
  ])
  const told = [...memory.search(message), ...memory.list()].map(({ text }) => text)
  const facts = [...person, ...usual, ...new Set(told)].slice(0, MOST_FACTS)
  return { facts, areTold: person.length + told.length > 0 }
}

type Said = Pick<Opening, 'history' | 'own'>

async function whatIsSaid(asked: Asked, { sees, ...using }: Using & { sees: boolean }): Promise<Said> {
  const { deps, choice } = using
  const door = { documents: deps.documents, tokens: tokenRoom(choice.contextTokens).sources, sees }
  return { history: await earlierTurns(asked, door), own: [await messageTurn(asked, door, using)] }
}

/** The same for a model that has refused pictures: with the text in them, when it is not only about what they show. */
async function withoutSeeing(
  error: unknown,
  { own }: Said,
  { asked, using }: { asked: Asked; using: Using },
): Promise<Said> {
  if (!(error instanceof AppError) || !isBlind(error)) throw error
  const read = await whatIsSaid(asked, { ...using, sees: false })
  const text = (turns: readonly Turn[]) => turns.map((turn) => ('text' in turn ? turn.text : '')).join()
  if (own.some(hasPictures) && text(read.own) === text(own)) throw error
  using.voice.notice('info', 'The model cannot read pictures: it was given only the text in them.')
  return read
}

async function messageTurn(asked: Asked, door: Door, { deps, voice }: Using): Promise<Turn> {
  const { text, pictures, problems } = await findSources(asked, door)
  for (const problem of problems) voice.notice('warning', problem)
  const selected = asked.context['selected_text']
  const selection =
    typeof selected === 'string' && selected !== ''
      ? asData(shortened(selected, MOST_SELECTED), { source: 'what the user has selected' })
      : ''
  const data = [text, selection].filter((part) => part !== '')
  if (data.length > 0 || pictures.length > 0)
    await deps.taints.add(asked.session_id, ['untrusted', 'private'])
  const message = data.length === 0 ? asked.message : `${data.join('\n')}\n\nThe user says:\n${asked.message}`
  return { role: 'user', text: message, ...(pictures.length > 0 && { pictures }) }
}

/** The results of the calls that waited, as the model gets them. */
async function decidedTurns(
  { calls, turns: before, verdicts, session_id }: ReleasedAnswer,
  { asked, deps: { runner, taints, catalog }, choice }: Pick<Using, 'deps' | 'choice'> & { asked: Asked },
): Promise<{ turns: Turn[]; looked: LookedPicture[] }> {
  const characters = charactersFor(tokenRoom(choice.contextTokens).result)
  const turns: Turn[] = []
  const looked: LookedPicture[] = []
  for (const { call_id, name, confirmation_id, index = 0, result, looked: lookedBefore } of calls) {
    const verdict = confirmation_id === undefined ? undefined : verdicts.get(confirmation_id)
    const done = verdict?.result ? resultsOf(verdict.result)[index] : undefined
    const args = argumentsOf(before, call_id)
    const { provenance, signal } = asked
    const readings = done ? await runner.readings({ action: name, args, provenance, signal }) : []
    await taints.add(session_id, readings)
    const isUntrusted = readings.includes('untrusted')
    const told = verdict ? resultForModel(done ?? rejected(name), { isUntrusted, characters }) : result
    turns.push({ role: 'tool', call_id, name, result: told })
    const look = done ? lookedIn(catalog.find(name), done) : lookedBefore
    if (look) looked.push(look)
  }
  return { turns, looked }
}

function argumentsOf(turns: readonly Turn[], call_id: string): Readonly<Record<string, unknown>> {
  const calls = turns.flatMap((turn) => (turn.role === 'assistant' ? (turn.calls ?? []) : []))
  const { args } = calls.findLast((call) => call.call_id === call_id) ?? {}
  return (args ?? {}) as Readonly<Record<string, unknown>>
}

function rejected(name: string): Envelope {
  const message = `The user did not allow ${name}. Do not try it again; ask what to do instead.`
  return { success: false, message, data: { error: { code: 'rejected' } } }
}
