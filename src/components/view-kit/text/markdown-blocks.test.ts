import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf, inlineTokens, NO_BLOCKS, withClosedMarks } from './markdown-blocks.ts'
import { isMath } from './math-tokens.ts'

const text = '# Title\n\nFirst *words*.\n\n- one\n- two\n\n```ts\nconst a = 1\n```\n\nLast | words\n'

test('a text that grows has at every length the blocks that it has when it is read whole', () => {
  let blocks = NO_BLOCKS
  for (let length = 1; length <= text.length; length += 1) {
    const part = text.slice(0, length)
    blocks = blocksOf(part, blocks)
    expect(blocks.tokens, part).toEqual(blocksOf(part).tokens)
  }
})

const PIECES =
  'word|Ünder |7|, |.|:|*|**|_|`|~~|-|- |# |1. |> |[a]|](x)|!|<b>|&|amp;|@x.org|www.|https://|\\|=|$'
    .split('|')
    .concat([' ', '  ', '\n', '\n\n', '|'])

test('whatever comes in whatever pieces, it is read as if it had come at once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }), (pieces) => {
      let blocks = NO_BLOCKS
      for (const piece of pieces) {
        blocks = blocksOf(blocks.text + piece, blocks)
        expect(blocks.tokens).toEqual(blocksOf(blocks.text).tokens)
      }
    }),
    { numRuns: 500 },
  )
})

test('blocks that cannot change any more stay the very same', () => {
  const before = blocksOf('# Title\n\nFirst\n\nSecond')
  const after = blocksOf('# Title\n\nFirst\n\nSecond words', before)
  expect(after.tokens[0]).toBe(before.tokens[0])
  expect(after.tokens.at(-1)).not.toBe(before.tokens.at(-1))
  expect(blocksOf(before.text, before)).toBe(before)
})

test('another text is read anew, and so is one with a reference', () => {
  const before = blocksOf('First\n\nSecond')
  expect(blocksOf('Other\n\nSecond', before).tokens[0]).toMatchObject({
    raw: expect.stringContaining('Other') as string,
  })
  const start = '[a]: https://example.org\n\nSee [a] and [b]\n\nx'
  const end = `${start}\n\n[b]: https://example.com`
  expect(blocksOf(end, blocksOf(start)).tokens).toEqual(blocksOf(end).tokens)
})

test('one line has the marks of its words', () => {
  expect(inlineTokens('a **b**\nc').map(({ type }) => type)).toEqual(['text', 'strong', 'text'])
  expect(inlineTokens('')).toEqual([])
})

test.each([
  ['a **word', 'a **word**'],
  ['a **word**', 'a **word**'],
  ['a *', 'a *'],
  ['a **', 'a **'],
  ['see `code', 'see `code`'],
  ['see `code`', 'see `code`'],
  ['first **one\n\nsecond', 'first **one\n\nsecond'],
  ['```ts\nconst a = `x', '```ts\nconst a = `x'],
])('while it is written, "%s" is drawn as "%s"', (written, drawn) => {
  expect(withClosedMarks(written)).toBe(drawn)
})

const formulas = (said: string) =>
  blocksOf(said)
    .tokens.flatMap((token) => [token, ...('tokens' in token ? (token.tokens ?? []) : [])])
    .filter(isMath)
    .map(({ text: tex, isDisplay }) => (isDisplay ? [tex] : tex))

test.each<[string, (string | [string])[]]>([
  ['It is $x^2$, so $\\alpha_1 = 2$.', ['x^2', '\\alpha_1 = 2']],
  ['\\(a + b\\) and \\[c\\]', ['a + b', ['c']]],
  ['$$\\int_0^1 x\\,dx$$', [['\\int_0^1 x\\,dx']]],
  ['Text before\n$$\na = b\n\nc\n$$\nand after', [['a = b\n\nc']]],
  ['\\[\nx = \\frac{1}{2}\n\\]', [['x = \\frac{1}{2}']]],
  ['with $n$ items, $2 + 3$ or $5$', ['n', '2 + 3', '5']],
  ['- a list with $x_i$\n- and **$y$**', []],
  ['It costs $5 and $10.', []],
  ['From $5-$10, or $1,000 to $2,000', []],
  ['US$5 and US$10, A$5 and 10$ or 20$', []],
  ['$5, or 10$ if you pay later', []],
  ['$HOME and $PATH, $HOME/$USER', []],
  ['`$x$` is code', []],
  ['\\$x\\$ is escaped', []],
])('formulas are told from money and names: %s', (said, found) => {
  expect(formulas(said)).toEqual(found)
})

test('a formula with an empty line in it is whole once its end has come', () => {
  const said = 'Before\n\n$$\na\n\nb\n$$\n\nAfter\n'
  let blocks = NO_BLOCKS
  for (let length = 1; length <= said.length; length += 1) {
    blocks = blocksOf(said.slice(0, length), blocks)
    expect(blocks.tokens).toEqual(blocksOf(said.slice(0, length)).tokens)
  }
  expect(blocks.tokens.filter(isMath)).toMatchObject([{ text: 'a\n\nb' }])
})
