import { expect, it } from 'vitest'
import type { Ink } from './ink.ts'
import { drawMarkdown, MarkdownLines } from './markdown.ts'

const ink: Ink = {
  width: 30,
  cuts: true,
  style: (style, text) => `<${String(style)}>${text}</>`,
}
const bare: Ink = { ...ink, style: (_style, text) => text }

it.each([
  ['**bold** and *thin*', '<bold>bold</> and <italic>thin</>'],
  ['a `code` word', 'a <cyan>code</> word'],
  ['snake_case_name stays', 'snake_case_name stays'],
  ['2 * 3 * 4 stays', '2 * 3 * 4 stays'],
  [String.raw`\*not thin\*`, '*not thin*'],
  ['~~gone~~', '<strikethrough>gone</>'],
  ['# Title', '<bold>Title</>'],
  ['[x](https://a.example)', 'x <gray><https://a.example></>'],
])('draws %j', (markdown, drawn) => {
  expect(drawMarkdown(markdown, { ...ink, width: 80 })).toEqual([drawn])
})

it('carries long items on below their text', () => {
  expect(drawMarkdown('- one two three four five six seven\n1. first', bare)).toEqual([
    '• one two three four five six',
    '  seven',
    '1. first',
  ])
})

it('leaves code as it is, whatever it looks like', () => {
  expect(drawMarkdown('```ts\n# no title\n- **no** list\n```\nafter', bare)).toEqual([
    '│ # no title',
    '│ - **no** list',
    'after',
  ])
})

it('draws tables, quotes and boxes to tick', () => {
  const text = '| a | b |\n|---|--:|\n| 1 | 2 |\n\n> said\n\n- [x] done\n- [ ] open'
  expect(drawMarkdown(text, bare)).toEqual(['a  b', '1  2', '', '▌ said', '', '• ☑ done', '• ☐ open'])
})

it('draws the same line by line as at once', () => {
  const text = '# A\n\n- b\n\n| c | d |\n|---|---|\n| e | f |\n\n```\ng\n```\nh'
  const reader = new MarkdownLines(bare)
  const pieces = text.split('\n').flatMap((line) => [...reader.push(line)])
  expect([...pieces, ...reader.end()]).toEqual(drawMarkdown(text, bare))
})
