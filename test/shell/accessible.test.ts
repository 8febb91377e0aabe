import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { componentSchemas } from '../../src/components/schemas.ts'
import { sampleRoutes } from '../live-data-routes.ts'
import { canBrowse } from '../security/chromium.ts'
import { startUpstream, type TestUpstream } from '../upstream.ts'
import { showComponents } from './show-components.ts'
import { allViolations, seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 800 },
]

const step = { id: 'look', agent: 'file_manager', action: 'LIST_FILES', args: { path: '~' }, depends_on: [] }

const MARKDOWN = `## Starts small\n\n#### Far below\n\n# Larger\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`ts\nlet a = 1\n\`\`\``

/** Colours go over into each other: those in between are nobody's choice. */
const STILL = `Promise.all(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition)
  .map((transition) => transition.finished.catch(() => {})))`

describe.skipIf(!canBrowse)('axe finds nothing, in both sizes and both themes', () => {
  let stage: ShellStage
  let upstream: TestUpstream
  const flows = { automation: '', run: '', schedule: '' }
  beforeAll(async () => {
    upstream = await startUpstream(sampleRoutes())
    const targets = JSON.stringify([new URL(upstream.origin).host])
    stage = await startShellStage({
      environment: { ...upstream.environment, DESKHAND_ALLOWED_PRIVATE_TARGETS: targets },
    })
    const { automations, workflows, settings, tools } = stage.service.client
    const triggers = [{ id: 'hook', type: 'webhook' as const }]
    const automation = await automations.create({ body: { name: 'Look around', steps: [step], triggers } })
    const run = await workflows.create({ body: { name: 'Looked around', steps: [step] } })
    const schedule = { name: 'Every morning', cron: '0 8 * * *', steps: [step] }
    flows.automation = automation.automation_id
    flows.run = run.workflow_id
    flows.schedule = (await workflows.createSchedule({ body: schedule })).schedule_id
    // Something to approve, for the tray.
    await settings.update({ body: { APPROVAL_MODE: 'always' } })
    await tools.execute({ body: { tool_name: 'WRITE_FILE', args: { path: '~/asked.txt', content: 'x' } } })
    await settings.update({ body: { APPROVAL_MODE: null } })
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await upstream[Symbol.asyncDispose]()
  })

  /** Only colours can hold in one theme and not in the other. */
  const findings = async (page: Page) => {
    const found: string[] = []
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await show(page, 'light')
      found.push(...(await allViolations(page)).map((one) => `${size.width} px: ${one}`))
      await show(page, 'dark')
      found.push(...(await seriousViolations(page, { ofColours: true })).map((one) => `dark: ${one}`))
    }
    await page.setViewportSize(SIZES[0]!)
    return found
  }
  const show = async (page: Page, colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(STILL)
  }
  const open = async (path: string, heading: string | RegExp) => {
    const { page } = await stage.open(path, { viewport: SIZES[0]! })
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
    return page
  }

  test.each([
    ['/chat', 'New conversation'],
    ['/dashboard', 'Home'],
    ['/workflows', 'Flows'],
    ['/workflows/new', 'New flow'],
    ['/workflows/new-automation', 'New automation'],
    ['/tools', 'Tools'],
    ['/tools/WRITE_FILE', 'Write a file'],
    ['/computer', 'Desk'],
    ['/settings', 'Settings'],
    ['/nowhere', 'Page not found'],
  ])('%s', async (path, heading) => {
    expect(await findings(await open(path, heading))).toEqual([])
  })

  test('a run, a schedule, and the editor of an automation', async () => {
    expect(await findings(await open(`/workflows/${flows.run}`, 'Looked around'))).toEqual([])
    expect(await findings(await open(`/workflows/${flows.schedule}`, 'Every morning'))).toEqual([])
    const page = await open(`/workflows/${flows.automation}`, 'Look around')
    expect(await findings(page)).toEqual([])
    for (const view of ['Events', 'Versions', 'Graph', 'Outline']) {
      await page.getByRole('main').getByRole('button', { name: view, exact: true }).click()
      expect(await findings(page), view).toEqual([])
    }
    await page.locator('[data-item="step:look"]').click()
    await page.getByRole('heading', { name: 'List a folder' }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    expect(await findings(page)).toEqual([])
  })

  test('the palette, the shortcuts and the inbox', async () => {
    const page = await open('/tools', 'Tools')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('file')
    await page.getByRole('option').first().waitFor()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Inbox/ }).click()
    await page.getByRole('button', { name: 'Approve and run' }).waitFor()
    expect(await findings(page)).toEqual([])
  })

  // So much on one page takes axe a while.
  test('a conversation with every type of component, some of them twice', { timeout: 600_000 }, async () => {
    const examples = componentSchemas.map(({ type, example }) => ({ type, ...example }))
    const twice = examples.filter(({ type }) =>
      ['table', 'diagram', 'metric', 'notes', 'todo_list'].includes(type),
    )
    const { page } = await showComponents(stage, [
      ...examples,
      { type: 'heading', text: 'Once more', level: 4 },
      ...twice.map((example) => ({ ...example, id: `${example.type}-again` })),
      { type: 'text', text: MARKDOWN },
    ])
    await expect.poll(() => page.getByRole('status', { name: /^(?:Loading|Preparing) \w+/ }).count()).toBe(0)
    expect(await page.getByText("Couldn't show").count()).toBe(0)
    await page.getByRole('button', { name: 'Why this answer?' }).click()
    await page.getByText('Confidence').waitFor()
    expect(await findings(page)).toEqual([])
  })
})
