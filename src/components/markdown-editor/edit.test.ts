import { expect, test } from 'vitest'
import { marking, wordsIn, type Mark } from './edit.ts'

/** `|` marks where the selection begins and ends. */
function marked(source: string, mark: Mark): string {
  const [before = '', inside = '', after = ''] = source.split('|')
  const text = before + inside + after
  const { from, to, put, start, end } = marking(
    { text, start: before.length, end: before.length + inside.length },
    mark,
  )
  const next = text.slice(0, from) + put + text.slice(to)
  return `${next.slice(0, start)}|${next.slice(start, end)}|${next.slice(end)}`
}

test.each<[Mark, string, string]>([
  ['bold', 'a |word| here', 'a **|word|** here'],
  ['bold', 'a **|word|** here', 'a |word| here'],
  ['italic', 'a **|word|** here', 'a ***|word|*** here'],
  ['italic', 'a *|word|* here', 'a |word| here'],
  ['code', '||', '`||`'],
  ['link', 'see |this|', 'see [|this|](https://)'],
  ['list', 'one\n|two\nthree|', 'one\n|- two\n- three|'],
  ['list', '|- two\n- three|', '|two\nthree|'],
  ['numbers', '|a\nb|', '|1. a\n2. b|'],
  ['heading', 'Ti|t|le', '|## Title|'],
  ['quote', 'a\n|b|', 'a\n|> b|'],
])('%s turns %j into %j', (mark, source, expected) => {
  expect(marked(source, mark)).toBe(expected)
})

test('words are counted', () => {
  expect([wordsIn(''), wordsIn('  one '), wordsIn('one two\nthree')]).toEqual([0, 1, 3])
})
