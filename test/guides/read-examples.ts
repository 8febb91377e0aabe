import { readFile } from 'node:fs/promises'
import { Lexer, type Token, type Tokens } from 'marked'

/** A block of code on a page, and what the words behind its language say about it. */
export interface Example {
  readonly page: string
  readonly line: number
  readonly section: string
  readonly language: string
  readonly marks: Marks
  readonly text: string
}

/** `sh until="done" host2` is { until: 'done', host2: '' }. */
export type Marks = Readonly<Record<string, string>>

const MARK = /([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/g

/** All examples of a page, in order. One that is only indented can't say how it is tried, so a test refuses it. */
export async function readExamples(page: string): Promise<readonly Example[]> {
  const markdown = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8')
  const examples: Example[] = []
  let section = ''
  let from = 0
  for (const token of allTokens(new Lexer({ gfm: true }).lex(markdown))) {
    if (token.type === 'heading') section = (token as Tokens.Heading).text
    if (token.type !== 'code') continue
    const { text, lang = '', raw } = token as Tokens.Code
    const first = raw.trim().split('\n', 1)[0]!
    const start = markdown.indexOf(first, from)
    from = start + first.length
    const line = markdown.slice(0, start).split('\n').length
    const [language = '', ...marks] = lang.split(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    examples.push({ page, line, section, language, marks: marksOf(marks.join(' ')), text })
  }
  return examples
}

function marksOf(words: string): Marks {
  return Object.fromEntries(
    [...words.matchAll(MARK)].map(([, name, quoted, plain]) => [name!, quoted ?? plain ?? '']),
  )
}

function* allTokens(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token
    if (token.type === 'list') for (const item of (token as Tokens.List).items) yield* allTokens(item.tokens)
    else if (token.type === 'blockquote') yield* allTokens((token as Tokens.Blockquote).tokens)
  }
}
