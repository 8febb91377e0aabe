import { expect, test } from 'vitest'
import { overloadJudge } from './overload.ts'

const calm = { delayMs: 21, heapShare: 0.3 }
const late = { delayMs: 1500, heapShare: 0.3 }

test('one long pause refuses nobody, two in a row do, until it has caught up', () => {
  const judge = overloadJudge()
  expect([late, calm, late, late, late, calm, late].map(judge)).toEqual([
    null,
    null,
    null,
    'The service is 1500 ms behind.',
    'The service is 1500 ms behind.',
    null,
    null,
  ])
})

test('a heap that is nearly full refuses at once', () => {
  const judge = overloadJudge()
  expect([calm, { ...calm, heapShare: 0.85 }, calm].map(judge)).toEqual([
    null,
    'The service is low on memory.',
    null,
  ])
})
