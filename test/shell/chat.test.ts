import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { componentSchemas } from '../../src/components/schemas.ts'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'
import type { ScriptedEvent } from './scripted-chat.ts'

/** What a page has that a program has not. */
interface PageWords {
  readonly DataTransfer: new () => { items: { add(file: File): void } }
  readonly ClipboardEvent: new (name: string, members: object) => Event
  readonly DragEvent: new (name: string, members: object) => Event
}

describe.skipIf(!canBrowse)('the conversation', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())
  beforeEach(() => {
    stage.chat.asked.length = 0
  })

  const add = (index: number, component: object): ScriptedEvent => ({
    type: 'component.add',
    index,
    component,
  })

  test('keys alone send a message, and stop its answer where Send stood', async () => {
    stage.chat.script = function* () {
      // Until it is stopped.
      for (let word = 0; ; word += 1) {
        yield { type: 'text.delta', id: 't', delta: `word${word} ` }
        yield 5
      }
    }
    const { page, complaints } = await stage.open('/chat')
    await page.keyboard.type('tell me a long story')
    await page.keyboard.press('Enter')
    await page.getByText('word10 ').waitFor()
    const stop = page.getByRole('button', { name: 'Stop' })
    await stop.waitFor()
    expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByText('Stopped.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    expect(page.url()).toContain('/chat/chat_scripted')
    expect(complaints).toEqual([])
  })

  test('a skeleton stands where a component will be, then the component, in its order', async () => {
    const seen = Promise.withResolvers<void>()
    stage.chat.script = function* () {
      yield { type: 'component.add', index: 0, component: { type: 'table', id: 'a' }, status: 'loading' }
      yield add(1, { type: 'heading', id: 'b', text: 'Second' })
      yield seen.promise
      yield add(0, { type: 'heading', id: 'a2', text: 'First' })
    }
    const { page } = await stage.open('/chat')
    await page.keyboard.type('go')
    await page.keyboard.press('Enter')
    await page.getByRole('status', { name: 'Preparing table' }).waitFor()
    seen.resolve()
    await page.getByRole('heading', { name: 'First' }).waitFor()
    expect(await page.getByRole('article').getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'First',
      'Second',
    ])
  })

  test('text is Markdown and never HTML', async () => {
    stage.chat.script = function* () {
      yield {
        type: 'text.delta',
        id: 't',
        delta:
          '**bold** <img src=x onerror=alert(1)> [no](javascript:alert(1)) ![far](https://far.test/x.png)',
      }
      yield 400
    }
    const { page, asked } = await stage.open('/chat')
    await page.keyboard.type('go')
    await page.keyboard.press('Enter')
    await page.getByText('bold', { exact: true }).waitFor()
    const answer = page.getByRole('article')
    expect(await answer.locator('img').count()).toBe(0)
    expect(
      await answer
        .locator('a')
        .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href)),
    ).toEqual(['https://far.test/x.png'])
    expect(await answer.innerText()).toContain('<img src=x onerror=alert(1)>')
    expect(asked.filter((url) => url.includes('far.test'))).toEqual([])
  })

  test('what cannot be drawn is a small card, is reported, and the rest goes on', async () => {
    stage.chat.script = function* () {
      yield add(0, { type: 'table', id: 'a', columns: null, rows: [{}] })
      yield add(1, { type: 'heading', id: 'b', text: 'Still here' })
    }
    const { page } = await stage.open('/chat')
    await page.keyboard.type('go')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: "Couldn't show table" }).waitFor()
    await page.getByRole('heading', { name: 'Still here' }).waitFor()
    await expect
      .poll(async () =>
        (await stage.service.client.telemetry.read({ query: {} })).recent_failures.map(
          ({ component }) => component,
        ),
      )
      .toContain('table')
  })

  test('every component type is drawn from its own example', async () => {
    const examples = componentSchemas.map(({ type, example }): { type: string; id?: string } => ({
      type,
      ...example,
    }))
    stage.chat.script = function* () {
      for (const [index, example] of examples.entries()) yield add(index, { id: `cmp_${index}`, ...example })
    }
    const { page, asked, complaints } = await stage.open('/chat')
    await page.keyboard.type('show all')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy answer' }).last().waitFor()
    await expect.poll(() => page.getByRole('status', { name: /^(?:Loading|Preparing) \w+/ }).count()).toBe(0)
    expect(await page.getByText("Couldn't show").count()).toBe(0)
    expect(asked.map((url) => new URL(url).origin).filter((origin) => origin !== stage.chat.address)).toEqual(
      [],
    )
    // Nobody answers for live data here: the cards say so, and so does the browser's console. It also tells of a part of
    // the policy for widgets that it does not know yet.
    const expected = /Failed to load resource|directive 'webrtc'/
    expect(complaints.filter((text) => !expected.test(text))).toEqual([])
    expect(await seriousViolations(page)).toEqual([])
  })

  test('a draft survives a reload, and the up-arrow brings back what was said', async () => {
    stage.chat.script = () => [add(0, { type: 'text', id: 't', text: 'Done.' })]
    const { page } = await stage.open('/chat')
    await page.keyboard.type('half a thou')
    await page.reload()
    const field = page.getByRole('textbox', { name: 'Message' })
    expect(await field.inputValue()).toBe('half a thou')
    await field.fill('the first')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('Done.').waitFor()
    await page.keyboard.press('ArrowUp')
    expect(await field.inputValue()).toBe('the first')
  })

  test('a reader who has scrolled up is left alone and told that there is more', async () => {
    const scrolled = Promise.withResolvers<void>()
    stage.chat.script = function* () {
      for (let line = 0; line < 150; line += 1) {
        yield { type: 'text.delta', id: 't', delta: `Line ${line} of the story.\n\n` }
        if (line === 40) yield scrolled.promise
      }
    }
    const { page } = await stage.open('/chat', { viewport: { width: 1000, height: 500 } })
    await page.keyboard.type('go')
    await page.keyboard.press('Enter')
    await page.getByText('Line 40 ').waitFor()
    const view = page.getByRole('region', { name: 'Messages' })
    await view.hover()
    await page.mouse.wheel(0, -2_000)
    await expect
      .poll(() => view.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop))
      .toBe(0)
    const top = 0
    scrolled.resolve()
    await page.getByRole('button', { name: 'New messages' }).waitFor()
    await page.getByText('Line 100 ').waitFor({ state: 'attached' })
    expect(await view.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop)).toBe(
      top,
    )
    await page.getByRole('button', { name: 'New messages' }).click()
    await page.getByRole('article').getByText('Line 149 ').waitFor()
  })

  test('what is selected in an answer stays selected while it is written on', async () => {
    const selected = Promise.withResolvers<void>()
    const seen = Promise.withResolvers<void>()
    stage.chat.script = function* () {
      yield { type: 'text.delta', id: 't', delta: 'Once upon a time there was a **fox' }
      yield selected.promise
      yield { type: 'text.delta', id: 't', delta: ' cub** that' }
      yield seen.promise
      yield { type: 'text.delta', id: 't', delta: ' slept.' }
    }
    const { page } = await stage.open('/chat')
    await page.keyboard.type('go')
    await page.keyboard.press('Enter')
    await page.getByText('Once upon a time').waitFor()
    await page.evaluate(`getSelection().setBaseAndExtent(
      ...[5, 9].flatMap((at) => [document.querySelector('article p span').firstChild, at]))`)
    selected.resolve()
    await page.getByRole('article').getByText('fox cub').waitFor()
    expect(await page.evaluate('getSelection().toString()')).toBe('upon')
    seen.resolve()
    await page.getByRole('article').getByText('that slept.').waitFor()
    await page.getByRole('button', { name: 'Copy answer' }).waitFor()
    expect(await page.getByRole('article').locator('p').innerText()).toBe(
      'Once upon a time there was a fox cub that slept.',
    )
  })

  /** Does with a file what the browser does with that of another program; tells whether the page took it. */
  const bring = (target: Locator, how: 'paste' | 'drop', name: string) =>
    target.evaluate(
      (element, { how, name }) => {
        const { DataTransfer, ClipboardEvent, DragEvent } = globalThis as unknown as PageWords
        const carried = new DataTransfer()
        carried.items.add(new File(['The key lies under the mat.'], name, { type: 'text/plain' }))
        const kind = { bubbles: true, cancelable: true, dataTransfer: carried, clipboardData: carried }
        const events =
          how === 'paste'
            ? [new ClipboardEvent('paste', kind)]
            : ['dragenter', 'dragover', 'drop'].map((step) => new DragEvent(step, kind))
        for (const event of events) (element as unknown as EventTarget).dispatchEvent(event)
        return events.at(-1)!.defaultPrevented
      },
      { how, name },
    )

  test('files that are chosen, pasted and dropped go with the message as documents', async () => {
    stage.chat.script = () => [add(0, { type: 'text', id: 't', text: 'Read.' })]
    const { page } = await stage.open('/chat')
    const message = page.getByRole('textbox', { name: 'Message' })
    await page.getByLabel('Files to attach').setInputFiles({
      name: 'chosen.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The key lies under the mat.'),
    })
    expect(await bring(message, 'paste', 'pasted.txt')).toBe(true)
    expect(await bring(page.getByRole('heading', { level: 1 }), 'drop', 'dropped.txt')).toBe(true)
    const files = page.getByRole('list', { name: 'Attached files' })
    await expect.poll(() => files.getByRole('listitem').count()).toBe(3)
    await expect.poll(() => files.innerText()).not.toContain('…')
    await message.fill('where is the key')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('Read.').waitFor()
    const attached = stage.chat.asked.at(-1)?.attachments as { document_id: string; name: string }[]
    expect(attached.map(({ name }) => name).toSorted()).toEqual(['chosen.txt', 'dropped.txt', 'pasted.txt'])
    expect(attached.every(({ document_id }) => document_id.startsWith('doc'))).toBe(true)
  })

  test('a file that is dropped beside the conversation neither goes with it nor takes the place of the page', async () => {
    const { page } = await stage.open('/chat')
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('half a thought')
    expect(await bring(page.getByRole('navigation', { name: 'Pages' }), 'drop', 'stray.txt')).toBe(true)
    expect(await page.getByText('stray.txt').count()).toBe(0)
    expect(await message.inputValue()).toBe('half a thought')
  })

  test('an answer explains itself and can be pinned to Home', async () => {
    stage.chat.script = () => [
      add(0, { type: 'list', id: 'cmp_pin', title: 'Found', items: [{ text: 'one' }] }),
    ]
    const { page } = await stage.open('/chat')
    await page.keyboard.type('go')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Why this answer?' }).click()
    await page.getByText('The built-in router understood your message.').waitFor()
    await page.getByRole('button', { name: 'Menu for Found' }).click()
    await page.getByRole('menuitem', { name: 'Pin to Home' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Found' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  test('two tabs and a client that edit one list keep in step and lose nothing', async () => {
    stage.chat.script = () => [
      add(0, { type: 'todo_list', id: 'in-step', title: 'In step', show_done: true }),
    ]
    const { page } = await stage.open('/chat')
    const second = await stage.open('/chat', { beside: page })
    for (const one of [page, second.page]) {
      await one.getByRole('textbox', { name: 'Message' }).fill('list')
      await one.keyboard.press('Enter')
      await one.getByRole('textbox', { name: 'New entry' }).waitFor()
    }
    const type = async (one: typeof page, text: string) => {
      await one.getByRole('textbox', { name: 'New entry' }).fill(text)
      await one.keyboard.press('Enter')
    }
    await Promise.all([type(page, 'from the first'), type(second.page, 'from the second')])
    const entries = (one: typeof page) =>
      one
        .getByRole('textbox', { name: 'Entry', exact: true })
        .evaluateAll((fields) =>
          fields.map((field) => (field as unknown as { value: string }).value).toSorted(),
        )
    await expect.poll(() => entries(page)).toEqual(['from the first', 'from the second'])
    await expect.poll(() => entries(second.page)).toEqual(['from the first', 'from the second'])
    const kept = (await stage.service.client.store.get({ params: { key: 'in-step' } })) as { items: object[] }
    await stage.service.client.store.put({
      params: { key: 'in-step' },
      body: { items: [...kept.items, { id: 'x', text: 'from a client', done: false }] },
    })
    await expect.poll(() => entries(page)).toContain('from a client')
    await expect.poll(() => entries(second.page)).toContain('from a client')
  })
})
