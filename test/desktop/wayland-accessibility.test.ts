import { expect, test } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { chooseDesktop, openDesktop } from '../../src/platform/desktop/choose.ts'
import { hasWayland, startWayland } from './wayland-stage.ts'

test.skipIf(!hasWayland)(
  'elements are read, used and filled in, and no wrong place is told of them',
  async () => {
    await using stage = await startWayland({ width: 1280, height: 720, accessibility: true })
    const context = { platform: 'linux', environment: stage.environment, log: silentLog } as const
    const driver = await openDesktop(chooseDesktop(context), context)
    try {
      const form = await stage.openOracle({ kind: 'form' })
      const read = async () => (await driver.readElements('window')).elements
      const button = async () => (await read()).find(({ name }) => name === 'Greet')
      await expect.poll(button).toMatchObject({ role: 'push button', area: null })
      await driver.activateElement((await button())!.id)
      await expect.poll(() => form.of('activated')).toMatchObject([{ name: 'Greet' }])
      await expect.poll(async () => (await driver.focusedElement())?.isEditable).toBe(true)
      expect(await driver.type('é 漢字', {})).toMatchObject({ method: 'accessibility', verified: true })
      await expect.poll(() => form.text()).toBe('é 漢字')
    } finally {
      await driver.close()
    }
  },
)
