import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createEmbedder } from './embedder.ts'

const { signal } = new AbortController()
const product = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)

/** Those that this process has started, by their numbers. */
const embeddingProcesses = () =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'embed-child'], { encoding: 'utf8' }).stdout

test('texts of like meaning have like vectors, of length one', async () => {
  const embedder = createEmbedder()
  const [cat, kitten, invoice] = await embedder.embed(
    ['a cat on the roof', 'a kitten on top of the house', 'the invoice is overdue'],
    signal,
  )
  expect(cat).toHaveLength(384)
  expect(product(cat!, cat!)).toBeCloseTo(1, 3)
  expect(product(cat!, kitten!)).toBeGreaterThan(product(cat!, invoice!) + 0.2)
  await embedder.close()
})

test('a vector holds its own numbers alone, not the whole answer that it came in', async () => {
  const embedder = createEmbedder()
  const vectors = await embedder.embed(
    Array.from({ length: 20 }, (_, index) => `sentence number ${index}`),
    signal,
  )
  expect(new Set(vectors.map(({ buffer }) => buffer.byteLength))).toEqual(new Set([384 * 4]))
  await embedder.close()
})

test('it is let go when it is not wanted, and comes back when it is', async () => {
  const embedder = createEmbedder({ unusedMs: 1 })
  const beginning = embedder.embed(['hello'], signal)
  expect(embeddingProcesses()).not.toBe('')
  const [before] = await beginning
  await expect.poll(embeddingProcesses).toBe('')
  const [after] = await embedder.embed(['hello'], signal)
  expect(product(before!, after!)).toBeCloseTo(1, 4)
  await embedder.close()
})

test('who has gone does not wait, and what is closed says so', async () => {
  const embedder = createEmbedder()
  const leaving = new AbortController()
  const asked = embedder.embed(['never mind'], leaving.signal)
  leaving.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  const waiting = embedder.embed(['too late'], signal)
  await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'unavailable' }), embedder.close()])
})
