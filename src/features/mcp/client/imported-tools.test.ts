import type { Tool } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import type { AppPage } from '../mcp-apps/app-pages.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import { hashOf } from './server-config.ts'
import { importTools, toolsHash } from './imported-tools.ts'

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

test('a server without apps keeps the version that was allowed, and another page of one is another version', () => {
  const plain = [tool('b', { type: 'object' }), tool('a', { type: 'object' })]
  // As it was computed before there were apps.
  const before = hashOf(['a', 'b'].map((name) => [name, null, null, { type: 'object' }, null]))
  expect(toolsHash(plain)).toBe(before)
  const withApp = plain.map((one) => ({ ...one, _meta: { ui: { resourceUri: 'ui://a/page' } } }))
  const page = (hash: string) => ({
    notes: [],
    pages: new Map([['ui://a/page', { uri: 'ui://a/page', hash } as AppPage]]),
  })
  const hashes = [toolsHash(withApp), toolsHash(withApp, page('1')), toolsHash(withApp, page('2'))]
  const hidden = plain.map((one) => ({ ...one, _meta: { ui: { visibility: ['app'] } } }))
  expect(new Set([before, ...hashes, toolsHash(hidden)]).size).toBe(5)
})
