import { expect, test } from 'vitest'
import { createTestCall } from '../../../test/tool-call.ts'
import { stageLiveData } from '../../../test/live-data-stage.ts'
import { Type } from '../../contract/type.ts'
import { liveDataContract } from '../../features/live-data/contract.ts'
import { liveKinds } from '../../server/wiring/live-kinds.ts'
import { createGetLiveData, type LiveKind } from './get-live-data.ts'

const call = createTestCall({ home: '/nowhere', dataFolder: '/nowhere' })

test('every endpoint of live data can be asked for, and what it takes is told', () => {
  const kinds = liveKinds({ ask: () => Promise.reject(new Error('not asked')) })
  expect(kinds).toHaveLength(Object.keys(liveDataContract).length)
  const { params } = createGetLiveData(kinds)
  const { kind, arguments: args } = params.properties as Record<
    string,
    { enum?: string[]; description: string }
  >
  expect(kind!.enum).toContain('exchange_rates')
  expect(args!.description).toContain('weather: city; stock: symbol, range? (1d, ')
  for (const endpoint of Object.values(liveDataContract)) {
    const summary = kinds[Object.values(liveDataContract).indexOf(endpoint)]!.summary
    expect(summary(endpoint.example.result).length).toBeGreaterThan(3)
  }
})

test('figures bring nothing of strangers into a conversation, texts do', async () => {
  const { reads, leaves } = createGetLiveData(
    liveKinds({ ask: () => Promise.reject(new Error('not asked')) }),
  )
  const readings = (kind: string) => (reads as (args: object, call: object) => string[])({ kind }, call)
  expect(readings('weather')).toEqual([])
  for (const kind of ['news', 'wiki', 'feed', 'translate', 'recipe', 'astronomy', 'dictionary', 'unheard'])
    expect(readings(kind)).toEqual(['untrusted'])
  expect(leaves).toEqual(['arguments'])
})

test('long rows are thinned, with their ends', async () => {
  const series: LiveKind = {
    kind: 'stock',
    arguments: Type.Object({}),
    isFigures: true,
    ask: () => Promise.resolve({ series: Array.from({ length: 400 }, (_, index) => index) }),
    summary: () => 'A price.',
  }
  const { message, data } = await createGetLiveData([series]).run({ kind: 'stock' }, call)
  expect(message).toBe('A price.')
  const { series: points } = data as { series: number[] }
  expect([points.length, points[0], points.at(-1)]).toEqual([40, 0, 399])
})

test.each([
  ['weather', { town: 'Oslo' }, 'weather has no argument town: it takes city.'],
  ['weather', {}, 'Invalid arguments for weather: city is required.'],
  ['stock', { symbol: 'AAPL', rnge: '1d' }, 'stock has no argument rnge: did you mean range?'],
  ['stock', { symbol: 'AAPL', range: '9y' }, 'Invalid arguments for stock: range must be one of'],
  ['feed', { url: 'file:///etc/passwd' }, 'Invalid arguments for feed: url must match'],
  ['feed', { url: 'http://127.0.0.1:8000/api/settings' }, "Deskhand doesn't fetch from port 8000"],
])('%s with %j is refused with a sentence', async (kind, args, sentence) => {
  const { liveData } = await stageLiveData({})
  const tool = createGetLiveData(liveKinds(liveData))
  await expect(tool.run({ kind, arguments: args }, call)).rejects.toThrow(sentence)
})
