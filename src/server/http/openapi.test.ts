import { expect, test } from 'vitest'
import { api } from '../../features/contracts.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(api, '1.2.3')

function* nodesIn(node: unknown): Iterable<Readonly<Record<string, unknown>>> {
  if (node === null || typeof node !== 'object') return
  if (!Array.isArray(node)) yield node as Record<string, unknown>
  for (const inner of Object.values(node)) yield* nodesIn(inner)
}

/** How generators make a name of a value. */
const nameOf = (value: unknown) => String(value).replaceAll(/[^A-Za-z0-9]+/g, '_')

test('no two values of a list become the same name in a generated client', () => {
  const clashing = [...nodesIn(document)]
    .flatMap((node) => (Array.isArray(node['enum']) ? [node['enum'] as unknown[]] : []))
    .filter((values) => new Set(values.map(nameOf)).size < values.length)
  expect(clashing).toEqual([])
})

test('every tag says what it is for', () => {
  const tags = document['tags'] as { name: string; description: string }[]
  expect(tags.map(({ name }) => name)).toEqual(Object.keys(api))
  for (const { description } of tags) expect(description).toMatch(/^[A-Z].{10,}$/)
})
