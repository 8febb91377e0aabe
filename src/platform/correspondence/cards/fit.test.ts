import { expect, test } from 'vitest'
import type { ChatBlock } from './chat-blocks.ts'
import { fitted, splitWords } from './fit.ts'

const text = (words: string): ChatBlock => ({ kind: 'text', text: words })
const facts: ChatBlock = { kind: 'facts', facts: [{ label: 'CPU', value: '3 %' }] }
const list: ChatBlock = { kind: 'list', items: [{ spans: ['a'] }] }
const asMessage = (blocks: readonly ChatBlock[]) => ({ blocks })
const bytesOf = (message: unknown) => Buffer.byteLength(JSON.stringify(message))

test('all blocks are kept where they fit to the last byte', () => {
  const blocks = [text('one'), text('two')]
  expect(fitted(blocks, asMessage, bytesOf({ blocks }))).toEqual({ blocks })
})

test('one byte less, and the last ones give way to a word about the rest', () => {
  const blocks = [text('one'), text('x'.repeat(500)), text('x'.repeat(500))]
  const message = fitted(blocks, asMessage, bytesOf({ blocks }) - 1)
  expect(message.blocks.slice(0, 2)).toEqual(blocks.slice(0, 2))
  expect(message.blocks[2]).toMatchObject({
    text: expect.stringContaining('… See the rest in Deskhand on your computer.'),
  })
})

test('bytes are counted, not characters', () => {
  const blocks = [text('short'), text('é'.repeat(200))]
  expect(fitted(blocks, asMessage, 300).blocks).not.toContain(blocks[1])
})

test('where nothing fits there is still an answer', () => {
  expect(fitted([text('x'.repeat(100))], asMessage, 1).blocks).toHaveLength(1)
})

test.each<[string, readonly ChatBlock[], number]>([
  ['words alone', [text('a'), text('b')], 2],
  ['words and a list', [text('a'), list], 2],
  ['words in front of facts', [text('a'), facts, text('b')], 1],
  ['a list in front of facts', [text('a'), list, facts], 1],
  ['facts alone', [facts], 0],
  ['nothing', [], 0],
])('of %s, what needs no card is said', (_what, blocks, said) => {
  expect(splitWords(blocks)).toEqual({ said: blocks.slice(0, said), shown: blocks.slice(said) })
})
