import { lexer, type Token } from 'marked'

export interface Blocks {
  readonly text: string
  readonly tokens: readonly Token[]
}

export const NO_BLOCKS: Blocks = { text: '', tokens: [] }

/**
 * The blocks of a text. When it only grew, those that cannot change any more are kept as they are, so that a long answer
 * that is being written costs no more with every word.
 */
export function blocksOf(text: string, before: Blocks = NO_BLOCKS): Blocks {
  if (text === before.text) return before
  const kept = before.text !== '' && text.startsWith(before.text) ? closedBlocks(before.tokens) : []
  const length = kept.reduce((sum, { raw }) => sum + raw.length, 0)
  return { text, tokens: [...kept, ...lexer(text.slice(length), { gfm: true })] }
}

/** All but the last block that is not mere space: a list or a paragraph may still go on. */
function closedBlocks(tokens: readonly Token[]): Token[] {
  const last = tokens.findLastIndex(({ type }) => type !== 'space')
  // A reference may be explained at the very end, so a text with one is read whole each time.
  if (tokens.some(({ type }) => type === 'def')) return []
  return tokens.slice(0, Math.max(0, last))
}

export function inlineTokens(text: string): readonly Token[] {
  const [first] = lexer(text.replaceAll('\n', ' '), { gfm: true })
  return first && 'tokens' in first && first.tokens ? first.tokens : []
}

/** While a text is still being written: closes what was opened, so that half a `**word` does not flicker. */
export function withClosedMarks(text: string): string {
  const tail = text.slice(text.lastIndexOf('\n\n') + 1)
  if (/^(```|~~~)/m.test(tail)) return text
  const codes = tail.split('`').length - 1
  if (codes % 2 === 1) return `${text}\``
  const strongs = tail.split('**').length - 1
  return strongs % 2 === 1 && !tail.endsWith('*') ? `${text}**` : text
}
