import { expect, test } from 'vitest'
import { textOf } from './component-text.ts'
import { titleOf } from './sessions.ts'

test.each([
  ["what's the weather in Oslo", "What's the weather in Oslo"],
  ['  first line\nsecond line', 'First line'],
  ['   ', 'Conversation'],
  ['word '.repeat(40), `Word${' word'.repeat(11)} …`],
])('the title of %j', (message, title) => {
  expect(titleOf(message)).toBe(title)
})

test('the text of an answer is what a person would read in it, at any depth', () => {
  const text = textOf([
    { type: 'text', text: 'Here:' },
    { type: 'card', title: 'Backup', children: [{ type: 'metric', label: 'Files', value: 128 }] },
    { type: 'live_weather', city: 'Oslo' },
    { type: 'table', columns: [{ key: 'name' }], rows: [{ name: 'node' }] },
  ])
  expect(text.split('\n')).toEqual(['Here:', 'Backup', 'Files', 'Oslo', 'node'])
})
