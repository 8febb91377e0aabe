import type { OfferedTool, Turn } from '../../../models/language-model.ts'

/** A guess that is rather too high: words of other languages and JSON make more tokens than English. */
const CHARACTERS_PER_TOKEN = 3.2
const TOKENS_PER_TURN = 8
const TOKENS_PER_PICTURE = 1_500
/** What a model takes in when nobody says how much. */
const USUAL_CONTEXT = 32_000
const MIN_LEFT = 200

/** How the tokens that a model takes in are shared out. */
export interface TokenRoom {
  readonly context: number
  readonly tools: number
  /** For passages of documents and attached files. */
  readonly sources: number
  /** For one result of a tool. */
  readonly result: number
  /** For all that was said. */
  readonly turns: number
}

/** `share` is less than 1 after the model has said that it was too much. */
export function tokenRoom(contextTokens: number | null, share = 1): TokenRoom {
  const context = Math.floor((contextTokens ?? USUAL_CONTEXT) * share)
  return {
    context,
    // Those that are always there, and half as much again for what is loaded.
    tools: Math.min(12_000, Math.floor(context * 0.25)),
    sources: Math.min(20_000, Math.floor(context * 0.2)),
    result: Math.min(12_000, Math.floor(context * 0.15)),
    turns: Math.floor(context * 0.85),
  }
}

export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}

export function charactersFor(tokens: number): number {
  return Math.floor(tokens * CHARACTERS_PER_TOKEN)
}

export function tokensOfTool(tool: OfferedTool): number {
  return tokensOf(tool.name + tool.description + JSON.stringify(tool.parameters))
}

export function tokensOfTurn(turn: Turn): number {
  const text = turn.role === 'tool' ? resultText(turn.result) : turn.text
  const calls = turn.role === 'assistant' && turn.calls ? JSON.stringify(turn.calls) : ''
  const pictures = turn.role === 'user' ? (turn.pictures?.length ?? 0) : 0
  return TOKENS_PER_TURN + tokensOf((text ?? '') + calls) + TOKENS_PER_PICTURE * pictures
}

function resultText(result: unknown): string {
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? '')
}

export function shortened(text: string, characters: number): string {
  if (text.length <= characters) return text
  const left = text.length - characters
  return `${text.slice(0, characters).toWellFormed()} … (${left} more characters left out)`
}

/**
 * The beginning and the end of a text, and where it goes on, for whoever can ask for the rest. Data that is cut stays
 * between its marks.
 */
export function cutInTheMiddle(text: string, characters: number, mark?: string): string {
  if (text.length <= characters) return text
  const from = Math.floor((characters * 2) / 3)
  const to = text.length - Math.floor(characters / 3)
  const note = `\n… characters ${from} to ${to} of ${text.length} are left out: ask for that part …\n`
  const head = text.slice(0, from).toWellFormed()
  const tail = text.slice(to).toWellFormed()
  if (mark === undefined) return head + note + tail
  return (
    head +
    (isOpen(head, mark) ? `</${mark}>` : '') +
    note +
    (isOpen(text.slice(0, to), mark) ? `<${mark}>` : '') +
    tail
  )
}

function isOpen(text: string, mark: string): boolean {
  return text.lastIndexOf(`<${mark}`) > text.lastIndexOf(`</${mark}>`)
}

export function tokensOfTurns(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + tokensOfTurn(turn), 0)
}

/**
 * What is being answered, made to fit: the oldest results of tools are shortened first, then what the model said, and at
 * last the message itself. Every call keeps its result.
 */
export function shortenTurns(
  turns: readonly Turn[],
  { tokens, mark }: { tokens: number; mark: string },
): Turn[] {
  const fitted = [...turns]
  let size = tokensOfTurns(fitted)
  for (const role of ['tool', 'assistant', 'user'] as const)
    for (const [index, turn] of fitted.entries()) {
      if (size <= tokens) return fitted
      if (turn.role !== role) continue
      fitted[index] = shorterTurn(turn, { excess: size - tokens, mark })
      size += tokensOfTurn(fitted[index]) - tokensOfTurn(turn)
    }
  return fitted
}

function shorterTurn(turn: Turn, { excess, mark }: { excess: number; mark: string }): Turn {
  const characters = Math.max(MIN_LEFT, charactersFor(tokensOfTurn(turn) - excess))
  const shorter = (text: string) => cutInTheMiddle(text, characters, mark)
  return turn.role === 'tool'
    ? { ...turn, result: shorter(resultText(turn.result)) }
    : { ...turn, text: shorter(turn.text) }
}
