import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { Keys } from './keys.ts'
import { startShellStage, type ShellStage } from './stage.ts'

const step = (id: string, depends_on: string[] = []) => ({
  id,
  agent: 'file_manager',
  action: 'LIST_FILES',
  args: { path: '~' },
  depends_on,
})

describe.skipIf(!canBrowse)('the pages by keys alone', () => {
  let stage: ShellStage
  let mock: LLMock
  beforeAll(async () => {
    mock = new LLMock({ port: 0 })
    await mock.start()
    mock.onMessage(/./, { content: 'ok' })
    stage = await startShellStage()
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await mock.stop()
  })

  const at = async (path: string) => {
    const { page } = await stage.open(path)
    return { page, keys: new Keys(page) }
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
  const read = (page: Page) =>
    stage.service.client.workflows.read({ params: { workflow_id: page.url().split('/').at(-1)! } })

  test('widgets on Home are put in order, made wider and taken away', async () => {
    const pins = ['One', 'Two'].map((title) => ({ id: title, component: { type: 'card', id: title, title } }))
    await stage.service.client.store.put({ params: { key: 'shell:pins' }, body: { pins } })
    const kept = async () =>
      (await stage.service.client.store.get({ params: { key: 'shell:pins' } })) as {
        pins: { id: string; size?: string }[]
      }
    const { page, keys } = await at('/dashboard')
    await keys.use(button(page, 'Arrange'))
    await keys.reach(button(page, 'Move One'))
    await keys.press('ArrowRight')
    await expect.poll(async () => (await kept()).pins.map(({ id }) => id)).toEqual(['Two', 'One'])
    expect(await keys.at()).toBe('Move One')
    await keys.use(page.getByRole('group', { name: 'Width of One' }).getByRole('button', { name: 'Wide' }))
    await expect.poll(async () => (await kept()).pins[1]?.size).toBe('wide')
    await keys.choose(button(page, 'Menu for One'), 'Remove from Home')
    await expect.poll(async () => (await kept()).pins.map(({ id }) => id)).toEqual(['Two'])
    await keys.press('Shift+Tab')
  })

  test('a flow is built by form, and its steps are chosen in the graph', async () => {
    const { page, keys } = await at('/workflows')
    await keys.use(button(page, 'New flow'))
    await expect.poll(() => keys.at()).toBe('New flow')
    await keys.use(button(page, 'Build it'))
    await keys.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'By keys')
    for (const title of ['Write a file', 'List a folder']) {
      await keys.pick(page.getByRole('combobox', { name: 'Tool of the next step' }), title)
      await keys.use(button(page, 'Add step'))
    }
    const first = page.getByRole('region', { name: 'Step write_file' })
    await keys.reach(first.getByRole('textbox', { name: /^path/ }), 'Shift+Tab')
    await keys.type('~/keys.txt')
    await keys.fill(first.getByRole('textbox', { name: /^content/ }), 'typed')
    await keys.fill(
      page.getByRole('region', { name: 'Step list_files' }).getByRole('textbox', { name: /^path/ }),
      '~',
    )
    await keys.use(button(page, 'Create and start'))
    await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor()
    await expect.poll(() => keys.at()).toBe('By keys')
    await expect.poll(async () => (await read(page)).status).toBe('completed')
    expect(await readFile(join(dirname(stage.service.folder.root), 'keys.txt'), 'utf8')).toBe('typed')
    await keys.use(button(page, /^list_files/))
    expect(await page.locator('details#step-list_files').getAttribute('open')).not.toBeNull()
    expect(await keys.at()).toContain('list_files')
  })

  test('a flow is described in a sentence, paused, resumed and deleted', async () => {
    const { page, keys } = await at('/workflows/new')
    await keys.fill(field(page, 'What should it do?'), 'list the files in ~')
    await keys.use(button(page, 'Plan it'))
    await page.getByRole('region', { name: /^Step/ }).first().waitFor()
    await keys.use(button(page, 'When I say so'))
    await keys.use(button(page, 'Create'))
    await page.waitForURL('**/workflows/wf_*')
    await keys.use(button(page, 'Resume'))
    await expect.poll(async () => (await read(page)).status).toBe('completed')
    // While it was under way the button was called otherwise, and so was the question.
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor()
    await keys.use(button(page, 'Delete'))
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
    expect(await keys.at()).toBe('Delete')
    await keys.press('Enter')
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await page.waitForURL('**/workflows')
    await expect.poll(() => keys.at()).toBe('Flows')
  })

  test('the wizard is answered', async () => {
    const { page, keys } = await at('/workflows/new')
    await keys.use(button(page, 'Guide me'))
    await keys.fill(field(page, 'What is it for?'), 'list the files in ~')
    await keys.press('Enter')
    const question = page.getByRole('region', { name: 'Wizard' }).getByRole('status')
    await expect.poll(() => question.innerText()).toContain('Which tool')
    await expect.poll(() => keys.at()).toContain('Your answer')
    await keys.reach(page.getByRole('button', { name: /^LIST_FILES —/ }), 'Shift+Tab')
    await keys.press('Enter')
    await expect.poll(() => question.innerText()).not.toContain('Which tool')
    await expect.poll(() => keys.at()).toContain('Your answer')
    await keys.use(button(page, 'Undo the last answer'))
    await expect.poll(() => question.innerText()).toContain('Which tool')
    const answers = { 'Which tool': 'LIST_FILES', called: 'Asked for', started: 'yes' }
    while (!(await button(page, 'Show it').isVisible())) {
      const asked = await question.innerText()
      const [, answer = 'no'] = Object.entries(answers).find(([words]) => asked.includes(words)) ?? []
      await keys.fill(field(page, 'Your answer'), answer)
      await keys.press('Enter')
      await expect.poll(() => question.innerText()).not.toBe(asked)
    }
    await keys.use(button(page, 'Show it'))
    await page.getByRole('heading', { level: 1, name: 'Asked for' }).waitFor()
  })

  test('steps are approved, given other arguments, given a result and skipped', async () => {
    const steps = ['first', 'second', 'third', 'fourth'].map((id, index, all) => ({
      ...step(id, index === 0 ? [] : [all[index - 1]!]),
      needs_human: true,
      ...(id === 'third' && { outputs: ['folder'] }),
    }))
    const { workflow_id } = await stage.service.client.workflows.create({ body: { name: 'Ask me', steps } })
    const { page, keys } = await at(`/workflows/${workflow_id}`)
    const waits = async (index: number) =>
      await expect.poll(async () => (await read(page)).steps[index]?.status).toBe('waiting')
    // Until the page has heard that a step waits, the one before still has buttons of the same names.
    const decision = (id: string, name: string) =>
      page.locator(`details#step-${id}`).getByRole('button', { name })
    await waits(0)
    await keys.use(decision('first', 'Approve and run'))
    await expect.poll(() => keys.at()).toContain('first')
    await waits(1)
    await keys.use(button(page, 'Pause'))
    await expect.poll(async () => (await read(page)).status).toBe('paused')
    await keys.use(button(page, 'Resume'))
    await expect.poll(async () => (await read(page)).status).not.toBe('paused')
    await waits(1)
    await keys.use(decision('second', 'Change arguments'))
    const form = page.getByRole('form', { name: 'Arguments of second' })
    await keys.fill(form.getByRole('textbox', { name: /^path/ }), '/')
    await keys.use(form.getByRole('button', { name: 'Save and run' }))
    await waits(2)
    await keys.use(decision('third', 'Enter the result'))
    await keys.fill(field(page, 'folder'), 'given')
    await keys.use(button(page, 'Use this result'))
    await waits(3)
    await keys.use(decision('fourth', 'Skip this step'))
    await expect.poll(async () => (await read(page)).steps[3]?.status).toBe('skipped')
    expect((await read(page)).results['third']?.data).toEqual({ folder: 'given' })
    await expect.poll(() => keys.at()).toContain('fourth')
  })

  test('a failed step is tried again', async () => {
    const gone = { ...step('gone'), args: { path: '~/nowhere' } }
    const { workflow_id } = await stage.service.client.workflows.create({
      body: { name: 'Again', steps: [gone] },
    })
    const { page, keys } = await at(`/workflows/${workflow_id}`)
    await page.getByText('failed', { exact: true }).first().waitFor()
    await keys.use(page.locator('details#step-gone summary'))
    await keys.use(button(page, 'Try this step again'))
    await expect.poll(async () => (await read(page)).steps[0]).toMatchObject({ status: 'failed' })
    await expect.poll(() => keys.at()).toContain('gone')
  })

  test('a schedule is made, paused, resumed and removed', async () => {
    const { page, keys } = await at('/workflows/new')
    await keys.use(button(page, 'Build it'))
    await keys.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Morning')
    await keys.pick(page.getByRole('combobox', { name: 'Tool of the next step' }), 'List a folder')
    await keys.use(button(page, 'Add step'))
    await keys.reach(page.getByRole('textbox', { name: /^path/ }), 'Shift+Tab')
    await keys.type('~')
    await keys.use(button(page, 'On a schedule'))
    await keys.fill(field(page, 'Interval'), '2h')
    await keys.use(button(page, 'Create the schedule'))
    await page.getByText(/every 2 hours, next/).waitFor()
    await keys.use(button(page, 'Pause Morning'))
    await page.getByText('every 2 hours, paused').waitFor()
    expect(await keys.at()).toBe('Resume Morning')
    await keys.press('Enter')
    await page.getByText(/every 2 hours, next/).waitFor()
    await keys.use(button(page, 'Remove Morning'))
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Remove' }))
    await page.getByText('Morning').waitFor({ state: 'detached' })
    await keys.press('Shift+Tab')
  })

  test('a tool is found, filled in and run, and what does not fit leads to its field', async () => {
    const { page, keys } = await at('/tools')
    await keys.fill(page.getByRole('searchbox', { name: 'Search tools' }), 'list a folder')
    await keys.use(button(page, /^List a folder/))
    await expect.poll(() => keys.at()).toBe('List a folder')
    await keys.fill(field(page, /^path/), '~')
    await keys.use(button(page, 'Run'))
    await page.getByRole('region', { name: 'Done' }).waitFor()
    await keys.press('Tab')
  })

  test('a setting is found, changed and taken back', async () => {
    const { page, keys } = await at('/settings')
    const setting = async (name: string) => (await stage.service.client.settings.get({}))[name]
    await keys.fill(page.getByRole('searchbox', { name: 'Search settings' }), 'UNITS')
    await keys.reach(page.getByRole('combobox', { name: 'Units' }))
    await keys.type('i')
    await expect.poll(() => setting('UNITS')).toBe('imperial')
    await keys.use(button(page, 'Reset to default'))
    await expect.poll(() => setting('UNITS')).toBe('metric')
  })

  test('a secret is saved by Enter in its field', async () => {
    const { page, keys } = await at('/settings')
    await keys.fill(page.getByRole('searchbox', { name: 'Search settings' }), 'NEWSAPI')
    await keys.reach(page.getByLabel('NewsAPI key'))
    await keys.type('a-key-for-news')
    await keys.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await stage.service.client.settings.get({}))['NEWS_API_KEY']).toMatch(/^••••/)
  })

  test('a model is tested and used', async () => {
    const { page, keys } = await at('/settings/model')
    await keys.use(button(page, 'Another server'))
    await keys.fill(page.getByRole('textbox', { name: 'Model' }).first(), 'small')
    await keys.fill(page.getByRole('textbox', { name: 'Address', exact: true }), mock.url)
    await keys.use(button(page, 'Test it'))
    await page.getByText(/small answers/).waitFor()
    expect(await keys.at()).toBe('Test it')
    await keys.use(button(page, 'Use this model'))
    await page.getByRole('main').getByText('Saved. This model writes the next answer').waitFor()
    await keys.press('Tab')
    await stage.service.client.settings.update({ body: { LLM_PROVIDER: null, LLM_MODEL: null } })
  })

  test('the tray is opened and closed, a question decided there, and notices are read', async () => {
    const { page, keys } = await at('/dashboard')
    await keys.reach(page.getByRole('button', { name: /Inbox/ }))
    await keys.press('Enter')
    const tray = page.getByRole('complementary', { name: 'What needs you' })
    await tray.waitFor()
    await keys.press('Escape')
    await tray.waitFor({ state: 'detached' })
    await expect.poll(() => keys.at()).toMatch(/Inbox/)
    await keys.press('i')
    await tray.waitFor()
    await stage.service.client.settings.update({ body: { APPROVAL_MODE: 'always' } })
    const { data } = await stage.service.client.tools.execute({
      body: { tool_name: 'WRITE_FILE', args: { path: '~/asked.txt', content: 'by keys' } },
    })
    const { title } = (data as { confirmation: { title: string } }).confirmation
    const question = tray.getByRole('region', { name: title, exact: true })
    await keys.use(question.getByRole('button', { name: 'Reject' }))
    await question.getByText('rejected', { exact: true }).waitFor()
    await stage.service.client.workflows.create({
      body: { name: 'In the tray', steps: [{ ...step('look'), needs_human: true }] },
    })
    // One that comes after all were read would be news again.
    const notices = async () => (await stage.service.client.notifications.list({ query: {} })).notifications
    await expect
      .poll(async () => (await notices()).map(({ title }) => title))
      .toContain('In the tray is waiting for you')
    const readAll = tray.getByRole('button', { name: 'Mark all as read' })
    await keys.use(readAll)
    await readAll.waitFor({ state: 'detached' })
    // What was decided still stands there with its outcome.
    await question.getByText('rejected', { exact: true }).waitFor()
    await keys.press('Shift+Tab')
  })
})
