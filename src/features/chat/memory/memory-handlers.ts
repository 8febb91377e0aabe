import type { Handlers } from '../../../contract/endpoint.ts'
import type { memoryEndpoints } from '../memory-endpoints.ts'
import type { MemoryFact } from '../schemas.ts'
import type { MemoryStore } from './memory.ts'

/** Facts by their words and their meaning, the best match first. */
export type FindFacts = (query: string, signal: AbortSignal) => Promise<MemoryFact[]>

export function memoryHandlers(memory: MemoryStore, findFacts: FindFacts): Handlers<typeof memoryEndpoints> {
  return {
    listMemory: async ({ query: { query } }, { signal }) => ({
      memories: query === undefined ? memory.list() : await findFacts(query, signal),
    }),

    async addMemory({ body }) {
      const { fact } = await memory.add(body.text, { source: 'client' })
      return fact
    },

    editMemory: ({ params, body }) => memory.edit(params.memory_id, body.text),

    async removeMemory({ params }) {
      await memory.remove(params.memory_id)
      return { memory_id: params.memory_id, deleted: true }
    },

    clearMemory: async () => ({ deleted_count: await memory.clear() }),
  }
}
