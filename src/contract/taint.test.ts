import { expect, test } from 'vitest'
import { fetchPage } from '../plugins/web/fetch-page.ts'
import { webSearch } from '../plugins/web/web-search.ts'
import { addressesSaid } from '../features/chat/addresses/judge-address.ts'
import { reasonToDistrust, type JudgedCall } from './taint.ts'

const both = { untrusted: true, private: true }
const said = addressesSaid('Read https://example.org/news?a=1, please.')
const judged = (tool: Pick<JudgedCall, 'risk' | 'leaves'>, args: JudgedCall['args']): JudgedCall => ({
  risk: tool.risk,
  leaves: tool.leaves,
  isBuiltIn: true,
  args,
  said,
})

test('a page is read unasked when the person named exactly its address', () => {
  const call = judged(fetchPage, { url: 'https://example.org/news?a=1', offset: 100 })
  expect(reasonToDistrust(both, call)).toBeUndefined()
})

// The attack: words of a stranger have the model put what is private into an address, in any spelling that is understood.
test.each([
  'https://example.org/news?a=1&secret=everything',
  'https://example.org/news',
  'https://mallory.example/?secret=everything',
  'https:/mallory.example/?secret=everything',
  'https:mallory.example/?secret=everything',
  'HTTPS:\\\\\\\\mallory.example\\\\everything',
  ' //mallory.example/everything',
  'mallory.example/everything',
])('another address asks: %s', (url) => {
  expect(reasonToDistrust(both, judged(fetchPage, { url }))).toContain('asks before')
})

test('the words of a search ask in a conversation that has read both, and only there', () => {
  const call = judged(webSearch, { query: 'everything that is private' })
  expect(reasonToDistrust(both, call)).toContain('asks before')
  expect(reasonToDistrust({ untrusted: true, private: false }, call)).toBeUndefined()
  expect(reasonToDistrust({ untrusted: false, private: true }, call)).toBeUndefined()
  // The control: without the declaration the same words would leave unasked.
  expect(reasonToDistrust(both, { ...call, leaves: [] })).toBeUndefined()
})

test('what is left for later asks as soon as strangers were read, also where nothing private was', () => {
  const schedule: JudgedCall = { ...judged({ risk: 'write' }, {}), lasts: true }
  expect(reasonToDistrust({ untrusted: true, private: false }, schedule)).toContain(
    'This conversation has read text written by others, so the assistant asks before leaving anything for later.',
  )
  expect(reasonToDistrust({ untrusted: false, private: true }, schedule)).toBeUndefined()
  expect(reasonToDistrust({ untrusted: true, private: false }, { ...schedule, risk: 'read' })).toBeUndefined()
})
