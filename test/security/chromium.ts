import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'
import { chromiumOptions } from './chromium-options.ts'

export { canBrowse } from './chromium-options.ts'

/** The Chromium of this worker. To close it ends what was opened in it by this connection, and leaves it for the next. */
export async function connectChromium(): Promise<Browser> {
  const worker = process.env['VITEST_POOL_ID']
  // A bench has none to share.
  if (worker === undefined) return await chromium.launch(chromiumOptions)
  const answer = await fetch(`${inject('browserHost')}/${worker}`)
  const address = await answer.text()
  if (!answer.ok) throw new Error(`Chromium did not start: ${address}`)
  return await chromium.connect(address)
}
