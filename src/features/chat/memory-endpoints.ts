import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { identifier } from '../../contract/schema.ts'
import { MemoryFact, MemoryText } from './schemas.ts'

const params = Type.Object({ memory_id: identifier('Identifier of the fact') })

const exampleFact: MemoryFact = {
  memory_id: 'mem_2a7c9v5b3n',
  text: 'I live in Tokyo',
  kind: 'home_city',
  value: 'Tokyo',
  source: 'client',
  session_id: null,
  created_at: '2026-03-02T09:30:00Z',
  updated_at: '2026-03-02T09:30:00Z',
}

const exampleParams = { memory_id: exampleFact.memory_id }

/** What the service knows about its user, because the user said so. */
export const memoryEndpoints = defineContract({
  listMemory: {
    method: 'GET',
    path: '/api/memory',
    summary: 'List what is remembered about the user',
    description: 'Newest first; with query, best match first.',
    query: Type.Object({
      query: Type.Optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'Words or meaning to find' }),
      ),
    }),
    result: Type.Object({ memories: Type.Array(MemoryFact, { description: 'The facts' }) }),
    example: { query: { query: 'where do I live' }, result: { memories: [exampleFact] } },
  },

  addMemory: {
    method: 'POST',
    path: '/api/memory',
    summary: 'Remember a fact',
    description: 'Replaces a known fact of the same kind, e.g. a new home city.',
    body: MemoryText,
    result: MemoryFact,
    status: 201,
    idempotencyKey: true,
    example: { body: { text: exampleFact.text }, result: exampleFact },
  },

  editMemory: {
    method: 'POST',
    path: '/api/memory/:memory_id',
    summary: 'Correct a fact',
    params,
    body: MemoryText,
    result: MemoryFact,
    errors: ['not_found'],
    example: {
      params: exampleParams,
      body: { text: 'I live in Kyoto' },
      result: { ...exampleFact, text: 'I live in Kyoto', value: 'Kyoto' },
    },
  },

  removeMemory: {
    method: 'DELETE',
    path: '/api/memory/:memory_id',
    summary: 'Forget a fact',
    params,
    result: Type.Object({
      memory_id: identifier('The deleted fact'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown fact gets 404' }),
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { ...exampleParams, deleted: true } },
  },

  clearMemory: {
    method: 'DELETE',
    path: '/api/memory',
    summary: 'Forget everything about the user',
    result: Type.Object({
      deleted_count: Type.Integer({ minimum: 0, description: 'Deleted facts' }),
    }),
    example: { result: { deleted_count: 1 } },
  },
})
