import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const list = (id: string, depends_on: string[] = []) => ({
  id,
  agent: 'file_manager',
  action: 'LIST_FILES',
  args: { path: '~' },
  depends_on,
})

describe.skipIf(!canBrowse)('flows', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const home = () => dirname(stage.service.folder.root)
  const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  const press = (page: Page, name: string | RegExp) => button(page, name).press('Enter')
  const read = (page: Page) =>
    stage.service.client.workflows.read({ params: { workflow_id: page.url().split('/').at(-1)! } })

  test('one is built by form, with the fields of its tools, without a mouse', async () => {
    const { page, complaints } = await stage.open('/workflows')
    await press(page, 'New flow')
    await press(page, 'Build it')
    await page.getByRole('textbox', { name: 'Name', exact: true }).pressSequentially('Write and look')
    for (const tool of ['WRITE_FILE', 'LIST_FILES']) {
      await page.getByRole('combobox', { name: 'Tool of the next step' }).selectOption(tool)
      await press(page, 'Add step')
    }
    const first = page.getByRole('region', { name: 'Step write_file' })
    await first.getByRole('textbox', { name: /^path/ }).pressSequentially('~/built.txt')
    await first.getByRole('textbox', { name: /^content/ }).pressSequentially('by hand')
    await page
      .getByRole('region', { name: 'Step list_files' })
      .getByRole('textbox', { name: /^path/ })
      .pressSequentially('~')
    expect(await seriousViolations(page)).toEqual([])
    await press(page, 'Create and start')
    await page.getByRole('heading', { level: 1, name: 'Write and look' }).waitFor()
    await expect.poll(async () => (await read(page)).status).toBe('completed')
    await button(page, 'Run again').waitFor()
    expect(await readFile(join(home(), 'built.txt'), 'utf8')).toBe('by hand')
    expect((await read(page)).steps.map(({ depends_on }) => depends_on)).toEqual([[], ['write_file']])
    expect(complaints).toEqual([])
  })

  test('what does not fit is told with every reason, and can be mended', async () => {
    const { page } = await stage.open('/workflows/new')
    await press(page, 'Build it')
    await page.getByRole('combobox', { name: 'Tool of the next step' }).selectOption('WRITE_FILE')
    await press(page, 'Add step')
    await press(page, 'Create and start')
    const reasons = page.getByRole('main').getByRole('alert')
    await expect.poll(() => reasons.innerText()).toMatch(/path[^]*content/)
    await page.getByRole('textbox', { name: /^path/ }).fill('~/mended.txt')
    await page.getByRole('textbox', { name: /^content/ }).fill('whole')
    await press(page, 'Create and start')
    await page.waitForURL('**/workflows/wf_*')
    await expect.poll(async () => (await read(page)).status).toBe('completed')
  })

  test('a sentence becomes a plan, which is looked at before it runs', async () => {
    const { page } = await stage.open('/workflows/new')
    await page
      .getByRole('textbox', { name: 'What should it do?' })
      .fill('list the files in ~ and write "seen" to ~/planned.txt')
    await press(page, 'Plan it')
    await page.getByRole('region', { name: /^Step/ }).nth(1).waitFor()
    await expect(access(join(home(), 'planned.txt'))).rejects.toThrow('ENOENT')
    await press(page, 'When I say so')
    await press(page, 'Create')
    await press(page, 'Resume')
    await expect.poll(async () => (await read(page)).status).toMatch(/completed|waiting/)
  })

  test('a sentence that says when becomes an automation, with what could not be planned', async () => {
    const { page } = await stage.open('/workflows/new')
    await page
      .getByRole('textbox', { name: 'What should it do?' })
      .fill('every Friday at 5pm zip my Documents and water the plants')
    await press(page, 'Plan it')
    await page.getByRole('heading', { name: 'New automation' }).waitFor()
    await page.getByText("Couldn't plan: water the plants").waitFor()
    await page.getByText('Fridays at 17:00').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await page.waitForURL(/aut_/)
    const { schedules } = await stage.service.client.workflows.listSchedules({})
    expect(schedules).toMatchObject([{ cron: '0 17 * * 5', steps: [{ action: 'COMPRESS_FILES' }] }])
    await stage.service.client.workflows.removeSchedule({
      params: { schedule_id: schedules[0]!.schedule_id },
    })
  })

  test('the wizard asks, takes an answer back, and makes the flow', async () => {
    const { page } = await stage.open('/workflows/new')
    await press(page, 'Guide me')
    await page.getByRole('textbox', { name: 'What is it for?' }).fill('list the files in ~')
    await page.keyboard.press('Enter')
    const question = page.getByRole('region', { name: 'Wizard' }).getByRole('status')
    await expect.poll(() => question.innerText()).toContain('Which tool')
    const suggestions = page.getByRole('group', { name: 'Suggestions' })
    await suggestions.getByRole('button', { name: /^LIST_FILES —/ }).press('Enter')
    await expect.poll(() => question.innerText()).not.toContain('Which tool')
    expect(await seriousViolations(page)).toEqual([])
    await press(page, 'Undo the last answer')
    await expect.poll(() => question.innerText()).toContain('Which tool')
    const answers = { 'Which tool': 'LIST_FILES', called: 'Look around', 'Start it now': 'yes' }
    while (!(await button(page, 'Show it').isVisible())) {
      const asked = await question.innerText()
      const [, answer = 'no'] = Object.entries(answers).find(([words]) => asked.includes(words)) ?? []
      await page.getByRole('textbox', { name: 'Your answer' }).fill(answer)
      await page.keyboard.press('Enter')
      await expect.poll(() => question.innerText()).not.toBe(asked)
    }
    await press(page, 'Show it')
    await page.getByRole('heading', { level: 1, name: 'Look around' }).waitFor()
    await expect.poll(async () => (await read(page)).status).toBe('completed')
  })

  test('a schedule is made, told in words, paused and removed', async () => {
    const { page } = await stage.open('/workflows/new')
    await press(page, 'Build it')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Morning look')
    await page.getByRole('combobox', { name: 'Tool of the next step' }).selectOption('LIST_FILES')
    await press(page, 'Add step')
    await page.getByRole('textbox', { name: /^path/ }).fill('~')
    await press(page, 'On a schedule')
    await press(page, 'By cron')
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 8 * * 1-5')
    await press(page, 'Create the schedule')
    await page.getByText(/Monday to Friday at 08:00, next/).waitFor()
    await press(page, 'Pause Morning look')
    await page.getByText('Monday to Friday at 08:00, paused').waitFor()
    await press(page, 'Remove Morning look')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByText('Morning look').waitFor({ state: 'detached' })
    expect((await stage.service.client.workflows.listSchedules({})).schedules).toEqual([])
  })

  test('a box of the graph opens its step', async () => {
    const { workflow_id } = await stage.service.client.workflows.create({
      body: { name: 'Two looks', steps: [list('near'), list('far', ['near'])] },
    })
    const { page } = await stage.open(`/workflows/${workflow_id}`)
    const shown = page.locator('details#step-far')
    await shown.waitFor()
    expect(await shown.getAttribute('open')).toBeNull()
    await press(page, /^far/)
    await shown.getByText('Arguments').waitFor()
    expect(await shown.getAttribute('open')).not.toBeNull()
  })

  test('a waiting step gets other arguments, and the next one its result from a person', async () => {
    const steps = [
      { ...list('look'), needs_human: true },
      { ...list('ask', ['look']), needs_human: true, outputs: ['folder'] },
    ]
    const { workflow_id } = await stage.service.client.workflows.create({ body: { name: 'Ask me', steps } })
    const { page } = await stage.open(`/workflows/${workflow_id}`)
    await press(page, 'Change arguments')
    const form = page.getByRole('form', { name: 'Arguments of look' })
    await form.getByRole('textbox', { name: /^path/ }).fill(home())
    expect(await seriousViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Save and run' }).press('Enter')
    await expect.poll(async () => (await read(page)).steps[1]?.status).toBe('waiting')
    // Until the page has heard of it, the step before still has a button of this name.
    const ask = page.locator('details#step-ask')
    await ask.getByRole('button', { name: 'Enter the result' }).press('Enter')
    await page.getByRole('textbox', { name: 'folder' }).fill('the one above')
    await press(page, 'Use this result')
    await expect.poll(async () => (await read(page)).status).toBe('completed')
    const { steps: done, results } = await read(page)
    expect(done[0]?.args).toMatchObject({ path: home() })
    expect(results['ask']?.data).toEqual({ folder: 'the one above' })
  })

  test('a failed step is mended and tried again, or skipped', async () => {
    const gone = { ...list('gone'), args: { path: '~/nowhere' } }
    const create = () => stage.service.client.workflows.create({ body: { name: 'Mend me', steps: [gone] } })
    const { workflow_id } = await create()
    const { page } = await stage.open(`/workflows/${workflow_id}`)
    await page.getByText('failed', { exact: true }).first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'gone' }).locator('summary').press('Enter')
    await press(page, 'Change arguments')
    const form = page.getByRole('form', { name: 'Arguments of gone' })
    await form.getByRole('textbox', { name: /^path/ }).fill('~')
    await form.getByRole('button', { name: 'Save and run' }).press('Enter')
    await expect.poll(async () => (await read(page)).status).toBe('completed')

    await page.goto(`${stage.chat.address}/workflows/${(await create()).workflow_id}`)
    await page.getByText('failed', { exact: true }).first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'gone' }).locator('summary').press('Enter')
    await press(page, 'Skip this step')
    await expect.poll(async () => (await read(page)).steps[0]?.status).toBe('skipped')
  })
})
