import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goalOf, screens, slugOfGroup } from '../../web/src/pages/settings/screens.ts'
import { settingDefinitions } from '../../src/features/settings/definitions.ts'
import { needBubblewrap, toolModule, writePlugin } from '../plugins.ts'
import { canBrowse } from '../security/chromium.ts'
import { hasRadicale, password, startRadicale, user } from '../radicale.ts'
import { allViolations, seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const sample = fileURLToPath(new URL('../mcp-sample-server.ts', import.meta.url))
const PHONE = { width: 390, height: 800 }

test('every group of settings stands on a screen of its own', () => {
  const groups = [...new Set(settingDefinitions.map(({ group }) => group))]
  expect(groups.filter((group) => slugOfGroup(group) === 'plugins')).toEqual([])
  expect(screens.flatMap(({ groups: shown }) => [...shown]).toSorted()).toEqual(groups.toSorted())
  expect(goalOf('HOME_CITY', settingDefinitions)).toEqual({ slug: 'general', setting: 'HOME_CITY' })
  expect(goalOf('nothing', settingDefinitions)).toBeUndefined()
})

describe.skipIf(!canBrowse)('the screens of the settings', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const setting = async (name: string) => (await stage.service.client.settings.get({}))[name]
  const set = (values: Record<string, unknown>) => stage.service.client.settings.update({ body: values })
  const region = (page: Page, name: string) =>
    page.getByRole('main').getByRole('region', { name, exact: true })
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  const agree = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

  test.each(screens)('/settings/$slug is whole in both sizes and colours', async ({ slug, title }) => {
    const { page, asked, complaints } = await stage.open(`/settings/${slug}`)
    await heading(page, title).waitFor()
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    expect(await page.title()).toBe(`${title} settings · Deskhand`)
    // What is folded away is looked at too.
    for (const fold of await page.getByRole('main').locator('summary').all()) await fold.click()
    expect(await allViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousViolations(page, { ofColours: true })).toEqual([])
    await page.setViewportSize(PHONE)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    expect(await allViolations(page)).toEqual([])
    const others = asked.filter((url) => new URL(url).origin !== stage.chat.address)
    expect([others, complaints]).toEqual([[], []])
  })

  test('on a telephone the list comes first, and each screen leads back to it', async () => {
    const { page } = await stage.open('/settings', { viewport: PHONE })
    const list = page.getByRole('navigation', { name: 'Settings' })
    await list.getByRole('link', { name: 'Data', exact: true }).click()
    await heading(page, 'Data').waitFor()
    expect(await list.isVisible()).toBe(false)
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Data')
    await page.getByRole('link', { name: 'All settings' }).click()
    await list.waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings')
    expect(await allViolations(page)).toEqual([])
  })

  test('the side navigation goes from screen to screen, and the browser back', async () => {
    const { page } = await stage.open('/settings')
    await region(page, 'Appearance').waitFor()
    const list = page.getByRole('navigation', { name: 'Settings' })
    await list.getByRole('link', { name: 'Workflows' }).click()
    await region(page, 'Workflows').getByRole('spinbutton', { name: 'Parallel steps per workflow' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/workflows')
    expect(await list.getByRole('link', { name: 'Workflows' }).getAttribute('aria-current')).toBe('page')
    await page.goBack()
    await region(page, 'Appearance').waitFor()
  })

  test('a search finds labels, names and words of the description, and what is found is changed there', async () => {
    const { page } = await stage.open('/settings')
    const search = page.getByRole('searchbox', { name: 'Search settings' })
    const city = page.getByRole('textbox', { name: 'Your location' })
    for (const words of ['your location', 'home_city', 'weather questions']) {
      await search.fill(words)
      await city.waitFor()
    }
    await city.fill('Tromsø')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await setting('HOME_CITY')).toBe('Tromsø')
    // An advanced one is found as well, without opening anything.
    await search.fill('parallel model calls')
    await page.getByRole('spinbutton', { name: 'Parallel model calls' }).waitFor()
    expect(await allViolations(page)).toEqual([])
    await search.fill('export zip nowhere')
    await page.getByText('No matches.').waitFor()
    await search.fill('restore')
    await page.getByRole('main').getByRole('link', { name: 'Data', exact: true }).last().click()
    await heading(page, 'Data').waitFor()
    expect(await search.inputValue()).toBe('')
  })

  test('an advanced setting that the address names is unfolded, and an unknown one is told', async () => {
    const { page } = await stage.open('/settings/MONITOR_CPU_PERCENT')
    const field = page.getByRole('spinbutton', { name: 'Processor warning' })
    await field.waitFor()
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.labels?.[0]?.textContent'))
      .toBe('Processor warning')
    const unknown = await stage.open('/settings/NO_SUCH_SETTING')
    await unknown.page.getByRole('alert').getByText('No setting “NO_SUCH_SETTING”').waitFor()
  })

  test.skipIf(!hasRadicale)(
    'a connector says what is missing, what is wrong, and that it works',
    async () => {
      await using server = await startRadicale()
      await set({ CALDAV_USER: user })
      const { page } = await stage.open('/settings/connectors')
      const calendar = region(page, 'Calendar')
      await calendar.getByText('Missing: Calendar address, Calendar password.').waitFor()
      await set({ CALDAV_URL: server.root, CALDAV_PASSWORD: 'wrong' })
      await calendar.getByText('ready', { exact: true }).waitFor()
      await calendar.getByRole('button', { name: 'Test Calendar' }).click()
      await calendar.getByText(/rejected the user name or password. Check “Calendar user name”/).waitFor()
      await calendar.getByLabel('Calendar password').fill(password)
      await calendar.getByText('Tests what is saved.').waitFor()
      await calendar.getByRole('button', { name: 'Save' }).click()
      await calendar.getByText('Saved', { exact: true }).waitFor()
      await calendar.getByRole('button', { name: 'Test Calendar' }).click()
      await calendar.getByText(/Signed in, and found the calendar/).waitFor()
      expect(await allViolations(page)).toEqual([])
      await set({ CALDAV_URL: null, CALDAV_USER: null, CALDAV_PASSWORD: null })
    },
  )

  test('an MCP server is pasted, approved, watched, restarted and removed', async () => {
    const { page } = await stage.open('/settings/mcp')
    await page.getByRole('button', { name: 'Add a server' }).click()
    await page.getByRole('button', { name: 'Paste JSON' }).click()
    const field = page.getByRole('textbox', { name: 'Configuration' })
    await field.fill('{ "mcpServers": ')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText("This isn't valid JSON.").waitFor()
    await field.fill(
      JSON.stringify({ mcpServers: { Sample: { command: process.execPath, args: [sample] } } }),
    )
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const card = region(page, 'sample')
    await card.getByText('needs approval').waitFor()
    expect(await allViolations(page)).toEqual([])
    await card.getByRole('button', { name: 'Approve sample' }).click()
    await card.getByText('running', { exact: true }).waitFor()
    await card.getByText(/^Tools \(\d+\)$/).click()
    await card.getByText('SAMPLE_ADD_NUMBERS').waitFor()
    await card.getByRole('button', { name: 'Log of sample' }).click()
    await card
      .getByText(/Running with \d+ tools\./)
      .first()
      .waitFor()
    await card.getByRole('button', { name: 'Restart sample' }).click()
    await expect.poll(() => card.getByText(/Running with \d+ tools\./).count()).toBe(2)
    expect(await allViolations(page)).toEqual([])
    await card.getByRole('button', { name: 'Remove sample' }).click()
    await agree(page, 'Remove')
    await card.waitFor({ state: 'detached' })
    expect(await setting('MCP_SERVERS')).toEqual({})
  })

  test('an MCP server is added by a form, and a rejected one can be asked about again', async () => {
    const { page } = await stage.open('/settings/mcp')
    await page.getByRole('button', { name: 'Add a server' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('by form')
    await page.getByRole('textbox', { name: 'Program' }).fill(process.execPath)
    await page.getByRole('textbox', { name: 'Arguments' }).fill(sample)
    await page.getByRole('textbox', { name: 'Variables' }).fill('not a variable')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('“not a variable” must look like NAME=value.').waitFor()
    await page.getByRole('textbox', { name: 'Variables' }).fill('GREETING=hello = there')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const card = region(page, 'by_form')
    await card.getByRole('button', { name: 'Reject by_form' }).click()
    await card.getByRole('button', { name: 'Start by_form' }).click()
    await card.getByRole('button', { name: 'Approve by_form' }).waitFor()
    expect(await setting('MCP_SERVERS')).toEqual({
      by_form: { command: process.execPath, args: [sample], env: { GREETING: 'hello = there' } },
    })
    await set({ MCP_SERVERS: null })
    await card.waitFor({ state: 'detached' })
  })

  test('a plugin is enabled and disabled', async (context) => {
    await needBubblewrap(context)
    const files = toolModule('DOUBLE', 'return { message: "Doubled.", data: 2 }')
    await writePlugin(join(stage.service.folder.plugins, 'doubler'), { files })
    const status = async () => {
      const { plugins } = await stage.service.client.plugins.list({})
      return plugins.find(({ agent }) => agent === 'doubler')?.status
    }
    await expect.poll(status).toBe('unconfirmed')
    const { page } = await stage.open('/settings/plugins')
    await page.getByRole('button', { name: /^Enable / }).click()
    await agree(page, 'Enable')
    await page.getByText('enabled', { exact: true }).waitFor()
    expect(await status()).toBe('enabled')
    expect(await allViolations(page)).toEqual([])
    await page.getByRole('button', { name: /^Disable / }).click()
    await page.getByText('disabled', { exact: true }).waitFor()
    expect(await status()).toBe('disabled')
  })

  test('data is backed up, a restore decided and taken back, and everything exported', async () => {
    const { page } = await stage.open('/settings/data')
    await region(page, 'Size')
      .getByText(/in all/)
      .waitFor()
    const backups = region(page, 'Backups')
    const before = (await stage.service.client.backups.list({})).backups.length
    await backups.getByRole('button', { name: 'Back up now' }).click()
    await expect.poll(() => backups.getByRole('button', { name: /^Restore / }).count()).toBe(before + 1)
    await backups
      .getByRole('button', { name: /^Restore / })
      .first()
      .click()
    await agree(page, 'Restore at next start')
    await backups.getByText('is restored when Deskhand starts again').waitFor()
    const pending = async () => (await stage.service.client.backups.list({})).pending_restore
    expect(await pending()).not.toBeNull()
    expect(await allViolations(page)).toEqual([])
    await backups.getByRole('button', { name: "Don't restore" }).click()
    await backups.getByText('is restored when Deskhand starts again').waitFor({ state: 'detached' })
    expect(await pending()).toBeNull()
    const exported = region(page, 'Export')
    await exported.getByRole('button', { name: 'Export everything' }).click()
    const path = /\S+\.zip/.exec(await exported.getByText(/entries, .*\.zip/).innerText())![0]
    expect((await stat(path)).size).toBeGreaterThan(0)
  })

  test('a saved key is listed and removed, and so is a secret of automations', async () => {
    await set({ NASA_API_KEY: 'a-key-for-pictures' })
    const { page } = await stage.open('/settings/tokens')
    await page.getByRole('link', { name: 'Live data: NASA key' }).waitFor()
    await page.getByRole('button', { name: 'Remove Live data: NASA key' }).click()
    await agree(page, 'Remove')
    await page.getByText('None yet.').waitFor()
    expect(await setting('NASA_API_KEY')).toBeNull()
    const secrets = region(page, 'Secrets of automations')
    await secrets.getByRole('textbox', { name: 'Name' }).fill('shop_token')
    await secrets.locator('input[type=password]').fill('not a real one')
    await secrets.getByRole('button', { name: 'Store' }).click()
    await secrets.getByRole('button', { name: 'Remove SHOP_TOKEN' }).click()
    await agree(page, 'Remove')
    await secrets.getByText('SHOP_TOKEN', { exact: true }).waitFor({ state: 'detached' })
    expect(await stage.service.client.automations.listSecrets({})).toEqual({ secrets: [] })
  })

  test('a token is made, shown once, used by this page at once, and turned off again', async () => {
    const { page } = await stage.open('/settings/tokens')
    const tokens = region(page, 'Access token')
    await tokens.getByRole('button', { name: 'Turn on with a new token' }).click()
    const token = await tokens.locator('code').innerText()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await fetch(`${stage.service.address}/api/settings`)).status).toBe(401)
    const authorized = { headers: { authorization: `Bearer ${token}` } }
    expect((await fetch(`${stage.service.address}/api/settings`, authorized)).status).toBe(200)
    expect(await allViolations(page)).toEqual([])
    await page.reload()
    await tokens.getByRole('button', { name: 'Turn off' }).click()
    await agree(page, 'Turn off')
    await tokens.getByText('Off. Programs of yours').waitFor()
    expect((await fetch(`${stage.service.address}/api/settings`)).status).toBe(200)
  })
})
