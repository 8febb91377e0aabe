import { afterAll, expect, test } from 'vitest'
import type { Embedder } from '../src/platform/embedding/embedder.ts'
import type { When } from '../src/features/chat/router/readers/reader.ts'
import { slotKinds } from '../src/features/chat/router/templates/slot-kinds.ts'
import { longSentences } from './long-sentences.ts'
import { contextOf, createUntaughtRouter } from './router-gold/gold-router.ts'

/** Work and not time: how fast the machine is today does not matter. The time itself is in `npm run bench -- router`. */
const work = { reads: 0, letters: 0, embedded: 0 }
const kinds = slotKinds as Record<string, { read: (text: string, when: When) => unknown }>
const readers = Object.entries(kinds).map(([name, { read }]) => [name, read] as const)
for (const [name, read] of readers)
  kinds[name]!.read = (text, when) => {
    work.reads += 1
    work.letters += text.length
    return read(text, when)
  }

const embedder: Embedder = {
  async embed(texts) {
    work.embedded += texts.join(' ').length
    return texts.map(() => new Float32Array(384).fill(1 / Math.sqrt(384)))
  },
  close: async () => {},
}
const router = createUntaughtRouter(embedder)

afterAll(async () => {
  for (const [name, read] of readers) kinds[name]!.read = read
  await router.close()
})

async function workFor(say: string) {
  Object.assign(work, { reads: 0, letters: 0, embedded: 0 })
  await router.understand(say, contextOf({}))
  return { ...work }
}

test('a plain sentence needs few values to be read', async () => {
  const done = await workFor('add milk to my shopping list')
  expect(done.reads).toBeLessThan(60)
  expect((await workFor('set a timer for 5 minutes')).reads).toBeLessThan(60)
  expect((await workFor('stell einen Timer auf 5 Minuten')).reads).toBeLessThan(120)
})

test.each(longSentences(60))('300 characters of $kind take a bounded work', async ({ text }) => {
  const { reads, letters, embedded } = await workFor(text)
  expect(reads).toBeLessThan(6_000)
  expect(letters).toBeLessThan(300_000)
  // Of what the model of meaning is asked nobody waits longer than for a sentence of two lines.
  expect(embedded).toBeLessThan(220)
})
