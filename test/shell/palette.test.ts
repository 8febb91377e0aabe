import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'
import { clipboardOf } from './tier1-widgets.ts'

describe.skipIf(!canBrowse)('the palette', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
    // The sentences are for the service itself.
    stage.chat.script = undefined
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const field = (page: Page) => page.getByRole('combobox', { name: /^Search tools/ })
  const option = (page: Page, name: RegExp) => page.getByRole('option', { name })
  const open = async () => {
    const { page, complaints } = await stage.open('/chat', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    return { page, complaints }
  }

  test('it calculates and converts as the chat does, and Enter copies the result', async () => {
    const { page, complaints } = await open()
    await page.keyboard.type('17% of 230')
    await option(page, /^39\.1/).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => clipboardOf(page)).toBe('39.1')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('5 miles in km')
    await option(page, /^8\.0467 km/).waitFor()
    // What was typed before does not come back over it.
    await page.keyboard.type('h')
    await option(page, /^8\.0467 km/).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('a timer is started, and what nobody finds is asked', async () => {
    const { page } = await open()
    await page.keyboard.type('25 minute timer')
    await option(page, /^25 minute timer/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/chat/*')
    await page.getByRole('article').last().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zxqv blorp')
    await option(page, /^Ask Deskhand “zxqv blorp”/).click()
    await page.getByRole('article').getByText("I didn't understand that.").waitFor()
    const set = page.getByRole('article').last().getByRole('button', { name: 'Set up a model' })
    // What was done last is offered first.
    await page.keyboard.press('Control+k')
    await expect
      .poll(() => page.getByRole('option').first().innerText())
      .toContain('Ask Deskhand “zxqv blorp”')
    await page.keyboard.press('Escape')
    await set.click()
    await page.waitForURL('**/settings/model')
  })

  test('it finds files, and tools with their form', async () => {
    const home = dirname(stage.service.folder.root)
    await mkdir(join(home, 'Papers'))
    await writeFile(join(home, 'Papers', 'palettefindsthis.txt'), 'found')
    const { page } = await open()
    await page.keyboard.type('palettefindsthis')
    const found = option(page, /^palettefindsthis\.txt/)
    await found.waitFor()
    expect(await found.innerText()).toContain(join('Papers', 'palettefindsthis.txt'))
    await found.click()
    await page.waitForURL('**/chat/*')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('create folder')
    await option(page, /CREATE_FOLDER/).click()
    await page.waitForURL('**/tools/CREATE_FOLDER')
    await page.getByRole('textbox', { name: /path/i }).waitFor()
  })
})
