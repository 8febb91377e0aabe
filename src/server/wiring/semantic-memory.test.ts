import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { MemoryStore } from '../../features/chat/memory/memory.ts'
import { createEmbedder, type Embedder } from '../../platform/embedding/embedder.ts'
import { VectorIndex } from '../../platform/embedding/vector-index.ts'
import { migrations } from '../../migrations/migrations.ts'
import { semanticMemory } from './semantic-memory.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const facts = [
  'I live in Tokyo',
  'I am allergic to peanuts',
  'My sister is called Ann',
  'My car is a red Volvo',
  'I play the violin on Thursdays',
]
const { signal } = new AbortController()

async function stage(embedder: Embedder) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-memory-'))
  const now = () => new Date('2026-03-02T09:30:00Z')
  const database = await openDatabase({
    path: join(folder.path, 'data.db'),
    backupFolder: join(folder.path, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const memory = new MemoryStore({ database, now })
  for (const fact of facts) await memory.add(fact, { source: 'client' })
  const find = semanticMemory(memory, { index: new VectorIndex({ database, embedder }), log: silentLog })
  return {
    memory,
    find: async (query: string) => (await find(query, signal)).map(({ text }) => text),
    async [Symbol.asyncDispose]() {
      await embedder.close()
      await database.close()
      await folder.remove()
    },
  }
}

test('a fact is found by what it means, in words that it does not have', async () => {
  await using place = await stage(createEmbedder())
  expect((await place.find('which food makes me ill'))[0]).toBe('I am allergic to peanuts')
  expect((await place.find('what musical instrument do I practise'))[0]).toBe(
    'I play the violin on Thursdays',
  )
  expect((await place.find('Volvo'))[0]).toBe('My car is a red Volvo')
})

test('a fact that was changed is found by its new meaning, and one that is gone no more', async () => {
  await using place = await stage(createEmbedder())
  const [car] = place.memory.search('volvo')
  await place.find('vehicle')
  await place.memory.edit(car!.memory_id, 'My dog is a terrier')
  expect((await place.find('which pet do I have'))[0]).toBe('My dog is a terrier')
  await place.memory.remove(car!.memory_id)
  expect(await place.find('which pet do I have')).not.toContain('My dog is a terrier')
})

test('words still find a fact where meaning cannot be worked out', async () => {
  const broken: Embedder = {
    embed: () => Promise.reject(new Error('no memory left')),
    close: async () => {},
  }
  await using place = await stage(broken)
  expect(await place.find('sister')).toEqual(['My sister is called Ann'])
})
