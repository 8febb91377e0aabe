import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { Keys } from './keys.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

const list = (id: string, depends_on: string[] = []) => ({
  id,
  agent: 'file_manager',
  action: 'LIST_FILES',
  args: { path: '~' },
  depends_on,
})

describe.skipIf(!canBrowse)('the editor of automations', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const at = async (path: string, options = {}) => {
    const { page, complaints } = await stage.open(path, options)
    return { page, keys: new Keys(page), complaints }
  }
  const client = () => stage.service.client.automations
  const create = (name: string, more = {}) =>
    client().create({ body: { name, steps: [list('first'), list('second', ['first'])], ...more } })
  const read = (automation_id: string) => client().read({ params: { automation_id } })
  const idOf = (page: Page) => page.url().split('/').at(-1)!
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' })
  const item = (page: Page, key: string) => page.locator(`[data-item="${key}"]`)
  /** The list is one stop for Tab; in it, arrow keys move. */
  const go = async (page: Page, keys: Keys, key: string) => {
    await keys.reach(page.locator('[data-item][tabindex="0"]'))
    await keys.press('Home')
    await keys.reach(item(page, key), 'ArrowDown')
  }
  const links = async (automation_id: string) =>
    (await read(automation_id)).steps.map(({ id, depends_on }) => `${id}<${depends_on.join(',')}`)
  const save = async (page: Page, keys: Keys) => {
    await keys.use(button(page, 'Save'))
    await button(page, 'Saved').waitFor()
  }
  /** Finds something in the list that is open and takes it. */
  const take = async (page: Page, keys: Keys, words: string) => {
    await page.getByRole('dialog').waitFor()
    await keys.type(words)
    await keys.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  test('one is made, tried and run by keys alone', async () => {
    const { page, keys, complaints } = await at('/workflows')
    await keys.use(button(page, 'New automation'))
    await expect.poll(() => keys.at()).toBe('New automation')
    await keys.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'By keys')
    await keys.use(button(page, 'Add'))
    await take(page, keys, 'write a file')
    await expect.poll(() => keys.at()).toBe('Write a file')
    await keys.fill(page.getByRole('textbox', { name: /^path/ }), '~/made.txt')
    await keys.fill(page.getByRole('textbox', { name: /^content/ }), 'by keys')
    await keys.press('Escape')
    await expect.poll(() => keys.at()).toContain('Write a file')
    await keys.press('/')
    await take(page, keys, 'trigger webhook')
    await page.getByText('Save it to get its secret address.').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await save(page, keys)
    await page.getByText(/\/webhook\/automation\/[\w-]{43}$/).waitFor()
    await button(page, 'Copy the address').waitFor()
    await keys.use(button(page, 'Try it'))
    await expect.poll(() => item(page, 'step:write_file').innerText()).toContain('completed')
    expect(await readFile(join(dirname(stage.service.folder.root), 'made.txt'), 'utf8')).toBe('by keys')
    expect((await read(idOf(page))).last_run).toBeNull()
    await keys.use(button(page, 'Run now'))
    await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor()
    await page.waitForURL('**/workflows/wf_*')
    expect(complaints).toEqual([])
  })

  test.each(['Outline', 'Graph'])(
    'steps are inserted, moved, connected and removed in the %s',
    async (view) => {
      const { automation_id } = await create(`Steps in the ${view}`)
      const { page, keys } = await at(`/workflows/${automation_id}`)
      await keys.use(button(page, view))
      await go(page, keys, 'step:first')
      await keys.press('ArrowDown')
      await expect.poll(() => keys.at()).toContain('second')
      await keys.press('ArrowUp', 'a')
      await take(page, keys, 'set values')
      await expect.poll(() => keys.at()).toBe('Set values')
      await keys.press('Escape')
      await expect.poll(() => keys.at()).toContain('set_values')
      await save(page, keys)
      expect(await links(automation_id)).toEqual(['first<', 'set_values<first', 'second<set_values'])

      await go(page, keys, 'step:set_values')
      await keys.press('Alt+ArrowDown')
      await expect.poll(() => keys.at()).toContain('set_values')
      await save(page, keys)
      expect(await links(automation_id)).toEqual(['first<', 'second<first', 'set_values<second'])

      await go(page, keys, 'step:set_values')
      await keys.press('Home', 'c')
      await take(page, keys, 'set_values')
      await save(page, keys)
      expect(await links(automation_id)).toEqual(['first<', 'second<first', 'set_values<second,first'])

      await go(page, keys, 'step:first')
      await keys.press('ArrowDown', 'Delete')
      await expect.poll(() => keys.at()).toContain('set_values')
      await save(page, keys)
      expect(await links(automation_id)).toEqual(['first<', 'set_values<first'])

      await go(page, keys, 'step:set_values')
      await keys.press('Control+z')
      await item(page, 'step:second').waitFor()
      await keys.press('Control+Shift+Z')
      await item(page, 'step:second').waitFor({ state: 'detached' })
      await go(page, keys, 'step:set_values')
      await keys.press('Enter')
      await expect.poll(() => keys.at()).toBe('Set values')
      expect(await seriousViolations(page)).toEqual([])
    },
  )

  test('a step is renamed with what others say of it, and a condition is checked while it is typed', async () => {
    const { automation_id } = await create('Names')
    const { page, keys } = await at(`/workflows/${automation_id}`)
    await go(page, keys, 'step:second')
    await keys.press('Enter')
    await keys.use(page.getByText('Conditions, lists and errors'))
    const condition = page.getByRole('textbox', { name: 'Only if' })
    await keys.fill(condition, 'size($first.entries) >')
    await page.getByText(/^Column 23:/).waitFor()
    await keys.press('Control+Space')
    await take(page, keys, 'first')
    await expect.poll(() => condition.inputValue()).toContain('>$first')
    await keys.fill(condition, 'size($first.entries) > 0')
    await keys.press('Escape')
    await go(page, keys, 'step:first')
    await keys.press('Enter')
    await keys.fill(page.getByRole('textbox', { name: 'Name of the step' }), 'look')
    await keys.press('Tab')
    await save(page, keys)
    expect((await read(automation_id)).steps[1]).toMatchObject({
      depends_on: ['look'],
      when: 'size($look.entries) > 0',
    })
  })

  test('a step gets a tool that undoes it', async () => {
    const { automation_id } = await create('Undone')
    const { page, keys } = await at(`/workflows/${automation_id}`)
    await go(page, keys, 'step:second')
    await keys.press('Enter')
    await keys.use(page.getByText('Conditions, lists and errors'))
    await keys.use(button(page, 'Choose a tool …'))
    await take(page, keys, 'list a folder file manager')
    const undo = page.getByRole('region', { name: 'Undo' })
    await keys.fill(undo.getByRole('textbox', { name: 'path' }), '~/Documents')
    await keys.press('Tab')
    await save(page, keys)
    expect((await read(automation_id)).steps[1]).toMatchObject({
      undo: { agent: 'file_manager', action: 'LIST_FILES', args: { path: '~/Documents' } },
    })
  })

  test('one step runs with pinned data, and its result is shown', async () => {
    const { automation_id } = await create('Pins')
    await client().run({ params: { automation_id }, body: {} })
    const { page, keys } = await at(`/workflows/${automation_id}`)
    await expect.poll(() => item(page, 'step:second').innerText()).toContain('completed')
    await go(page, keys, 'step:first')
    await keys.press('p')
    await expect.poll(() => item(page, 'step:first').innerText()).toContain('pinned')
    await keys.press('ArrowDown', 'r')
    const runs = page.getByRole('combobox', { name: 'Run' })
    await keys.press('Enter')
    await expect.poll(() => runs.locator('option').allInnerTexts()).toHaveLength(2)
    await expect.poll(() => item(page, 'step:second').innerText()).toContain('completed')
    expect((await read(automation_id)).pins).toHaveProperty('first')
    await button(page, 'Pin this data').waitFor()
  })

  test('a draft is kept when somebody else has saved meanwhile', async () => {
    const { automation_id } = await create('Shared')
    const { page, keys } = await at(`/workflows/${automation_id}`)
    await keys.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Mine')
    const body = { name: 'Theirs', steps: [list('first')] }
    await client().change({ params: { automation_id }, body })
    await keys.use(button(page, 'Save'))
    const note = page.getByRole('alert')
    await expect.poll(() => note.innerText()).toContain('Somebody else changed this automation')
    expect(await note.innerText()).toContain('changed name from "Theirs" to "Mine"')
    expect((await read(automation_id)).name).toBe('Theirs')
    await keys.use(button(page, 'Save mine as a new version'))
    await button(page, 'Saved').waitFor()
    expect(await read(automation_id)).toMatchObject({ name: 'Mine', version: 3 })
  })

  test('versions are compared and restored', async () => {
    const { automation_id } = await create('Versions')
    await client().change({ params: { automation_id }, body: { name: 'Versions', steps: [list('first')] } })
    const { page, keys } = await at(`/workflows/${automation_id}`)
    await keys.use(button(page, 'Versions'))
    await page.getByText('Removed step second').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await keys.use(button(page, 'Restore version 1'))
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Restore' }))
    await page.getByRole('heading', { name: 'Version 3' }).waitFor()
    expect((await read(automation_id)).steps).toHaveLength(2)
  })

  test('events are listed and replayed', async () => {
    const automation = await create('Events', { triggers: [{ id: 'hook', type: 'webhook' }] })
    const { automation_id } = automation
    const { page, keys } = await at(`/workflows/${automation_id}`)
    await fetch(`${stage.service.address}${automation.trigger_states[0]!.address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order":17}',
    })
    await keys.use(button(page, 'Events'))
    await page.getByRole('link', { name: 'Show the run' }).waitFor()
    await keys.use(button(page, /^Replay event/))
    await expect.poll(() => button(page, /^Replay event/).count()).toBe(2)
    expect(await seriousViolations(page)).toEqual([])
  })

  test('the list switches one off, and deletes it after asking', async () => {
    const { automation_id } = await create('Listed')
    const { page, keys } = await at('/workflows')
    await keys.use(page.getByRole('switch', { name: 'Listed is on' }), 'Space')
    await expect.poll(async () => (await read(automation_id)).enabled).toBe(false)
    expect(await seriousViolations(page)).toEqual([])
    await keys.use(button(page, 'Delete Listed'))
    await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
    await page.getByText('Listed').waitFor({ state: 'detached' })
    await expect(read(automation_id)).rejects.toThrow(/No automation/)
  })

  test('what the service refuses is told at the step, and an unsaved draft outlives another page', async () => {
    const { automation_id } = await create('Refused')
    const { page, keys } = await at(`/workflows/${automation_id}`)
    await go(page, keys, 'step:second')
    await keys.press('Enter')
    await keys.fill(page.getByRole('textbox', { name: /^path/ }), '$nothing.path')
    await keys.use(button(page, 'Save'))
    await expect.poll(() => item(page, 'step:second').innerText()).toContain('nothing')
    await keys.use(button(page, 'All flows'))
    await keys.use(button(page, 'Refused'))
    await go(page, keys, 'step:second')
    await keys.press('Enter')
    expect(await page.getByRole('textbox', { name: /^path/ }).inputValue()).toBe('$nothing.path')
    await keys.use(button(page, 'Discard changes'))
    await expect.poll(() => page.getByRole('textbox', { name: /^path/ }).inputValue()).toBe('~')
  })

  test('a phone shows the outline, then the form of a step in its place', async () => {
    const { automation_id } = await create('Phone')
    const { page } = await at(`/workflows/${automation_id}`, { viewport: { width: 390, height: 844 } })
    await item(page, 'step:second').click()
    await page.getByRole('heading', { name: 'List a folder' }).waitFor()
    await item(page, 'step:second').waitFor({ state: 'hidden' })
    expect(await seriousViolations(page)).toEqual([])
    await button(page, 'Close').click()
    await item(page, 'step:second').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  })

  test('a new one starts from a template, chosen by keys', async () => {
    const { page, keys, complaints } = await at('/workflows/new-automation')
    await keys.use(button(page, 'Start from a template'))
    await page.getByRole('dialog').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await take(page, keys, 'every friday')
    await expect.poll(() => page.locator('[data-item^="step:"]').count()).toBeGreaterThan(0)
    await save(page, keys)
    await page.waitForURL(/aut_/)
    expect(await read(idOf(page))).toMatchObject({ triggers: [{ type: 'schedule', cron: '0 17 * * 5' }] })
    expect(complaints).toEqual([])
  })

  test('one that was exported is imported from its file, switched off', async () => {
    const { automation_id } = await create('Given away')
    const { page, keys } = await at(`/workflows/${automation_id}`)
    const saved = page.waitForEvent('download')
    await keys.use(button(page, 'Export'))
    await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-given-'))
    const file = join(folder.path, 'given.json')
    await (await saved).saveAs(file)
    await keys.use(button(page, 'All flows'))
    const chooser = page.waitForEvent('filechooser')
    await keys.use(button(page, 'Import'))
    await (await chooser).setFiles(file)
    await button(page, 'Export').waitFor()
    const brought = await read(idOf(page))
    expect(brought).toMatchObject({ name: 'Given away', enabled: false })
    expect(brought.automation_id).not.toBe(automation_id)
  })

  test('a schedule is edited as the automation that it is', async () => {
    const { schedule_id } = await stage.service.client.workflows.createSchedule({
      body: { name: 'Weekly', cron: '0 9 * * 1', steps: [list('first')] },
    })
    const { page, keys } = await at('/workflows')
    await keys.use(button(page, 'Weekly'))
    await keys.use(button(page, 'Edit'))
    await keys.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Every Monday')
    await save(page, keys)
    await keys.use(button(page, 'All flows'))
    await button(page, 'Every Monday').waitFor()
    expect(await read(schedule_id)).toMatchObject({ name: 'Every Monday', version: 2 })
  })
})
