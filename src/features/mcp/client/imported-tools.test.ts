import type { Tool } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { checkFor } from '../../../platform/validation/validation.ts'
import { importTools } from './imported-tools.ts'

const never = {
  call: () => Promise.reject(new Error('nothing is called here')),
  apps: { pages: new Map(), record: () => Promise.resolve(undefined) },
}
const tool = (name: string, inputSchema: Tool['inputSchema']): Tool => ({ name, inputSchema })

test('a tool whose arguments cannot be checked is left out and named, the others stay', () => {
  const odd = { type: 'object' as const, properties: { a: { $ref: 'https://schema.host.test/a.json' } } }
  const { plugin, leftOut } = importTools(
    'sample',
    [tool('odd', odd), tool('plain', { type: 'object' })],
    never,
  )
  expect(plugin.tools.map(({ action }) => action)).toEqual(['SAMPLE_PLAIN'])
  expect(leftOut).toEqual(['odd'])
})

test('arguments keep what their schema says about its dialect, and are checked', () => {
  const inputSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    properties: { to: { $ref: '#/$defs/place' } },
    $defs: { place: { type: 'string' } },
  }
  const { plugin } = importTools('sample', [tool('go', inputSchema)], never)
  const { params } = plugin.tools[0]!
  expect(params).toMatchObject(inputSchema)
  expect(checkFor(params, 'body')({ to: 'Oslo' })).toEqual([])
  expect(checkFor(params, 'body')({ to: 1 })).toEqual([{ path: '/to', message: 'must be string' }])
})

test('tools whose names differ only in how they are written get different actions', () => {
  const names = ['getItem', 'get_item', 'get-item'].map((name) => tool(name, { type: 'object' }))
  const { plugin } = importTools('sample', names, never)
  expect(plugin.tools.map(({ action }) => action)).toEqual([
    'SAMPLE_GET_ITEM',
    'SAMPLE_GET_ITEM_2',
    'SAMPLE_GET_ITEM_3',
  ])
})
