import { access, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startHost, type Stage } from '../repohost-stage.ts'
import { canBrowse } from '../security/chromium.ts'
import { Keys } from './keys.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'New notifications' })
const toast = (page: Page, title: string) => toasts(page).getByRole('article', { name: title, exact: true })

describe.skipIf(!canBrowse)('notices above the page', () => {
  let host: Stage
  let stage: ShellStage
  beforeAll(async () => {
    const issue = { number: 7, title: 'Broken', state: 'open', html_url: 'https://example.org/7' }
    host = await startHost(({ method }) => (method === 'POST' ? { status: 201, body: issue } : undefined))
    stage = await startShellStage({
      environment: { DESKHAND_UPSTREAM_GITHUB: host.origin, DESKHAND_REPOHOST_TOKEN: 'a-token' },
    })
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await host[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    for (const { timer_id } of await timers())
      await stage.service.client.timers.remove({ params: { timer_id } })
    await stage.service.client.notifications.markAllRead()
    await stage.service.client.settings.update({ body: { APPROVAL_MODE: null } })
  })

  const timers = async () => (await stage.service.client.timers.list({ query: {} })).timers
  const setTimer = (label: string, seconds = 1) =>
    stage.service.client.timers.create({ body: { seconds, label } })
  const ask = async (tool_name: string, args: Record<string, unknown>) => {
    await stage.service.client.settings.update({ body: { APPROVAL_MODE: 'always' } })
    const { data } = await stage.service.client.tools.execute({ body: { tool_name, args } })
    return (data as { confirmation: { title: string; confirmation_id: string } }).confirmation
  }
  const askToDelete = async (name: string) => {
    const path = join(dirname(stage.service.folder.root), name)
    await writeFile(path, 'x')
    return { path, ...(await ask('DELETE_FILE', { path: `~/${name}` })) }
  }
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    )

  test('a timer that is due is told on any page, without taking the focus, and done by the keys', async () => {
    const { page, complaints } = await stage.open('/settings')
    const search = page.getByRole('searchbox', { name: 'Search settings' })
    await search.fill('quiet')
    await setTimer('Tea')
    const tea = toast(page, 'Tea')
    await tea.getByText('The timer “Tea” is up.').waitFor()
    await page.getByRole('log', { name: 'Announcements' }).getByText('The timer “Tea” is up.').waitFor()
    const keys = new Keys(page)
    expect(await keys.at()).toBe('Search settings')
    expect(await seriousViolations(page)).toEqual([])
    await keys.press('F8')
    expect(await keys.at()).toBe('Tea')
    await keys.press('F8')
    expect(await keys.at()).toBe('Search settings')
    await keys.press('F8')
    await keys.reach(tea.getByRole('button', { name: 'Done' }))
    await page.keyboard.press('Enter')
    await tea.waitFor({ state: 'detached' })
    expect(await timers()).toEqual([])
    await expect.poll(() => keys.at()).toBe('Search settings')
    expect(complaints).toEqual([])
  })

  test('three are shown, the others counted; the inbox has them all with their buttons', async () => {
    const { page } = await stage.open('/dashboard')
    for (const label of ['One', 'Two', 'Three', 'Four', 'Five']) await setTimer(label)
    const more = toasts(page).getByRole('button', { name: '2 more' })
    await more.waitFor()
    expect(await toasts(page).getByRole('article').count()).toBe(3)
    await more.click()
    const tray = page.getByRole('complementary', { name: 'What needs you' })
    const four = tray.getByRole('article').filter({ hasText: 'Four' })
    await four.getByRole('button', { name: 'Snooze 1 hour' }).click()
    await expect
      .poll(async () => (await timers()).filter(({ status }) => status === 'running'))
      .toHaveLength(1)
    expect(await toasts(page).count()).toBe(0)
    expect(await seriousViolations(page)).toEqual([])
  })

  test('one that is handled in a tab leaves the others, one tab rings, and a page opened later shows it too', async () => {
    const { page } = await stage.open('/tools', { own: true })
    await page.context().addInitScript(`
      window.rung = 0
      const Heard = window.AudioContext
      window.AudioContext = class extends Heard { constructor() { super(); window.rung += 1 } }
    `)
    await page.reload()
    const other = (await stage.open('/settings', { beside: page })).page
    for (const one of [page, other]) await one.locator('main').click({ position: { x: 5, y: 5 } })
    await setTimer('Eggs')
    for (const one of [page, other]) await toast(one, 'Eggs').waitFor()
    const rung = () => Promise.all([page, other].map((one) => one.evaluate<number>('window.rung')))
    await expect.poll(async () => Math.max(...(await rung()))).toBeGreaterThan(0)
    expect(Math.min(...(await rung()))).toBe(0)
    const late = (await stage.open('/workflows', { beside: page })).page
    await toast(late, 'Eggs').waitFor()
    await toast(other, 'Eggs').getByRole('button', { name: 'Snooze 10 min' }).click()
    for (const one of [page, other, late]) await toast(one, 'Eggs').waitFor({ state: 'detached' })
    expect(await timers()).toMatchObject([{ label: 'Eggs', status: 'running' }])
  })

  test('what sends something out is approved from its notice, unless the page shows the question anyway', async () => {
    const { page } = await stage.open('/settings')
    const { title } = await ask('CREATE_ISSUE', { owner: 'octocat', repo: 'hello', title: 'Broken' })
    const asked = toast(page, title)
    await asked.getByRole('button', { name: 'Approve' }).waitFor()
    await page.getByRole('button', { name: /Inbox/ }).click()
    await page.getByRole('button', { name: 'Approve and run' }).waitFor()
    expect(await toasts(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => {
        // What has just come up is not pressed by accident.
        await asked
          .getByRole('button', { name: 'Approve' })
          .click({ timeout: 5_000 })
          .catch(() => {})
        return host.requests.length
      })
      .toBe(1)
    await asked.waitFor({ state: 'detached' })
  })

  test('what deletes is only rejected from its notice, which leads to where it is approved', async () => {
    const { page } = await stage.open('/settings')
    const { path, title } = await askToDelete('looked-at.txt')
    const asked = toast(page, title)
    await asked.getByRole('button', { name: 'Show' }).waitFor()
    expect(await asked.getByRole('button').allInnerTexts()).toEqual([title, '', 'Show', 'Reject'])
    await asked.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Approve and run' }).waitFor()
    expect(await isThere(path)).toBe(true)
    await page.getByRole('button', { name: 'Reject' }).click()
    await asked.waitFor({ state: 'detached' })
    expect(await isThere(path)).toBe(true)
  })

  test('no bare key approves in the inbox, wherever in the question the focus is', async () => {
    const { page } = await stage.open('/dashboard')
    const { path, title, confirmation_id } = await askToDelete('precious.txt')
    await page.getByRole('button', { name: /Inbox/ }).click()
    const question = page.getByRole('region', { name: title, exact: true })
    const buttons = question.getByRole('button')
    await buttons.first().waitFor()
    const isOpen = async () =>
      (await stage.service.client.tools.readConfirmation({ params: { confirmation_id } })).status === 'open'
    const count = await buttons.count()
    expect(count).toBeGreaterThan(2)
    for (let at = 0; at < count; at += 1)
      for (const key of ['a', 'A', 'r']) {
        await buttons.nth(at).focus()
        await page.keyboard.press(key)
      }
    await page.getByRole('button', { name: /Inbox/ }).focus()
    await page.keyboard.press('a')
    await question.getByRole('button', { name: 'Approve and run' }).waitFor()
    expect([await isOpen(), await isThere(path)]).toEqual([true, true])
    await question.getByRole('button', { name: 'Reject' }).focus()
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await expect.poll(() => isThere(path)).toBe(false)
  })

  test('the browser is asked about once, by a bar, at the first timer', async () => {
    const { page } = await stage.open('/settings/notifications', { own: true })
    await page.addInitScript(`
      window.asked = 0
      window.Notification = class extends EventTarget {
        static permission = sessionStorage.allowed ?? 'default'
        static async requestPermission() {
          window.asked += 1
          return (this.permission = sessionStorage.allowed = 'granted')
        }
      }
    `)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    const bar = page.getByRole('region', { name: 'Get notified' })
    expect(await bar.count()).toBe(0)
    await expect
      .poll(async () => {
        // The page hears of it once it listens.
        await setTimer('Long', 3_600)
        return await bar.count()
      })
      .toBe(1)
    expect(await page.evaluate('window.asked')).toBe(0)
    expect(await seriousViolations(page)).toEqual([])
    await bar.getByRole('button', { name: 'Notify me' }).click()
    await bar.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.getByRole('switch', { name: 'Browser notifications' }).isChecked())
      .toBe(true)
    expect(await page.evaluate('window.asked')).toBe(1)
  })

  test('a notice on a telephone stands within the page, in both sets of colours', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await stage.open('/chat', { viewport: { width: 390, height: 800 }, colorScheme })
      await setTimer(`Rice ${colorScheme}`)
      const rice = toast(page, `Rice ${colorScheme}`)
      await rice.waitFor()
      const box = (await rice.boundingBox())!
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(390)
      expect(await seriousViolations(page, { ofColours: colorScheme === 'dark' })).toEqual([])
      await rice.getByRole('button', { name: 'Done' }).click()
      await rice.waitFor({ state: 'detached' })
    }
  })
})
