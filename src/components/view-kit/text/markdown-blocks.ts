import { Marked, type Token, type Tokens } from 'marked'
import { mathExtension, opensFormula } from './math-tokens.ts'

const marked = new Marked({ gfm: true }, mathExtension)

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
  const grown = withPlainWords(before, text)
  if (grown) return grown
  const kept = before.text !== '' && text.startsWith(before.text) ? closedBlocks(before.tokens) : []
  const length = kept.reduce((sum, { raw }) => sum + raw.length, 0)
  return { text, tokens: [...kept, ...marked.lexer(text.slice(length))] }
}

const PLAIN = /^[\p{L}\p{N}, ]+$/u

/**
 * Words without any mark only make the last paragraph longer, which nobody has to parse for that: most of what is written,
 * word by word, is such. Undefined where it may be more than that.
 */
function withPlainWords({ text: before, tokens }: Blocks, text: string): Blocks | undefined {
  const paragraph = tokens.at(-1)
  const last = paragraph?.type === 'paragraph' ? paragraph.tokens?.at(-1) : undefined
  if (paragraph?.type !== 'paragraph' || last?.type !== 'text' || !text.startsWith(before)) return undefined
  const more = text.slice(before.length)
  // The word that goes on may be half an address, or half a mark.
  const word = last.raw.slice(last.raw.lastIndexOf(' ') + 1)
  if (!PLAIN.test(word + more) || !paragraph.raw.endsWith(last.raw)) return undefined
  const longer = { ...last, raw: last.raw + more, text: (last as Tokens.Text).text + more }
  return {
    text,
    tokens: withLast(tokens, {
      ...paragraph,
      raw: paragraph.raw + more,
      text: (paragraph as Tokens.Paragraph).text + more,
      tokens: withLast(paragraph.tokens!, longer),
    }),
  }
}

function withLast(tokens: readonly Token[], last: Token): Token[] {
  return tokens.with(tokens.length - 1, last)
}

/** All but the last block that is not mere space: a list or a paragraph may still go on. */
function closedBlocks(tokens: readonly Token[]): Token[] {
  const open = tokens.findIndex(({ raw }) => opensFormula(raw))
  const last = open === -1 ? tokens.findLastIndex(({ type }) => type !== 'space') : open
  // A reference may be explained at the very end, so a text with one is read whole each time.
  if (tokens.some(({ type }) => type === 'def')) return []
  return tokens.slice(0, Math.max(0, last))
}

export function inlineTokens(text: string): readonly Token[] {
  const [first] = marked.lexer(text.replaceAll('\n', ' '))
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
