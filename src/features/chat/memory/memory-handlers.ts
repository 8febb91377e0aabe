import type { Handlers } from '../../../contract/endpoint.ts'
import type { memoryEndpoints } from '../memory-endpoints.ts'
import type { MemoryStore } from './memory.ts'

export function memoryHandlers(memory: MemoryStore): Handlers<typeof memoryEndpoints> {
  return {
    listMemory: ({ query: { query } }) => ({
      memories: query === undefined ? memory.list() : memory.search(query),
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
