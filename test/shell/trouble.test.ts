import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { showComponents } from './show-components.ts'
import { startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse)('when something goes wrong or comes too late', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
  const announced = (page: Page) =>
    page.getByRole('log', { name: 'Announcements' }).locator('p').allTextContents()

  test('the same sentence said twice is spoken twice', async () => {
    const { page } = await showComponents(stage, [{ type: 'code', code: 'ls' }], {
      permissions: ['clipboard-write'],
    })
    const copy = page.getByRole('button', { name: 'Copy the code' })
    await copy.click()
    await expect.poll(async () => (await announced(page)).slice(-1)).toEqual(['Copied.'])
    await copy.click()
    await expect.poll(async () => (await announced(page)).slice(-2)).toEqual(['Copied.', 'Copied.'])
  })

  test('code that cannot be fetched takes nothing with it, and can be fetched later', async () => {
    stage.chat.script = () => [
      { type: 'component.add', index: 0, component: { type: 'quiz', id: 'q', questions: [QUESTION] } },
    ]
    const { page } = await stage.open('/chat')
    // The last part of the page itself: from here on everything that is fetched was asked for.
    await page.getByText('With a model, Deskhand understands everything else').waitFor()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.getByRole('button', { name: /Inbox/ }).click()
    await page
      .getByText(/Couldn't open this/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await message(page).fill('a quiz')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: "Couldn't show quiz" }).waitFor()
    await page.unroute('**/assets/*.js')
    await expect
      .poll(async () => {
        const again = page.getByRole('button', { name: 'Try again' })
        if (await again.isVisible()) await again.click()
        return await page.getByRole('region', { name: 'Quiz' }).isVisible()
      })
      .toBe(true)
    // For a second after a failure it is not fetched again: whoever is that quick is told so once more.
    const tray = page.getByRole('complementary', { name: 'What needs you' })
    await expect
      .poll(async () => {
        const close = page.getByRole('button', { name: 'Close' })
        if (await close.isVisible()) await close.click()
        await page.getByRole('button', { name: /Inbox/ }).click()
        return await tray.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        )
      })
      .toBe(true)
  })

  test('an address that cannot be read is still a page', async () => {
    const { page } = await stage.open('/settings')
    await page.evaluate(goTo('/tools/%E0%A4%A'))
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor()
    expect(await page.title()).toBe('Tools · Deskhand')
  })

  test('each conversation keeps its own draft, and its own files', async () => {
    const { page } = await stage.open('/chat')
    await page.route('**/api/chats/chat_*', (route) => {
      const session_id = new URL(route.request().url()).pathname.split('/').at(-1)
      return route.fulfill({ json: { session_id, title: `Chat ${session_id}`, messages: [] } })
    })
    await page.goto(`${stage.chat.address}/chat/chat_one`)
    await page.getByRole('heading', { level: 1, name: 'Chat chat_one' }).waitFor()
    await message(page).fill('for the first')
    await page.goto(`${stage.chat.address}/chat`)
    await page.keyboard.press('Control+Shift+O')
    await message(page).fill('for a new one')
    await page.getByLabel('Files to attach').setInputFiles({
      name: 'new.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('A file.'),
    })
    await page.getByText('new.txt').waitFor()
    await page.evaluate(goTo('/chat/chat_one'))
    await expect.poll(() => message(page).inputValue()).toBe('for the first')
    expect(await page.getByText('new.txt').count()).toBe(0)
    await page.keyboard.press('Control+Shift+O')
    await expect.poll(() => message(page).inputValue()).toBe('for a new one')
  })

  test('a conversation that is left is no longer listened to', async () => {
    const { page } = await stage.open('/tools')
    const record = {
      session_id: 'chat_busy',
      title: 'Busy',
      messages: [
        { message_id: 'm', role: 'user', text: 'go', run_id: 'run_busy', components: [], attachments: [] },
      ],
    }
    await page.route('**/api/chats/chat_busy', (route) => route.fulfill({ json: record }))
    const listening = page.waitForRequest('**/api/runs/run_busy/events')
    // Never answered: the run goes on.
    await page.route('**/api/runs/run_busy/events', () => {})
    await page.goto(`${stage.chat.address}/chat/chat_busy`)
    await listening
    const left = page.waitForEvent('requestfailed', (request) => request.url().includes('run_busy'))
    await page.keyboard.press('Control+Shift+O')
    expect((await left).failure()?.errorText).toContain('ABORTED')
  })

  test('what a button says while an answer is coming is said after it', async () => {
    const over = Promise.withResolvers<void>()
    stage.chat.script = function* (said) {
      const action = { kind: 'chat', message: 'and then this' }
      if (said !== 'go') return
      yield { type: 'component.add', index: 0, component: { type: 'button', label: 'Next', action } }
      yield over.promise
    }
    const { page } = await stage.open('/chat')
    await message(page).fill('go')
    await page.keyboard.press('Enter')
    await page.route('**/chat/action', (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', status: 404, detail: 'No such answer.' } }),
    )
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('coin flip')
    await page.getByRole('option', { name: /Coin flip/ }).click()
    const waiting = page.getByRole('listitem').filter({ hasText: 'Sent after this answer' })
    await waiting.waitFor()
    expect(stage.chat.asked.map((asked) => asked.message)).not.toContain('Coin flip')
    over.resolve()
    await expect.poll(() => stage.chat.asked.at(-1)?.message).toBe('Coin flip')
    await waiting.waitFor({ state: 'detached' })
  })

  test('an answer that comes late does not replace a later one', async () => {
    const { page } = await stage.open('/workflows')
    const held = Promise.withResolvers<void>()
    const flow = (name: string) => ({
      workflow_id: `wf_${name}`,
      name,
      status: name,
      created_at: new Date().toISOString(),
      step_count: 1,
      completed_count: 0,
    })
    await page.route('**/api/workflows?status=*', async (route) => {
      const status = new URL(route.request().url()).searchParams.get('status')!
      if (status === 'running') await held.promise
      await route.fulfill({ json: { workflows: [flow(status)], next_cursor: null } })
    })
    await page.getByRole('button', { name: 'running' }).click()
    await page.getByRole('button', { name: 'failed' }).click()
    await page.getByRole('button', { name: /^failed 0 of 1 step,/ }).waitFor()
    const late = page.waitForResponse(/status=running/)
    held.resolve()
    await (await late).finished()
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    expect(await page.getByRole('button', { name: /^failed 0 of 1/ }).count()).toBe(1)
  })

  test('a field that does not hold JSON is led to, and nothing is sent', async () => {
    const { page } = await stage.open('/tools/WRITE_XLSX')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/execute_tool')) sent.push(request.postData() ?? '')
    })
    const chart = page.getByRole('textbox', { name: /^chart/ })
    await chart.fill('{"type": ')
    for (const [field, value] of [
      ['path', '~/a.xlsx'],
      ['data', '[{"a": 1}]'],
    ])
      await page.getByRole('textbox', { name: new RegExp(`^${field}`) }).fill(value!)
    await page.getByRole('button', { name: 'Run' }).click()
    expect(await chart.getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate('document.activeElement.ariaInvalid')).toBe('true')
    expect(sent).toEqual([])
  })

  test('a slider that is only passed by does nothing', async () => {
    const { page } = await showComponents(stage, [
      { type: 'slider', name: 'n', label: 'How many', action: { kind: 'chat', message: 'Take $value' } },
    ])
    const before = stage.chat.asked.length
    await page.route('**/chat/action', (route) => route.fulfill({ json: { kind: 'store', components: [] } }))
    const done: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/chat/action')) done.push(request.postData() ?? '')
    })
    await message(page).focus()
    for (let tabs = 0; tabs < 40; tabs += 1) await page.keyboard.press('Shift+Tab')
    expect(done).toEqual([])
    await page.getByRole('slider', { name: 'How many' }).press('ArrowRight')
    await expect.poll(() => done.length).toBe(1)
    expect(stage.chat.asked.length).toBe(before)
  })

  test('where the browser keeps nothing, a widget still goes on from what it shows', async () => {
    const { page } = await stage.open('/tools', { own: true })
    await page.context().addInitScript(`
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (key, value) {
        if (key.startsWith('deskhand.widget.')) throw new DOMException('full', 'QuotaExceededError')
        setItem.call(this, key, value)
      }`)
    const poll = { type: 'poll', question: 'Lunch?', options: [{ label: 'Soup' }, { label: 'Salad' }] }
    const { page: shown } = await showComponents(stage, [poll], { beside: page })
    for (const votes of ['1 vote', '2 votes', '3 votes']) {
      await shown.getByRole('radio', { name: /Soup/ }).check()
      await shown.getByRole('button', { name: 'Vote', exact: true }).click()
      await shown.getByText(votes, { exact: true }).waitFor()
    }
    expect(await shown.evaluate('Object.keys(localStorage).join()')).not.toContain('deskhand.widget')
  })

  test('lines of the machine on Home begin before the page was opened', async () => {
    await expect
      .poll(async () => {
        const { metrics } = await stage.service.client.dashboard.read({})
        return 'history' in metrics ? (metrics.history?.length ?? 0) : 0
      })
      .toBeGreaterThan(2)
    const { page } = await stage.open('/chat')
    // Without any event.
    await page.route('**/api/events', () => {})
    await page.goto(`${stage.chat.address}/dashboard`)
    await page.getByRole('img', { name: /^CPU over the last/ }).waitFor()
    await page.getByRole('img', { name: /^Memory over the last/ }).waitFor()
  })
})

/** As if the reader had gone there by the buttons of the browser. */
const goTo = (path: string) =>
  `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`

const QUESTION = { question: 'One?', options: ['yes', 'no'], answer: 0 }
