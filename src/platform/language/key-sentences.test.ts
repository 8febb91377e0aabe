import { expect, test } from 'vitest'
import { keySentences } from './key-sentences.ts'

const report = `
# Yearly report

The harbour of Oslo handled more ships than ever. Most of the ships that came to the harbour carried containers.

- Rain fell on eleven days.

The weather played no part. Containers need cranes, and the harbour bought two new cranes for its containers.
Ann Berg became its director in May. More cranes mean that ships leave the harbour sooner.
`

test('the sentences that say most are picked word for word, in their order', () => {
  const { sentences, of } = keySentences(report, 3)
  expect(of).toBe(7)
  expect(sentences).toEqual([
    'The harbour of Oslo handled more ships than ever.',
    'Most of the ships that came to the harbour carried containers.',
    'More cranes mean that ships leave the harbour sooner.',
  ])
  for (const sentence of sentences) expect(report.replaceAll('\n', ' ')).toContain(sentence)
})

test('a text without sentences has none, and a short one is told whole', () => {
  expect(keySentences('| a | b |\n|---|---|\n| 1 | 2 |').sentences).toEqual([])
  expect(keySentences('').sentences).toEqual([])
  const short = 'The parcel with your new lamp arrives on Friday. Please leave the garage door open.'
  expect(keySentences(short).sentences.join(' ')).toBe(short)
})

test('a long text takes no long time', () => {
  const long = Array.from(
    { length: 20_000 },
    (_, at) => `Sentence number ${at} speaks about ships and cranes.`,
  )
  expect(keySentences(long.join(' ')).sentences).toHaveLength(5)
})
