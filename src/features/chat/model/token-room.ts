import type { OfferedTool, Turn } from '../../models/language-model.ts'

/** A guess that is rather too high: words of other languages and JSON make more tokens than English. */
const CHARACTERS_PER_TOKEN = 3.2
const TOKENS_PER_TURN = 8
const TOKENS_PER_PICTURE = 1_500
/** What a model takes in when nobody says how much. */
const USUAL_CONTEXT = 32_000
const LEAST_LEFT = 200

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

/** The beginning and the end of a text, and where it goes on, for whoever can ask for the rest. */
export function cutInTheMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text
  const head = Math.floor((characters * 2) / 3)
  const tail = text.length - Math.floor(characters / 3)
  const note = `\n… characters ${head} to ${tail} of ${text.length} are left out: ask for that part …\n`
  return `${text.slice(0, head).toWellFormed()}${note}${text.slice(tail).toWellFormed()}`
}

/**
 * What was said, made to fit: the oldest of the history goes first, then the oldest results of tools are shortened, and at
 * last the message itself. What is being answered always stays.
 */
export function fitTurns(
  { history, own }: { history: readonly Turn[]; own: readonly Turn[] },
  tokens: number,
): Turn[] {
  const kept = [...history]
  const fitted = [...own]
  let size = [...kept, ...fitted].reduce((sum, turn) => sum + tokensOfTurn(turn), 0)
  while (size > tokens && kept.length > 0) size -= tokensOfTurn(kept.shift()!)
  for (const [index, turn] of fitted.entries()) {
    if (size <= tokens) break
    const smaller = shorterTurn(turn, size - tokens)
    size += tokensOfTurn(smaller) - tokensOfTurn(turn)
    fitted[index] = smaller
  }
  // Some providers refuse a conversation that begins with the answer.
  while (kept[0] && kept[0].role !== 'user') kept.shift()
  return [...kept, ...fitted]
}

function shorterTurn(turn: Turn, excess: number): Turn {
  const left = Math.max(LEAST_LEFT, charactersFor(tokensOfTurn(turn) - excess))
  if (turn.role === 'tool') {
    return { ...turn, result: cutInTheMiddle(resultText(turn.result), left) }
  }
  return { ...turn, text: shortened(turn.text, left) }
}
