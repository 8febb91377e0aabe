import { expect, test } from 'vitest'
import { isTriggersBroken, proveTriggers } from '../prove/trigger-chaos.ts'
import { hasDovecot } from './dovecot.ts'

test.skipIf(!hasDovecot)(
  'kill -9 while files, mails, feed entries and webhooks come starts one run for each',
  async ({ signal }) => {
    const proof = await proveTriggers({ kills: 2, events: 100, signal })
    expect(proof.kills).toBe(2)
    expect(isTriggersBroken(proof), JSON.stringify(proof)).toBe(false)
    expect(Object.keys(proof.kinds)).toEqual(['files', 'mails', 'entries', 'webhooks'])
  },
  300_000,
)
