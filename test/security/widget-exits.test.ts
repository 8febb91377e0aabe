import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse, launchChromium } from './chromium.ts'
import { guards, openWidgetRig, type WidgetRig } from './widget-rig.ts'

/**
 * A widget that was taken over tries every known way out, with the secret in the address or in the name it gives to a TURN
 * server. Without a policy it gets out by more than forty of them; as the frame was before, and with WebRTC only deleted,
 * it still gets out; as it is now by none.
 */
describe.skipIf(!canBrowse)('a widget that was taken over, in Chromium', () => {
  let rig: WidgetRig
  let browser: Browser

  const turnsOf = (guard: 'open' | 'old' | 'deletion') =>
    rig.arrived(guard).filter((way) => way.startsWith('turn'))

  beforeAll(async () => {
    rig = await openWidgetRig()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await rig?.[Symbol.asyncDispose]()
  })

  test('gets out by more than forty ways when nothing keeps it in', { timeout: 120_000 }, async () => {
    await Promise.all(
      guards.map(async (guard) => {
        const page = await browser.newPage()
        await page.goto(rig.shellOf(guard))
        const heard = () => page.evaluate<unknown[]>('window.heard')
        await expect.poll(heard, { timeout: 60_000 }).toContainEqual({ tried: expect.any(Number) })
      }),
    )
    const arrived = () => rig.arrived('open')
    // Once what the control lets out has come, so has what the others would let out.
    await expect.poll(() => arrived().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(40)
    // Which of them come differs from run to run; that the TURN server hears of it does not.
    for (const guard of ['open', 'old', 'deletion'] as const)
      await expect.poll(() => turnsOf(guard).length, { timeout: 60_000 }).toBeGreaterThan(0)
  })

  test('got out by WebRTC alone until now, and would from a frame of its own if that were only deleted', () => {
    for (const guard of ['old', 'deletion'] as const) {
      expect(turnsOf(guard).length).toBeGreaterThan(0)
      expect(turnsOf(guard)).toEqual(rig.arrived(guard))
    }
    expect(rig.arrived('deletion')).not.toContain('turn direct')
  })

  test.each(['hash', 'page'] as const)('gets out by no way now (%s)', (guard) => {
    expect(rig.arrived(guard)).toEqual([])
  })
})
