import { expect, test } from 'vitest'
import { isTimersBroken, proveTimers } from '../prove/timer-chaos.ts'

test('kill -9 at any moment loses no timer and rings none twice', async ({ signal }) => {
  const proof = await proveTimers({ kills: 2, timers: 40, signal })
  expect(proof).toMatchObject({ kills: 2, started: 40 })
  expect(isTimersBroken(proof), JSON.stringify(proof)).toBe(false)
}, 300_000)
