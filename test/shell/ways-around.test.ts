import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse)('ways around the shell', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const steps = [
    { id: 'one', agent: 'file_manager', action: 'LIST_FILES', args: { path: '~' }, depends_on: [] },
    {
      id: 'gone',
      agent: 'file_manager',
      action: 'READ_FILE',
      args: { path: '~/no-such-file' },
      depends_on: ['one'],
    },
  ]

  test('a search that has not heard everything yet does not say that there is nothing', async () => {
    const { page } = await stage.open('/tools')
    const arrived = Promise.withResolvers<void>()
    await page.route('**/api/settings/schema', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('approval_mode')
    const palette = page.getByRole('dialog', { name: 'Search everything' })
    await palette.getByText('Searching …').waitFor()
    expect(await palette.getByText('No matches.').count()).toBe(0)
    arrived.resolve()
    await palette.getByRole('option', { name: /APPROVAL_MODE/ }).waitFor()
  })

  test('a search shows what has arrived, and asks again for what failed', async () => {
    const { page } = await stage.open('/tools')
    let asked = 0
    await page.route('**/api/settings/schema', (route) =>
      asked++ === 0 ? route.abort('connectionreset') : route.continue(),
    )
    // Never answered: what the others say is shown all the same.
    await page.route('**/api/components', () => {})
    await page.keyboard.press('Control+k')
    await page.keyboard.type('approval_mode')
    const palette = page.getByRole('dialog', { name: 'Search everything' })
    await palette.getByRole('option', { name: /APPROVAL_MODE/ }).waitFor()
    expect(asked).toBe(2)
    await palette.getByText('Searching …').waitFor()
  })

  test('a notice leads to the flow that it is about, and a question is told once', async () => {
    const client = stage.service.client
    const failed = await client.workflows.create({ body: { name: 'Bound to fail', steps } })
    const unread = async () => (await client.notifications.list({ query: {} })).unread
    await expect.poll(unread).toBe(1)
    await client.settings.update({ body: { APPROVAL_MODE: 'always' } })
    await client.tools.execute({
      body: { tool_name: 'WRITE_FILE', args: { path: '~/asked.txt', content: 'x' } },
    })
    await client.settings.update({ body: { APPROVAL_MODE: null } })
    await expect.poll(unread).toBe(2)
    const { page } = await stage.open('/chat', { viewport: { width: 1440, height: 900 } })
    await expect.poll(() => page.getByRole('button', { name: /Inbox/ }).innerText()).toMatch(/^2\b/)
    await page.getByRole('button', { name: /Inbox/ }).click()
    const tray = page.getByRole('complementary', { name: 'What needs you' })
    await tray.getByRole('button', { name: 'Approve and run' }).waitFor()
    await expect.poll(() => tray.getByRole('article').count()).toBe(1)
    // Beside the conversation, and not over it.
    const [column, conversation] = await Promise.all([
      tray.boundingBox(),
      page.getByRole('region', { name: 'Conversation' }).boundingBox(),
    ])
    expect(conversation!.x + conversation!.width).toBeLessThanOrEqual(column!.x)
    await tray.getByRole('button', { name: /^Bound to fail failed/ }).click()
    await page.getByRole('heading', { name: 'Bound to fail' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/workflows/${failed.workflow_id}`)
    await expect.poll(unread).toBe(1)
  })

  test('a schedule is opened, shows its steps and next runs, and runs out of turn', async () => {
    await stage.service.client.workflows.createSchedule({
      body: { name: 'Every morning', cron: '0 8 * * *', steps: [steps[0]!] },
    })
    const { page } = await stage.open('/workflows')
    await page.getByRole('button', { name: 'Every morning', exact: true }).click()
    await page.getByRole('heading', { name: 'Every morning' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/workflows\/sch_/)
    await page.getByText('every day at 08:00').waitFor()
    await page.getByRole('list', { name: 'Steps' }).getByText('one', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.waitForURL(/\/workflows\/(?!sch_)/)
    await page.getByRole('button', { name: 'Run again' }).waitFor()
  })

  test.each(['light', 'dark'] as const)(
    'an address of no page leads on, in %s colours',
    async (colorScheme) => {
      const { page, complaints } = await stage.open('/flows', { colorScheme })
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await page.getByText("“/flows” doesn't exist.").waitFor()
      expect(await page.title()).toBe('Page not found · Deskhand')
      expect(await page.locator('[aria-current=page]').count()).toBe(0)
      expect(await seriousViolations(page)).toEqual([])
      // The browser says by itself that the address was not found, and has nothing else to say.
      expect(complaints).toEqual([expect.stringContaining('status of 404')])
      const main = page.getByRole('main')
      const ways = main.getByRole('list', { name: 'All pages' }).getByRole('link')
      expect(await ways.allInnerTexts()).toEqual(['Chat', 'Home', 'Flows', 'Tools', 'Desk', 'Settings'])
      await ways.filter({ hasText: 'Flows' }).click()
      await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/workflows')
      await page.goBack()
      await main.getByRole('link', { name: 'start page' }).click()
      await page.getByRole('heading', { level: 1, name: 'New conversation' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/chat')
    },
  )

  test('a telephone has a way to everything, and an address of no tool says so', async () => {
    const { page } = await stage.open('/tools/NO_SUCH_TOOL', { viewport: { width: 390, height: 800 } })
    await page.getByText('Unknown tool “NO_SUCH_TOOL”.').waitFor()
    await page.getByRole('button', { name: 'Search everything' }).click()
    await page.keyboard.type('api')
    await page.getByRole('option', { name: /Open the API documentation/ }).click()
    await page.waitForURL('**/docs')
    expect(new URL(page.url()).pathname).toBe('/docs')
  })
})
