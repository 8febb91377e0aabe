import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { Keys } from './keys.ts'
import { showComponents } from './show-components.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

interface Question {
  confirmation_id: string
  [member: string]: unknown
}

describe.skipIf(!canBrowse)('work that goes on while it is shown', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
    await stage.service.client.settings.update({ body: { APPROVAL_MODE: 'always' } })
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const inHome = (name: string) => join(dirname(stage.service.folder.root), name)
  const askToWrite = async (name: string): Promise<Question> => {
    const args = { path: inHome(name), content: 'Approved words' }
    const { data } = await stage.service.client.tools.execute({ body: { tool_name: 'WRITE_FILE', args } })
    return (data as { confirmation: Question }).confirmation
  }

  test('a question shows exactly what will run, and no bare key runs it: A leads to the button', async () => {
    const question = await askToWrite('approved.txt')
    const { page } = await showComponents(stage, [{ type: 'confirmation', ...question }])
    // What it changes is seen at once, the arguments themselves on a click.
    await page.getByText('+Approved words').waitFor()
    await page.getByText('Arguments', { exact: true }).click()
    const given = page.getByLabel('Arguments')
    expect(await given.innerText()).toContain(inHome('approved.txt'))
    expect(await given.innerText()).toContain('Approved words')
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Reject' }).focus()
    await page.keyboard.press('a')
    await expect.poll(() => new Keys(page).at()).toBe('Approve and run')
    expect(await stage.service.client.tools.readConfirmation({ params: question })).toMatchObject({
      status: 'open',
    })
    await page.keyboard.press('Enter')
    await page.getByText('approved', { exact: true }).waitFor()
    // The decision is told before what it allows has been done.
    await expect.poll(() => readFile(inHome('approved.txt'), 'utf8').catch(() => '')).toBe('Approved words')
  })

  test('R and Enter reject, nothing runs, and every other tab that shows the question knows', async () => {
    const question = await askToWrite('rejected.txt')
    const { page } = await showComponents(stage, [{ type: 'confirmation', ...question }])
    const other = await showComponents(stage, [{ type: 'confirmation', ...question }], { beside: page })
    await other.page.getByRole('button', { name: 'Approve and run' }).waitFor()
    await page.getByRole('button', { name: 'Approve and run' }).focus()
    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    for (const one of [page, other.page]) await one.getByText('rejected', { exact: true }).waitFor()
    await expect(access(inHome('rejected.txt'))).rejects.toThrow('ENOENT')
  })

  test('a question that was answered before it is shown again has nothing left to press', async () => {
    const question = await askToWrite('answered.txt')
    const { confirmation_id } = question
    await stage.service.client.tools.confirm({ body: { confirmation_id, approved: false } })
    const { page } = await showComponents(stage, [{ type: 'confirmation', ...question }])
    await page.getByText('rejected', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Approve and run' }).count()).toBe(0)
  })

  const lookTwice = async () => {
    await stage.service.client.settings.update({ body: { APPROVAL_MODE: 'risky' } })
    const folder = dirname(stage.service.folder.root)
    const step = (id: string, depends_on: string[]) => ({
      id,
      agent: 'file_manager',
      action: 'LIST_FILES',
      args: { path: folder },
      depends_on,
    })
    const workflow = await stage.service.client.workflows.create({
      body: { name: 'Look twice', steps: [step('first', []), step('second', ['first'])], start: false },
    })
    const { workflow_id, status, steps } = workflow
    const data = {
      workflow_id,
      name: 'Look twice',
      status,
      steps: steps.map(({ id, action, status: state }, index) => ({
        step: index + 1,
        step_id: id,
        tool: action,
        status: state,
        message: '',
      })),
    }
    return { workflow_id, card: { type: 'task_tracker', data } }
  }

  test('the steps of a workflow move on in the card', async () => {
    const { workflow_id, card } = await lookTwice()
    const { page } = await showComponents(stage, [card])
    await page.getByText('0 of 2 steps').waitFor()
    await stage.service.client.workflows.resume({ params: { workflow_id } })
    await page.getByText('2 of 2 steps').waitFor()
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2')
    await page.getByRole('button', { name: 'Open the workflow' }).click()
    await page.waitForURL(`**/workflows/${workflow_id}`)
  })

  test('a record that comes late turns no step back', async () => {
    const { workflow_id, card } = await lookTwice()
    const isDone = Promise.withResolvers<void>()
    let isFirst = true
    const holdFirst = async (route: Route) => {
      const response = await route.fetch()
      if (isFirst) {
        isFirst = false
        await isDone.promise
      }
      await route.fulfill({ response })
    }
    const { page } = await showComponents(stage, [])
    await page.route(`**/api/workflows/${workflow_id}`, holdFirst)
    stage.chat.script = function* () {
      yield { type: 'component.add', index: 0, component: { id: 'cmp_late', ...card } }
    }
    await page.getByRole('textbox', { name: 'Message' }).fill('go on')
    await page.keyboard.press('Enter')
    await page.getByText('0 of 2 steps').waitFor()
    await stage.service.client.workflows.resume({ params: { workflow_id } })
    await page.getByText('2 of 2 steps').waitFor()
    const looked = page.waitForResponse(`**/api/workflows/${workflow_id}`)
    isDone.resolve()
    await looked
    await page.waitForResponse(`**/api/workflows/${workflow_id}`)
    await page.getByText('2 of 2 steps').waitFor()
    expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2')
  })

  test('a just-in-time widget gets data that is written to it later', async () => {
    const widget = {
      type: 'jit_widget',
      id: 'cmp_total',
      title: 'Total',
      html: '<p id="total"></p>',
      script: 'addEventListener("message", ({ data }) => { total.textContent = JSON.stringify(data.data) })',
      data: { total: 1 },
    }
    // As the chat keeps a widget that a model wrote.
    const database = new DatabaseSync(stage.service.folder.database)
    database.exec(
      "INSERT INTO chats (id, title, origin, created_at, updated_at) VALUES ('chat_w', 'w', 'client', '2026', '2026')",
    )
    database
      .prepare("INSERT INTO jit_widgets (id, session_id, content) VALUES ('cmp_total', 'chat_w', ?)")
      .run(JSON.stringify({ ...widget, data: { total: 2 } }))
    database.close()
    const { page, complaints } = await showComponents(stage, [widget])
    const total = page.frameLocator('iframe').locator('#total')
    // What was written while nobody looked comes first.
    await expect.poll(() => total.innerText()).toBe('{"total":2}')
    await stage.service.client.jit_widgets.writeData({
      params: { id: 'cmp_total' },
      body: { data: { total: 3 } },
    })
    await expect.poll(() => total.innerText()).toBe('{"total":3}')
    // A line of text needs less than the usual room, and gets less.
    const height = async () => (await page.locator('iframe').boundingBox())?.height
    await expect.poll(height).toBeLessThan(120)
    expect(complaints).toEqual([])
  })
})
