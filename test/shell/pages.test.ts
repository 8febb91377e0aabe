import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const pages = [
  { path: '/chat', heading: 'New conversation' },
  { path: '/dashboard', heading: 'Home' },
  { path: '/workflows', heading: 'Flows' },
  { path: '/workflows/new', heading: 'New flow' },
  { path: '/tools', heading: 'Tools' },
  { path: '/tools/WRITE_FILE', heading: 'Write a file' },
  { path: '/computer', heading: 'Desk' },
  { path: '/settings', heading: 'Settings' },
]

const ink = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).color')

describe.skipIf(!canBrowse)('the pages of the shell', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  test.each(pages)(
    '$path is whole, accessible in light and dark colours, and asks nobody else',
    async ({ path, heading }) => {
      const { page, asked, complaints } = await stage.open(path)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      const light = await ink(page)
      expect(await seriousViolations(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await ink(page)).not.toBe(light)
      expect(await seriousViolations(page, { ofColours: true })).toEqual([])
      expect(
        asked.map((url) => new URL(url).origin).filter((origin) => origin !== stage.chat.address),
      ).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  test.each(pages)('$path is nowhere wider than its window', async ({ path, heading }) => {
    const { page } = await stage.open(path, { viewport: { width: 390, height: 800 } })
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
  })

  test('keys alone lead to every page and back', async () => {
    const { page } = await stage.open('/dashboard')
    for (const [key, path] of Object.entries({
      f: '/workflows',
      t: '/tools',
      d: '/computer',
      s: '/settings',
      h: '/dashboard',
    })) {
      // The second key counts only soon after the first: a machine that was too slow for it presses both again.
      await expect
        .poll(async () => {
          await page.keyboard.press('g')
          await page.keyboard.press(key)
          return new URL(page.url()).pathname
        })
        .toBe(path)
    }
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings')
  })

  test('the palette finds tools, settings and pages, and goes there', async () => {
    const { page } = await stage.open('/chat')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox')
    await field.fill('excel')
    await page.getByRole('option', { name: /Write an Excel file/ }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await field.fill('LLM_MODEL')
    await page
      .getByRole('option', { name: /LLM_MODEL/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/LLM_MODEL')
    const group = page.getByRole('region', { name: 'Language model' })
    await group.getByRole('textbox', { name: 'Model', exact: true }).waitFor()
  })

  test('a chosen theme is kept, and is there before the page is drawn', async () => {
    const { page } = await stage.open('/settings', { colorScheme: 'light' })
    await page.getByRole('button', { name: 'Dark' }).click()
    const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')
    expect(await background()).toBe('dark')
    await page.reload()
    expect(await background()).toBe('dark')
  })

  test('a tool runs from its form', async () => {
    const { page } = await stage.open('/tools/LIST_FILES')
    await page.getByRole('textbox', { name: /^path/ }).fill('~')
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    expect(await page.getByRole('region', { name: 'Done' }).getByRole('status').innerText()).not.toBe('')
  })

  test('a folder is looked for by keys, and its files are a table', async () => {
    const home = dirname(stage.service.folder.root)
    await mkdir(join(home, 'Reports', '2026'), { recursive: true })
    await writeFile(join(home, 'Reports', '2026', 'march.txt'), 'Lunch')
    await writeFile(join(home, 'Reports', '.hidden'), '')
    const { page, complaints } = await stage.open('/tools/LIST_FILES')
    await page.getByRole('button', { name: 'Browse for path' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Choose path' })
    const path = dialog.getByRole('combobox', { name: 'Path' })
    await dialog.getByRole('option', { name: 'Reports' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await path.press('End')
    await page.keyboard.type('repo')
    await expect.poll(() => dialog.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await dialog.getByRole('option', { name: '2026' }).waitFor()
    expect(await dialog.getByRole('option').count()).toBe(1)
    await dialog.getByRole('switch', { name: 'Hidden files' }).check()
    await dialog.getByRole('option', { name: '.hidden' }).waitFor()
    await path.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('option', { name: 'march.txt' }).waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await dialog.getByRole('option', { name: '2026' }).waitFor()
    await path.fill('~/Reports/2026/')
    await dialog.getByRole('option', { name: 'march.txt' }).waitFor()
    await dialog.getByRole('button', { name: 'Choose this folder' }).press('Enter')
    const field = page.getByRole('textbox', { name: /^path/ })
    expect(await field.inputValue()).toBe('~/Reports/2026')
    await page.getByRole('button', { name: 'Run' }).press('Enter')
    const row = page.getByRole('row').filter({ hasText: 'march.txt' })
    await row.getByRole('cell', { name: '5 B' }).waitFor()
    expect(await page.getByText('"entries"').isVisible()).toBe(false)
    await page.getByText('More: the result as JSON').click()
    await page.getByText('"entries"').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Browse for path' }).click()
    await dialog.getByRole('option', { name: '2026' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('several files are added one after the other', async () => {
    const home = dirname(stage.service.folder.root)
    for (const name of ['one.txt', 'two.txt']) await writeFile(join(home, name), name)
    const { page } = await stage.open('/tools/COMPRESS_FILES')
    const dialog = page.getByRole('dialog', { name: 'Choose paths' })
    for (const name of ['one.txt', 'two.txt']) {
      await page.getByRole('button', { name: 'Browse for paths' }).click()
      await dialog.getByRole('option', { name }).click()
    }
    await expect
      .poll(() => page.getByRole('textbox', { name: /^paths/ }).inputValue())
      .toBe('~/one.txt\n~/two.txt')
  })

  test('Desk says that there is no desktop, and offers nothing that needs one', async () => {
    const { page } = await stage.open('/computer')
    await page.getByRole('heading', { name: 'No desktop to use' }).waitFor()
    await page.getByText('deskhand service install').waitFor()
    expect(await page.getByRole('button', { name: 'Start' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Look' }).count()).toBe(0)
    await stage.service.client.settings.update({ body: { COMPUTER_CONTROL: 'off' } })
    await page.getByRole('heading', { name: 'Computer control is off' }).waitFor()
    await page.getByRole('button', { name: 'Open the setting' }).click()
    await page.waitForURL('**/settings/COMPUTER_CONTROL')
    await stage.service.client.settings.update({ body: { COMPUTER_CONTROL: null } })
  })

  test('eight tabs work side by side, and go on when the first one is closed', async () => {
    const first = await stage.open('/workflows')
    const others = []
    for (let count = 1; count < 8; count += 1)
      others.push(await stage.open('/workflows', { beside: first.page }))
    const headings = others.map(({ page }) => page.getByRole('heading', { level: 1, name: 'Flows' }))
    for (const heading of headings) await heading.waitFor()
    // Whatever a tab has heard until then: the one that listens next goes on from there, or reads anew.
    await first.page.close()
    const step = {
      id: 'look',
      agent: 'file_manager',
      action: 'LIST_FILES',
      args: { path: '~' },
      depends_on: [],
    }
    await stage.service.client.workflows.create({ body: { name: 'Told to all', steps: [step] } })
    const told = (page: Page) => page.getByRole('main').getByText('Told to all').count()
    for (const { page } of others) await expect.poll(() => told(page)).toBeGreaterThan(0)
  })

  test('a setting is saved and told to other tabs', async () => {
    const { page } = await stage.open('/settings/HOME_CITY')
    const other = await stage.open('/settings/HOME_CITY', { beside: page })
    await page.getByRole('textbox', { name: 'Your location' }).fill('Bergen')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await expect
      .poll(() => other.page.getByRole('textbox', { name: 'Your location' }).inputValue())
      .toBe('Bergen')
  })
})

describe.skipIf(!canBrowse)('a shell whose service wants a token', () => {
  const token = 'a-token-of-this-test-0123456789-0123456789'

  test('asks for it once and then works, events included', async () => {
    await using stage = await startShellStage({ environment: { DESKHAND_TOKEN: token } })
    const { page } = await stage.open('/dashboard')
    await page.getByLabel('Token').fill('Wrong token.')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByText('Wrong token.').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    // Drawn from the events, which carry the token too. A line that is level has no height, and so is not "visible".
    await page.locator('polyline').first().waitFor({ state: 'attached' })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })
})
