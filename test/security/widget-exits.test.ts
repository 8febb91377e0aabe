import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse, connectChromium } from './chromium.ts'
import { guards, openWidgetRig, type Guard, type WidgetRig } from './widget-rig.ts'

/** What the controls let out, some of each kind; all of it must come before the absence of the rest means anything. */
const staying = {
  open: [
    'GET img',
    'GET fetch',
    'GET font',
    'GET worker-fetch',
    'socket ws',
    'turn direct',
    'turn old',
    'turn inner',
  ],
  old: ['turn direct', 'turn inner'],
  deletion: ['turn inner'],
}

/**
 * A widget that was taken over tries every known way out, with the secret in the address or in the name it gives to a TURN
 * server. Without a policy it gets out by more than forty of them; as the frame was before, and with WebRTC only deleted,
 * it still gets out; as it is now by none.
 */
describe.skipIf(!canBrowse)('a widget that was taken over, in Chromium', () => {
  let rig: WidgetRig
  let browser: Browser

  beforeAll(async () => {
    rig = await openWidgetRig()
    browser = await connectChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await rig?.[Symbol.asyncDispose]()
  })

  test('gets out by more than forty ways when nothing keeps it in', { timeout: 240_000 }, async () => {
    const patience = { timeout: 60_000 }
    const pages = await Promise.all(
      guards.map(async (guard) => {
        const page = await browser.newPage()
        await page.goto(rig.shellOf(guard))
        const heard = () => page.evaluate<unknown[]>('window.heard')
        await expect.poll(heard, patience).toContainEqual({ tried: expect.any(Number) })
        return page
      }),
    )
    // Once what the controls let out has come, so has what the others would let out.
    for (const [guard, ways] of Object.entries(staying))
      await expect
        .poll(() => rig.arrived(guard as Guard), patience)
        .toEqual(expect.arrayContaining([...ways]))
    await expect.poll(() => rig.arrived('open').length, patience).toBeGreaterThanOrEqual(45)
    for (const page of pages) {
      await page.evaluate(`frames[0].postMessage({ type: 'leave' }, '*')`)
      // Either it is still there after the last of them, or one of them led to the page that says that it may not.
      const isOver = async () =>
        page.frames().some((frame) => frame.url().startsWith('chrome-error:')) ||
        (await page.evaluate<boolean>('window.heard.some((one) => one?.left > 0)'))
      await expect.poll(isOver, patience).toBe(true)
    }
  })

  test('got out by WebRTC alone until now, and would from a frame of its own if that were only deleted', () => {
    for (const guard of ['old', 'deletion'] as const)
      expect(rig.arrived(guard).filter((way) => !way.startsWith('turn'))).toEqual([])
    expect(rig.arrived('deletion')).not.toContain('turn direct')
  })

  test.each(['hash', 'page'] as const)('gets out by no way now (%s)', (guard) => {
    expect(rig.arrived(guard)).toEqual([])
  })
})
