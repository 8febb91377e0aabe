import { expect, test } from 'vitest'
import { shortened, writeMarkdown, type Dialect } from './markdown.ts'

/** Shows what each piece was taken for. */
const dialect: Dialect = {
  plain: (text) => text.replaceAll('<', '&lt;'),
  code: (code) => `{code:${code}}`,
  bold: (inner) => `{bold:${inner}}`,
  link: (label, url) => `{link:${label}|${url}}`,
}

test.each([
  ['**bold** and `code`', '{bold:bold} and {code:code}'],
  ['# A title\nand text', '{bold:A title}\nand text'],
  ['## **Both** at once', '{bold:Both at once}'],
  ['[here](https://example.org/a?b=1)', '{link:here|https://example.org/a?b=1}'],
  ['![a picture](https://example.org/p.png)', '{link:a picture|https://example.org/p.png}'],
  ['![](https://example.org/p.png)', '{link:https://example.org/p.png|https://example.org/p.png}'],
  ['```ts\nconst a = 1\n```', '{code:const a = 1\n}'],
  ['**[x](https://example.org)**', '{bold:[x](https://example.org)}'],
])('%j is written in the words of the chat', (markdown, written) => {
  expect(writeMarkdown(markdown, dialect)).toBe(written)
})

test.each([
  ['a script as an address', '[x](javascript:alert(1))'],
  ['a local file as an address', '[x](file:///etc/passwd)'],
  ['an address with a quote in it', '[x](https://example.org/"onload=)'],
  ['stars around a blank', '2 ** 3 ** 4'],
  ['a fence that never ends', '```\nrm -rf'],
  ['a number sign inside a line', 'issue #4'],
])('%s stays as it is written', (_what, markdown) => {
  expect(writeMarkdown(markdown, dialect)).toBe(markdown)
})

test('what is not code is made safe, also in a label and in bold', () => {
  expect(writeMarkdown('<a> **<b>** [<c>](https://example.org)', dialect)).toBe(
    '&lt;a> {bold:&lt;b>} {link:&lt;c>|https://example.org}',
  )
})

test('inside of code nothing else is looked for', () => {
  expect(writeMarkdown('`**a** [b](https://example.org)`', dialect)).toBe(
    '{code:**a** [b](https://example.org)}',
  )
})

test('a text that is too long is cut, and never within a character', () => {
  expect(shortened('abc', 3)).toBe('abc')
  expect(shortened('abcd', 3)).toBe('ab…')
  const cut = shortened('a😀bcdef', 3)
  expect(cut).toHaveLength(3)
  expect(cut.isWellFormed()).toBe(true)
})
