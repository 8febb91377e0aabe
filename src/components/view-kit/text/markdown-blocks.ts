import { Marked, type Token } from 'marked'
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
  const kept = before.text !== '' && text.startsWith(before.text) ? closedBlocks(before.tokens) : []
  const length = kept.reduce((sum, { raw }) => sum + raw.length, 0)
  return { text, tokens: [...kept, ...marked.lexer(text.slice(length))] }
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

const LEADS_SOMEWHERE = /^(?:https?:|mailto:|tel:)/i

/** An address that a text may lead to; script and data addresses are none, nor is anything that looks like one. */
export function safeAddress(href: string): string | undefined {
  const address = href.trim()
  if (LEADS_SOMEWHERE.test(address)) return address
  return /^\/(?![/\\])/.test(address) ? address : undefined
}
