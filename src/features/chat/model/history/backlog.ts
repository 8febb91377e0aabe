import type { ModelUsage, Turn } from '../../../models/language-model.ts'
import type { Asked, AnswerWriter } from '../../answering.ts'
import { plainExchanges, type Exchange } from './earlier-turns.ts'
import type { ModelStates } from '../model-state.ts'
import { summarise, type Summarised, type SummaryDeps } from './summarise.ts'
import type { Summaries, Summary } from './summaries.ts'
import { skillBeginning, type SkillPort } from '../skills.ts'
import { shortenTurns, tokensOf, tokensOfTurns } from './token-room.ts'
import { asData } from '../untrusted.ts'

export interface BacklogDeps {
  readonly models: SummaryDeps['models']
  readonly summaries: Summaries
  readonly states: Pick<ModelStates, 'turnsOf'>
  readonly asked: Asked
  readonly writer: Pick<AnswerWriter, 'notice'>
  readonly mark: string
  readonly skills: Pick<SkillPort, 'keptIn'>
  readonly onUsage: (usage: ModelUsage) => void
}

export interface Told {
  readonly summary: Summary | undefined
  readonly exchanges: readonly Exchange[]
  /** From the message on that is being answered; changed in place. */
  readonly own: Turn[]
}

export interface Room {
  /** Tokens for all that was said. */
  readonly tokens: number
  /** Tokens that the model takes in. */
  readonly context: number
}

/** Where there must be less it becomes much less: then what stays is the same bytes for many requests. */
const KEPT_SHARE = 0.5
/** The last exchange may take more: the next question is most often about it. */
const LAST_SHARE = 0.7
const SKILLS_SHARE = 0.2

/**
 * All that was said in a conversation, as it is told to the model. What there is no room for becomes a summary; the
 * messages themselves stay where they are.
 */
export class Backlog {
  readonly #deps: BacklogDeps
  readonly #own: Turn[]
  #summary: Summary | undefined
  #exchanges: readonly Exchange[]
  #hasToldCut = false
  /** Instructions of skills that are no longer among the messages. */
  #kept = ''

  constructor({ summary, exchanges, own }: Told, deps: BacklogDeps) {
    this.#deps = deps
    this.#summary = summary
    this.#exchanges = exchanges
    this.#own = own
  }

  get summary(): Summary | undefined {
    return this.#summary
  }

  /** What was said before the message that is being answered and is not summarised. */
  get history(): Turn[] {
    return this.#exchanges.flatMap(({ turns }) => turns)
  }

  get tokens(): number {
    return tokensOf(this.#head()) + tokensOfTurns(this.history) + tokensOfTurns(this.#own)
  }

  /** Everything in order, in as many tokens as there is room for. */
  async fit(room: Room, signal: AbortSignal): Promise<Turn[]> {
    if (this.tokens > room.tokens && this.#exchanges.length > 0) await this.#compact(room, signal)
    await this.#keepSkills(room)
    if (this.tokens > room.tokens) this.#shortenOwn(room.tokens)
    return withHead(this.#head(), [...this.history, ...this.#own])
  }

  #head(): string {
    return this.#summary ? `${headOf(this.#summary, this.#deps.mark)}${this.#kept}` : ''
  }

  /** The instructions that a model has asked for do not go with the messages they came in. */
  async #keepSkills({ tokens }: Room): Promise<void> {
    this.#kept = ''
    if (!this.#summary) return
    const told = JSON.stringify([...this.history, ...this.#own])
    const { skills, asked } = this.#deps
    this.#kept = await skills.keptIn(asked.session_id, {
      isTold: (name) => told.includes(JSON.stringify(skillBeginning(name)).slice(1, -1)),
      hasRoomFor: (text) => tokensOf(text) <= tokens * SKILLS_SHARE,
    })
  }

  async #compact(room: Room, signal: AbortSignal): Promise<void> {
    const kept = this.#newest(room.tokens)
    const old = this.#exchanges.slice(0, this.#exchanges.length - kept)
    const { summary, problem } = await this.#summarise(old, room, signal)
    if (old.at(-1)?.through !== undefined)
      await this.#deps.summaries.keep(this.#deps.asked.session_id, summary)
    this.#summary = summary
    this.#exchanges = this.#exchanges.slice(old.length)
    const { level, text } = noticeOf(problem)
    this.#deps.writer.notice(level, text, shown(summary))
  }

  /** How many of the newest exchanges stay as they are. */
  #newest(tokens: number): number {
    let size = tokensOfTurns(this.#own)
    let kept = 0
    for (const { turns } of this.#exchanges.toReversed()) {
      size += tokensOfTurns(turns)
      if (size > tokens * (kept === 0 ? LAST_SHARE : KEPT_SHARE)) break
      kept += 1
    }
    // One that stays makes room for nothing.
    return Math.min(kept, this.#exchanges.length - 1)
  }

  #summarise(old: readonly Exchange[], { context }: Room, signal: AbortSignal): Promise<Summarised> {
    const { models, mark, onUsage, summaries, states, asked } = this.#deps
    const before = this.#summary
    const deps = { models, mark, onUsage, context, signal }
    // What only a rule has shortened the model reads again as it was.
    if (before?.by !== 'rule') return summarise(old, before, deps)
    const messages = summaries.summarised(asked, before)
    return summarise([...plainExchanges(messages, states), ...old], undefined, deps)
  }

  /** In place and by more than is needed, so that the next requests begin with the same bytes. */
  #shortenOwn(tokens: number): void {
    const { mark, writer } = this.#deps
    const least = tokensOf(this.#head()) + tokensOfTurns(this.history)
    const [message] = this.#own
    const most = Math.max(0, tokens - least)
    this.#own.splice(0, Infinity, ...shortenTurns(this.#own, { tokens: Math.floor(most * 0.8), mark }))
    if (this.#own[0] === message || this.#hasToldCut) return
    this.#hasToldCut = true
    writer.notice(
      'warning',
      'Your message is too long for the model, so it saw only the beginning and the end.',
    )
  }
}

function noticeOf(problem: string | undefined): { level: 'info' | 'warning'; text: string } {
  if (problem === undefined) return { level: 'info', text: 'Earlier messages were summarized.' }
  const text =
    "Earlier messages were shortened automatically because the model couldn't summarize them: " +
    `${problem.replace(/ Try again[^.]*\.$/, '')} The messages themselves are all still here.`
  return { level: 'warning', text }
}

/** For the person: the same that the model gets. */
function shown({ said, text }: Summary): string {
  const own = said.length === 0 ? [] : [['You said:', ...said.map((words) => `- ${words}`)].join('\n')]
  return [...own, text].join('\n\n')
}

/**
 * The words of the person stand as their own. What a model made of the rest it wrote after reading what anybody may have
 * written, so that is data like everything that was read.
 */
function headOf({ said, text }: Summary, mark: string): string {
  const own = said.map((words) => `- ${words.replaceAll(mark, '')}\n`).join('')
  return (
    '(The service summarised the earlier messages of this conversation. ' +
    (own === '' ? '' : `In them the user said, the oldest first:\n${own}`) +
    `What was done and found:\n${asData(text, { source: 'summary of earlier messages', mark })}\nEnd of the summary.)\n\n`
  )
}

/**
 * At the beginning of the first message: some providers refuse two messages of the user in a row, or a conversation that
 * begins with the answer.
 */
function withHead(head: string, turns: readonly Turn[]): Turn[] {
  const [first, ...rest] = turns
  if (first?.role === 'user') return [{ ...first, text: head + first.text }, ...rest]
  return [{ role: 'user', text: head === '' ? '(The assistant spoke first.)' : head }, ...turns]
}
