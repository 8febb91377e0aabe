import { expect, test } from 'vitest'
import { openSemanticStage } from '../../../test/semantic-stage.ts'
import { documentChunks, joinRanks } from '../../platform/embedding/vector-index.ts'

const { signal } = new AbortController()

test('a document is found by what it means where no word is the same, and both searches are joined', async () => {
  await using opened = new AsyncDisposableStack()
  const { plain, documents, index, add } = await openSemanticStage(opened)
  await add(
    'lease.txt',
    'The tenant pays the landlord nine hundred a month for the apartment, due on the first.',
  )
  await add('cake.txt', 'Beat the eggs with sugar, fold in the flour and bake for forty minutes.')
  await index.fill(documentChunks, signal)
  expect((await plain.search('how much is my rent')).documents).toEqual([])
  const [first] = (await documents.search('how much is my rent')).documents
  expect(first).toMatchObject({ title: expect.stringContaining('lease') })
  expect(first!.matches![0]!.text).toContain('landlord')
  const both = await documents.search('eggs')
  expect(both.documents[0]).toMatchObject({ title: expect.stringContaining('cake') })
})

test('documents that share only small words with a question are not found by them', async () => {
  await using opened = new AsyncDisposableStack()
  const { plain, add } = await openSemanticStage(opened)
  await add('cake.txt', 'How do you bake it? Fold the flour into the eggs.')
  const found = async (query: string) => (await plain.search(query)).documents.length
  expect(await found('how do I get to the harbour')).toBe(0)
  expect(await found('how do I fold the harbour')).toBe(1)
  // Where there are no other words, these are what is meant.
  expect(await found('how do you')).toBe(1)
})

test('what belongs to another conversation is not found by its meaning either', async () => {
  await using opened = new AsyncDisposableStack()
  const { documents, index, add } = await openSemanticStage(opened)
  await add('diagnosis.txt', 'The patient has a broken wrist and should rest for six weeks.', 'chat_a')
  await index.fill(documentChunks, signal)
  expect((await documents.search('injured arm', { sessionId: 'chat_b' })).documents).toEqual([])
  expect((await documents.search('injured arm', { sessionId: 'chat_a' })).documents).toHaveLength(1)
})

test('vectors go with their document', async () => {
  await using opened = new AsyncDisposableStack()
  const { documents, index, add } = await openSemanticStage(opened)
  const { document_id } = await add('a.txt', 'The bicycle is in the shed behind the house.')
  expect(await index.fill(documentChunks, signal)).toBeLessThanOrEqual(1)
  expect(index.isEmpty(documentChunks)).toBe(false)
  await documents.remove(document_id)
  expect(index.isEmpty(documentChunks)).toBe(true)
})

test('ranks are joined so that what both lists hold comes first', () => {
  expect(joinRanks(['a', 'b'], ['c', 'b'])).toEqual(['b', 'a', 'c'])
})
