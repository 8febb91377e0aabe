import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPolicyServer, type PolicyServer } from '../desktop/policy-server.ts'
import { serviceEnvironment, TaskClient, until } from '../desktop/real-stage.ts'
import { hasDesktop, startDesktop, type DesktopStage } from '../desktop/stage.ts'
import { canBrowse } from '../security/chromium.ts'
import { Keys } from './keys.ts'
import { allViolations, startShellStage, type ShellStage } from './stage.ts'

const TIMEOUT = 300_000
const patience = { timeout: 120_000 }

describe.skipIf(!canBrowse || !hasDesktop)('recordings on the page of the desk', () => {
  let desktop: DesktopStage
  let server: PolicyServer
  let stage: ShellStage
  beforeAll(async () => {
    desktop = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox', accessibility: true })
    await desktop.openOracle({ kind: 'form', title: 'Sign up' })
    server = await startPolicyServer()
    stage = await startShellStage({ environment: serviceEnvironment({ desktop, server }) })
  }, TIMEOUT)
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
    await desktop[Symbol.asyncDispose]()
  })

  const tasks = () => new TaskClient(stage.service.client, stage.service.folder.audit)

  async function record(task: string): Promise<string> {
    server.mode = 'ask'
    server.script.push(
      {
        name: 'CLICK_AT',
        args: { x: 640, y: 300, reason: 'The middle is a good place.' },
        plan: [{ text: 'Try what there is', state: 'doing' }],
      },
      {
        name: 'DRAG',
        args: {
          path: [
            { x: 200, y: 350 },
            { x: 400, y: 420 },
          ],
        },
      },
      {
        name: 'PRESS_KEY',
        args: { key: 'Escape' },
        plan: [{ text: 'Try what there is', state: 'done' }],
      },
      { name: 'DONE', args: { summary: 'All of it is done.' } },
    )
    const { task_id } = await tasks().run(task)
    const { desktop: api } = stage.service.client
    await until(async () => (await api.readRecording({ params: { task_id } })).ended_at !== null)
    return task_id
  }

  test('a task is replayed by keys and by its timeline, and deleted', { timeout: TIMEOUT }, async () => {
    const task_id = await record('Try the form')
    const { page, complaints } = await stage.open('/computer')
    const keys = new Keys(page)
    await keys.use(page.getByRole('link', { name: /Try the form/ }))
    await page.getByRole('heading', { name: 'Recording' }).waitFor(patience)
    expect(new URL(page.url()).pathname).toBe(`/computer/${task_id}`)
    const words = page.getByRole('region', { name: 'Replay' }).getByRole('status')
    await expect.poll(() => words.innerText()).toContain('The middle is a good place.')
    const mark = page.locator('[data-mark] span').first()
    await mark.waitFor(patience)
    const picture = (await page.getByRole('img', { name: /^The screen:/ }).boundingBox())!
    const ring = (await mark.boundingBox())!
    expect((ring.x + ring.width / 2 - picture.x) / picture.width).toBeCloseTo(640 / 1280, 2)
    expect((ring.y + ring.height / 2 - picture.y) / picture.height).toBeCloseTo(300 / 720, 2)
    expect(await allViolations(page)).toEqual([])
    const current = page.locator('[aria-current=step]')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => current.innerText()).toContain('Drag this to the other mark')
    await page.locator('[data-mark] polyline').first().waitFor(patience)
    const plan = page.getByRole('region', { name: 'Plan' })
    await expect.poll(() => plan.getByRole('listitem').innerText()).toMatch(/Try what there is\s*\(Doing\)/)
    await page.keyboard.press('End')
    await expect.poll(() => words.innerText()).toContain('All of it is done.')
    await expect.poll(() => plan.getByRole('listitem').innerText()).toMatch(/Try what there is\s*\(Done\)/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => words.innerText()).toMatch(/Check whether the task is done.*\n.*\n*It is done\./s)
    await page.keyboard.press('Home')
    await expect.poll(() => page.getByRole('slider', { name: 'Position' }).inputValue()).toBe('0')
    // It plays to the end, and can be paused before.
    await keys.use(page.getByRole('button', { name: 'Play' }))
    await page.getByRole('button', { name: 'Pause' }).waitFor(patience)
    await expect.poll(() => words.innerText(), patience).toContain('All of it is done.')
    await page.getByRole('button', { name: 'Play' }).waitFor(patience)
    await keys.use(page.getByRole('button', { name: /^Drag this/ }))
    await expect.poll(() => current.innerText()).toContain('Drag this')
    await keys.use(page.getByRole('button', { name: 'Delete' }))
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
    await keys.use(page.getByRole('button', { name: 'Delete' }))
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await page.getByText('No recordings yet.').waitFor(patience)
    await page.goBack()
    await page.getByText('There is no recording of this task').waitFor(patience)
    expect(complaints.filter((one) => !one.includes('404'))).toEqual([])
  })

  test(
    'on a telephone and in the dark nothing is cut off and axe finds nothing',
    { timeout: TIMEOUT },
    async () => {
      const task_id = await record('Try it on a telephone, with a task that takes more than one line to tell')
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await stage.open(`/computer/${task_id}`, {
          viewport: { width: 390, height: 844 },
          colorScheme,
        })
        await page.locator('[data-mark] span').first().waitFor(patience)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
        expect(await allViolations(page)).toEqual([])
      }
    },
  )

  test(
    'a task that is running is followed, and its recording can be deleted meanwhile',
    { timeout: TIMEOUT },
    async () => {
      server.mode = 'slow'
      server.script.push({ name: 'MOVE', args: { x: 300, y: 300, reason: 'First this.' } })
      const { task_id } = await tasks().start('Go on for long')
      const { page } = await stage.open(`/computer/${task_id}`)
      const words = page.getByRole('region', { name: 'Replay' }).getByRole('status')
      await expect.poll(() => words.innerText(), patience).toContain('First this.')
      await page.getByText('running', { exact: true }).waitFor(patience)
      const api = stage.service.client.desktop
      expect(await api.deleteRecording({ params: { task_id } })).toEqual({ task_id, deleted: true })
      await page.getByText('There is no recording of this task').waitFor(patience)
      await tasks().stop()
      const task = await tasks().until(task_id, ({ ended_by }) => ended_by !== null)
      expect(task.steps).toHaveLength(1)
      await expect(api.readRecording({ params: { task_id } })).rejects.toMatchObject({ code: 'not_found' })
    },
  )
})
