import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ThinkTags } from './think-tags.ts'

function read(pieces: readonly string[]): { text: string; reasoning: string } {
  const tags = new ThinkTags()
  const read = { text: '', reasoning: '' }
  for (const { type, delta } of [...pieces.flatMap((piece) => tags.push(piece)), ...tags.end()])
    read[type] += delta
  return read
}

test('wherever a stream is cut into pieces, thoughts and answer come apart the same', () => {
  const whole = '\n<think>2 < 3, and </thin is no end</think>\n\nSix < seven.'
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 20 }), (cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end))
      expect(read(pieces)).toEqual({ text: 'Six < seven.', reasoning: '2 < 3, and </thin is no end' })
    }),
  )
})

test.each(['Plain.', '<thinking> is a word', '', '<thi', 'Later <think>not a thought</think>'])(
  '"%s" is an answer as it is',
  (text) => {
    expect(read([text])).toEqual({ text, reasoning: '' })
  },
)

test('thoughts that never end are no answer', () => {
  expect(read(['<think>hm', ' hm'])).toEqual({ text: '', reasoning: 'hm hm' })
})
