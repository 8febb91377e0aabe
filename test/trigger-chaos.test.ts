import { expect, test } from 'vitest'
import { hasMovableClock } from '../prove/movable-clock.ts'
import { isTriggersBroken, proveTriggers } from '../prove/trigger-chaos.ts'
import { hasDovecot } from './dovecot.ts'

test.skipIf(!hasDovecot || !hasMovableClock)(
  'kill -9 and jumps of the clock while files, mails, feed entries and webhooks come start one run for each',
  async ({ signal }) => {
    const proof = await proveTriggers({ kills: 2, events: 100, signal })
    expect(proof).toMatchObject({ kills: 2, jumps: 1 })
    expect(isTriggersBroken(proof), JSON.stringify(proof)).toBe(false)
    expect(Object.keys(proof.kinds)).toEqual(['files', 'mails', 'entries', 'webhooks'])
  },
  300_000,
)
