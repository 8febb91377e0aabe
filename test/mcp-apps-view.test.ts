import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CallToolResult, Client } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { componentSchemas } from '../src/components/schemas.ts'
import { isReserved } from '../src/features/chat/components/repair-component.ts'
import { sampleRoutes } from './live-data-routes.ts'
import { APPS, startAppHost, type AppHost } from './mcp-app-host.ts'
import { connectMcp } from './mcp-client.ts'
import { canBrowse } from './security/chromium.ts'
import { startTestService, type TestService } from './service.ts'
import { startUpstream, type TestUpstream } from './upstream.ts'

describe.skipIf(!canBrowse)('answers in another program', () => {
  let service: TestService
  let upstream: TestUpstream
  let client: Client & AsyncDisposable
  let host: AppHost
  let home: string
  const questions: string[] = []

  beforeAll(async () => {
    upstream = await startUpstream(sampleRoutes())
    service = await startTestService({
      environment: {
        ...upstream.environment,
        DESKHAND_ALLOWED_PRIVATE_TARGETS: JSON.stringify([new URL(upstream.origin).host]),
        DESKHAND_CONTENT_INDEX: 'off',
        DESKHAND_MONITOR: 'off',
      },
    })
    home = join(dirname(service.folder.root), 'Documents')
    await mkdir(home, { recursive: true })
    client = await connectMcp(service.address, {
      name: 'host',
      extensions: APPS,
      answer: (question) => {
        questions.push(question)
        return { action: 'accept', content: { approve: true } }
      },
    })
    host = await startAppHost(client)
  })
  afterAll(async () => {
    await host[Symbol.asyncDispose]()
    await client[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
    await upstream[Symbol.asyncDispose]()
  })
  afterEach(() => {
    const { complaints, fetched } = host
    // Neither the policy nor a view had anything to say against it, and only the two pages were fetched.
    const isPage = /^(?:http:\/\/127\.0\.0\.1:\d+\/(?:app\.html)?$|data:)/
    const wrong = [...complaints.splice(0), ...fetched.splice(0).filter((url) => !isPage.test(url))]
    for (const list of [host.told, host.calls, questions]) list.splice(0)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })

  const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } })
  const ask = (message: string) => call('ASK', { message })
  const showing = async (...components: object[]) => {
    const result = await call('SHOW_COMPONENT', { components })
    expect(result.isError, JSON.stringify(result.content)).not.toBe(true)
    return result
  }
  const inApp = (expression: string) => host.page.frames().at(-1)!.evaluate(expression)
  const toldOf = (kind: string) => host.told.filter((one) => one.kind === kind).map(({ value }) => value)

  test('an answer is drawn as large as it is, from the moment that it is there', async () => {
    await host.show({ input: { message: 'df' } })
    await host.app.getByText('Thinking').waitFor()
    await host.tell('give', await ask('df'))
    await host.app.locator('table').first().waitFor()
    await expect.poll(() => toldOf('size').at(-1)).toBeGreaterThan(150)
    const height = await host.page
      .locator('iframe')
      .evaluate((frame: { clientHeight: number }) => frame.clientHeight)
    expect(height).toBe(toldOf('size').at(-1))
  })

  test('live data come through the host, and again when somebody asks', async () => {
    await host.show({ result: await ask("What's the weather in Oslo?") })
    await host.app.getByText('light rain').first().waitFor()
    expect(host.calls).toContainEqual({
      name: 'COMPONENT_DATA',
      arguments: { path: expect.stringContaining('/api/widget/weather?city=Oslo') },
    })
    const before = host.calls.length
    await host.app
      .getByRole('button', { name: /^Menu for/ })
      .first()
      .click()
    // Nothing is pinned from here.
    expect(await host.app.getByRole('menuitem', { name: 'Pin to Home' }).count()).toBe(0)
    await host.app.getByRole('menuitem', { name: 'Refresh' }).click()
    await expect.poll(() => host.calls.length).toBe(before + 1)
  })

  test('a list is read, changed and kept', async () => {
    await ask('Add bread to my groceries list')
    await host.show({ result: await ask('Show my groceries list') })
    const box = host.app.getByRole('checkbox').first()
    await box.waitFor()
    await box.check()
    await expect.poll(() => host.calls.some(({ name }) => name === 'COMPONENT_ACTION')).toBe(true)
    const entries = async () => {
      const { entries: keys } = await service.client.store.list({ query: { limit: 100 } })
      const values = await Promise.all(keys.map(({ key }) => service.client.store.get({ params: { key } })))
      return JSON.stringify(values)
    }
    await expect.poll(entries).toMatch(/Bread[^}]*"done":true|"done":true[^}]*Bread/)
    expect(questions).toEqual([])
  })

  test('a button runs its tool, and what needs approval asks in the host', async () => {
    const path = join(home, 'written.txt')
    const doomed = join(home, 'doomed.txt')
    await writeFile(doomed, 'x')
    const button = (label: string, tool_name: string, args: object) => ({
      type: 'button',
      label,
      action: { kind: 'tool', tool_name, args },
    })
    await host.show({
      result: await showing(
        button('Write it', 'WRITE_FILE', { path, content: 'From a button.' }),
        button('Delete it', 'DELETE_FILE', { path: doomed }),
      ),
    })
    await host.app.getByRole('button', { name: 'Write it' }).click()
    await host.app.getByRole('button', { name: 'Approve and run' }).click()
    await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toBe('From a button.')
    expect(questions).toEqual([])
    await host.app.getByRole('button', { name: 'Delete it' }).click()
    await host.app.getByRole('button', { name: 'Approve and run' }).click()
    await expect.poll(() => readFile(doomed, 'utf8').catch(() => 'gone')).toBe('gone')
    expect(questions).toEqual([expect.stringContaining('DELETE_FILE')])
  })

  test('what a button of an answer says goes into the conversation of the host', async () => {
    await host.show({ result: await ask('xyzzy plugh frobnicate') })
    const buttons = host.app.getByRole('main').getByRole('button')
    const label = await buttons.first().innerText()
    await buttons.first().click()
    await expect.poll(() => toldOf('message')).toEqual([[{ type: 'text', text: expect.any(String) }]])
    expect(label).not.toBe('')
    expect(host.calls.at(-1)).toMatchObject({ name: 'COMPONENT_ACTION', arguments: { path: '/chat/action' } })
    // The shell has a page for this, which a host can't open.
    await host.app.getByRole('button', { name: 'Set up a model' }).click()
    await host.app.getByText('Open Deskhand to go on there').waitFor()
  })

  test('links open through the host', async () => {
    const url = 'https://example.com/page?x=1'
    const text = `[a page](${url}) and [ours](/docs)`
    await host.show({
      result: await showing(
        { type: 'link', url, label: 'Example' },
        { type: 'text', text, format: 'markdown' },
      ),
    })
    await host.app.getByRole('link', { name: 'Example' }).click()
    await expect.poll(() => toldOf('link')).toEqual([url])
    await host.app.getByRole('link', { name: 'a page' }).click()
    await expect.poll(() => toldOf('link')).toEqual([url, url])
  })

  test('it looks as the host does, and changes with it', async () => {
    const background = () => inApp('getComputedStyle(document.documentElement).backgroundColor')
    const result = await showing({ type: 'badge', text: 'New' }, { type: 'stopwatch' })
    await host.show({ result, context: { theme: 'dark' } })
    await host.app.getByText('New').waitFor()
    const dark = await background()
    await host.tell('change', { theme: 'light' })
    await expect.poll(background).not.toBe(dark)
    const variables = {
      '--color-background-primary': 'light-dark(rgb(1, 2, 3), rgb(4, 5, 6))',
      '--color-text-primary': 'light-dark(rgb(250, 250, 250), rgb(240, 240, 240))',
      '--font-sans': 'monospace',
    }
    await host.tell('change', { theme: 'light', styles: { variables } })
    await expect.poll(background).toBe('rgb(1, 2, 3)')
    const insets = { top: 11, right: 0, bottom: 0, left: 0 }
    await host.tell('change', { theme: 'dark', styles: { variables }, safeAreaInsets: insets })
    await expect.poll(background).toBe('rgb(4, 5, 6)')
    await expect.poll(() => inApp('getComputedStyle(document.body).paddingTop')).toBe('11px')
  })

  test('times and figures are written for the user of the host', async () => {
    const table = {
      type: 'table',
      columns: [{ key: 'n', label: 'N', type: 'number', decimals: 1 }],
      rows: [{ n: 1_234_567.5 }],
    }
    await host.show({ result: await showing(table), context: { locale: 'de-DE', timeZone: 'Asia/Tokyo' } })
    await host.app.getByText('1.234.567,5').waitFor()
    expect(await inApp('new Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe('Asia/Tokyo')
  })

  test('a host that passes on no calls gets the components as they are', async () => {
    const button = {
      type: 'button',
      label: 'Go',
      action: { kind: 'tool', tool_name: 'LIST_FILES', args: {} },
    }
    const result = await showing(
      { type: 'metric', label: 'Visits', value: 12 },
      { type: 'live_weather', city: 'Oslo' },
      button,
    )
    await host.show({ result, capabilities: {} })
    await host.app.getByText('Visits').waitFor()
    await host.app.getByText('only shows what Deskhand answered').first().waitFor()
    await host.app.getByRole('button', { name: 'Go' }).click()
    await expect.poll(() => host.app.getByText('only shows what Deskhand answered').count()).toBe(2)
    expect(host.calls).toEqual([])
  })

  test('partial input, an end and a failure are taken as they come', async () => {
    await host.show({})
    await host.tell('partial', { message: 'What is' })
    await host.app.getByText('Thinking').waitFor()
    await host.tell('cancel')
    await host.app.getByText('Stopped.').waitFor()
    const failed: CallToolResult = { content: [{ type: 'text', text: 'It **failed**.' }], isError: true }
    await host.show({ result: failed })
    await host.app.getByText('failed').waitFor()
    expect(await host.tell('end')).toEqual({})
    await expect.poll(() => host.app.locator('#root').innerText()).toBe('')
  })

  test('a widget with code of its own is named, for a page here can hold no other', async () => {
    await host.show({
      result: await showing({ type: 'jit_widget', title: 'Fractal', html: '<p>x</p>', alt: 'A fractal' }),
    })
    await host.app.getByText('A fractal').waitFor()
    await host.app.getByText('Open Deskhand to use it').waitFor()
    expect(await host.app.locator('iframe').count()).toBe(0)
  })

  test('a formula is set without letters of its own', async () => {
    await host.show({
      result: await showing({ type: 'text', text: 'So $$\\frac{a}{b}$$ it is.', format: 'markdown' }),
    })
    await expect
      .poll(() => host.app.locator('math').boundingBox())
      .toMatchObject({ height: expect.any(Number) })
  })

  test('the example of every component is drawn', { timeout: 400_000 }, async () => {
    const examples = componentSchemas.map(({ type, example }) => ({ type, ...example }))
    for (const example of examples) {
      const { type } = example
      const result = isReserved(type)
        ? { content: [], structuredContent: { message: '', components: [{ id: 'cmp_1', ...example }] } }
        : await showing(example)
      await host.show({ result })
      await host.app.locator('.component-grid > *').first().waitFor()
      // Its code and data are there once no place is kept for it.
      await expect.poll(() => host.app.locator('.skeleton').count(), { message: type }).toBe(0)
      expect(await host.app.getByText("Couldn't show").count(), type).toBe(0)
      expect(host.complaints.splice(0), type).toEqual([])
    }
  })
})
