import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksLikeJson, parseLooseJson } from './parse-loose-json.ts'

test.each([
  ['```json\n{"type":"text"}\n```', { type: 'text' }],
  ['{"type":"text","text":"a",}', { type: 'text', text: 'a' }],
  ['[1,2,]', [1, 2]],
  ['{"type":"text"}}', { type: 'text' }],
  ['{"a":[1,{"b":2}}', { a: [1, { b: 2 }] }],
  ['{"type":"text","text":"Good mor', { type: 'text', text: 'Good mor' }],
  ['{"type":"list","items":[{"text":"a"},{"te', { type: 'list', items: [{ text: 'a' }, {}] }],
  ['{"type":"list","items":["a","b', { type: 'list', items: ['a', 'b'] }],
  ['{"type":"metric","value":', { type: 'metric' }],
  ["{'type': 'text', 'text': 'It\\'s'}", { type: 'text', text: "It's" }],
  ['{type: "text", bold: True, icon: None}', { type: 'text', bold: true, icon: null }],
  ['{"text":"two\nlines"}', { text: 'two\nlines' }],
  ['{"text":"\\u00e9\\t\\q"}', { text: 'é\tq' }],
  ['{"a":-1.5e3 , "b": 12px}', { a: -1500, b: '12px' }],
  ['{"a":1} and more', { a: 1 }],
])('%s is read', (written, meant) => {
  expect(looksLikeJson(written)).toBe(true)
  expect(parseLooseJson(written)).toEqual(meant)
})

test.each(['Hello', '12', '', '{curly} words', '[see below]', '[1] A footnote'])(
  '"%s" is no JSON',
  (written) => {
    expect(looksLikeJson(written)).toBe(false)
  },
)

test('good JSON is read as JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const written = JSON.stringify(value)
      expect(parseLooseJson(written)).toEqual(JSON.parse(written))
    }),
  )
})

test('whatever is cut, mixed or nested, reading comes to an end', () => {
  const pieces = fc.array(
    fc.constantFrom('{', '}', '[', ']', '"', "'", ',', ':', '\\', 'a', '1', ' ', '\n', 'true'),
  )
  fc.assert(
    fc.property(pieces, (parts) => {
      expect(() => parseLooseJson(`{"a":${parts.join('')}`)).not.toThrow()
    }),
  )
  expect(() => parseLooseJson('['.repeat(200_000))).not.toThrow()
})
