import { expect, test } from 'vitest'
import { MemoryDesktop } from '../../../test/desktop/memory-desktop.ts'
import { element } from '../../../test/desktop/policy-scenes.ts'
import { createTestLauncher } from '../../../test/launcher.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import { createComputerControl } from './plugin.ts'

const save = element('push button', 'Save', {
  id: 'e12',
  states: ['enabled'],
  area: { x: 10, y: 10, width: 80, height: 20 },
})

/** As the tool tells it, on a desktop with one button in one window. */
async function clicked(action: string, args: object): Promise<string> {
  const desktop = new MemoryDesktop()
  desktop.window = { ...desktop.window!, title: 'Save As' }
  desktop.elements = [save]
  // The window goes with the click.
  desktop.onAction = () => {
    desktop.window = null
    desktop.elements = []
    desktop.screen = 'closed'
  }
  const access = { driver: async () => desktop, launcher: createTestLauncher({ home: '/nowhere' }) }
  const tool = createComputerControl(access).tools.find((one) => one.action === action)!
  const call = createTestCall({ home: '/nowhere', dataFolder: '/no' })
  return (await tool.run(args, call)).message
}

test('a click by an id says what was clicked and where', async () => {
  expect(await clicked('CLICK_ELEMENT', { id: 'e12' })).toBe(
    'Clicked push button "Save" in the window "Save As".',
  )
})

test('a click at a place says what was there', async () => {
  const size = { img_w: 1280, img_h: 720 }
  expect(await clicked('CLICK_AT', { x: 20, y: 20, ...size })).toMatch(
    /^Clicked push button "Save" in the window "Save As" at 20, 20\./,
  )
  expect(await clicked('CLICK_AT', { x: 600, y: 600, ...size })).toMatch(/^Clicked at 600, 600\./)
})
