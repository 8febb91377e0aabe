import { Type } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'

const Key = Type.String({
  minLength: 1,
  maxLength: limits.store_key_characters.value,
  description: 'Name of the entry; a Tier 3 widget uses its own id',
})
const KeyParams = Type.Object({ key: Key })

export const storeContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/store',
    summary: 'List the keys of the store',
    query: Type.Object({
      prefix: Type.Optional(Type.String({ description: 'Only keys starting with this' })),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      after: Type.Optional(Type.String({ description: 'Continue after this key' })),
    }),
    result: Type.Object({
      entries: Type.Array(
        Type.Object({
          key: Type.String(),
          version: Type.Integer(),
          bytes: Type.Integer({ description: 'Size of the value as JSON' }),
          updated_at: Type.String({ format: 'date-time' }),
        }),
      ),
      next_after: Type.Union([Type.String(), Type.Null()]),
    }),
    example: {
      query: { prefix: 'todo' },
      result: {
        entries: [{ key: 'todo-home', version: 3, bytes: 41, updated_at: '2026-11-15T08:00:00.000Z' }],
        next_after: null,
      },
    },
  },
  get: {
    method: 'GET',
    path: '/api/store/:key',
    views: { reads: 'stored' },
    summary: 'Read the value under a key',
    description:
      'A key that was never written returns `{}`. The ETag header is the version; send it back as `If-Match` to write only if no one else wrote in between.',
    params: KeyParams,
    result: Type.Unknown({ description: 'The JSON value' }),
    example: { params: { key: 'todo-home' }, result: { items: [{ text: 'milk', done: false }] } },
  },
  put: {
    method: 'POST',
    path: '/api/store/:key',
    views: { changes: 'as_write' },
    summary: 'Write the value under a key',
    description:
      'Any JSON value, at most 1 MiB. With `If-Match`, writes only if the version is unchanged (412 otherwise); `If-None-Match: *` writes only if there is no value yet.',
    params: KeyParams,
    body: Type.Unknown({ description: 'Any JSON value' }),
    bodyLimit: limits.store_value_bytes.value,
    errors: ['precondition_failed', 'too_large', 'storage_full'],
    result: Type.Object({
      key: Type.String(),
      version: Type.Integer(),
      updated_at: Type.String({ format: 'date-time' }),
    }),
    example: {
      params: { key: 'todo-home' },
      body: { items: [{ text: 'milk', done: false }] },
      result: { key: 'todo-home', version: 4, updated_at: '2026-11-15T08:00:00.000Z' },
    },
  },
  remove: {
    method: 'DELETE',
    path: '/api/store/:key',
    views: { changes: 'as_write' },
    summary: 'Remove the value under a key',
    params: KeyParams,
    errors: ['precondition_failed'],
    result: Type.Object({
      key: Type.String(),
      deleted: Type.Boolean({ description: 'False if there was none' }),
    }),
    example: { params: { key: 'todo-home' }, result: { key: 'todo-home', deleted: true } },
  },
})
