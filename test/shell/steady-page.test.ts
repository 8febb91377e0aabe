import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'

/** What moves and what stays: the document never, the conversation with its end, the keys into the field. */
describe.skipIf(!canBrowse)('a page that holds still', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const say = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }

  test('the document never scrolls, whatever is on it and however small it is', async () => {
    stage.chat.script = function* () {
      yield { type: 'text.delta', id: 't', delta: 'A line of the story.\n\n'.repeat(60) }
    }
    const { page } = await stage.open('/chat', { viewport: { width: 1280, height: 700 } })
    for (const text of ['one', 'two', 'three']) {
      await say(page, text)
      await page.getByRole('button', { name: 'Ask again' }).waitFor()
    }
    for (const path of ['', '/dashboard', '/settings', '/tools']) {
      if (path !== '') await page.goto(stage.chat.address + path)
      await page.locator('main h1').first().waitFor()
      for (const size of [
        { width: 1280, height: 700 },
        { width: 390, height: 500 },
      ]) {
        await page.setViewportSize(size)
        await page.mouse.move(20, 200)
        await page.mouse.wheel(0, 20_000)
        expect(await page.evaluate(SCROLLED), `${path} at ${size.width}`).toEqual([0, 0, true])
      }
    }
  })

  test('a card that grows after it was drawn does not leave the end behind', async () => {
    stage.chat.script = function* () {
      yield { type: 'text.delta', id: 't', delta: 'A line of the story.\n\n'.repeat(40) }
    }
    const { page } = await stage.open('/chat', { viewport: { width: 1280, height: 600 } })
    await say(page, 'long')
    await page.getByRole('button', { name: 'Ask again' }).waitFor()
    stage.chat.script = () => [
      { type: 'component.add', index: 0, component: { type: 'code_snippets', id: 'tall', initial: TALL } },
      { type: 'component.add', index: 1, component: { type: 'heading', id: 'end', text: 'The very end' } },
    ]
    // Something grows just when the page has moved to the end, and before it is told that it has.
    await page.evaluate(`document.addEventListener('scroll', () => {
      const last = [...document.querySelectorAll('.message')].at(-1)
      last.style.minHeight = last.offsetHeight + 400 + 'px'
    }, { capture: true, once: true })`)
    await say(page, 'cards')
    await page.getByRole('heading', { name: 'The very end' }).waitFor()
    await page.getByText('snippet 9', { exact: true }).waitFor({ state: 'attached' })
    await expect.poll(() => page.evaluate(FROM_END)).toBeLessThan(4)
    expect(await page.getByRole('button', { name: 'New messages' }).count()).toBe(0)
  })

  test('a conversation that is opened again ends at its end', async () => {
    const { page } = await stage.open('/chat', { viewport: { width: 1280, height: 600 } })
    await page.route('**/api/chats/chat_long', (route) => route.fulfill({ json: LONG }))
    await page.goto(`${stage.chat.address}/chat/chat_long`)
    await page.getByRole('heading', { name: 'The very end' }).waitFor()
    const last = page.getByRole('article').last()
    await expect.poll(() => last.getByRole('button', { name: 'Copy the code' }).count()).toBe(10)
    await expect.poll(() => page.evaluate(FROM_END)).toBeLessThan(4)
    // Whoever goes up stays there.
    await page.getByRole('region', { name: 'Messages' }).hover()
    await page.mouse.wheel(0, -3_000)
    await expect.poll(() => page.evaluate(FROM_END)).toBeGreaterThan(1_000)
    // What comes into view above moves nothing that is being read, and is nothing new.
    for (let step = 0; step < 12; step += 1) {
      const before = await page.evaluate<number>(LOOK)
      await page.mouse.wheel(0, -100)
      await expect
        .poll(async () => Math.abs((await page.evaluate<number>(MOVED)) - before - 100))
        .toBeLessThan(4)
    }
    expect(await page.getByRole('button', { name: 'New messages' }).count()).toBe(0)
  })

  test('what is typed right after the palette was asked for is all in its field', async () => {
    for (const opening of ['/', 'Control+k']) {
      const { page } = await stage.open('/chat')
      await page.getByRole('textbox', { name: 'Message' }).focus()
      await page.keyboard.press(opening)
      await page.keyboard.type('calculator', { delay: 30 })
      expect(await page.getByRole('combobox', { name: /^Search tools/ }).inputValue()).toBe('calculator')
      expect(await page.getByRole('textbox', { name: 'Message', includeHidden: true }).inputValue()).toBe('')
    }
  })
})

const SCROLLED = `(() => {
  window.scrollTo(0, 9_999)
  const { scrollHeight, clientHeight } = document.documentElement
  return [window.scrollY, document.body.scrollTop, scrollHeight <= clientHeight]
})()`

const FROM_END = `(() => {
  const view = document.querySelector('[aria-label="Messages"]')
  return view.scrollHeight - view.scrollTop - view.clientHeight
})()`

/** Where a message that is in view stands, and how far down it stands afterwards. */
const LOOK = `(() => {
  const view = document.querySelector('[aria-label="Messages"]').getBoundingClientRect()
  const messages = [...document.querySelectorAll('.message')]
  window.seen = messages.find((message) => message.getBoundingClientRect().bottom > view.top + 20)
  return window.seen.getBoundingClientRect().top
})()`
const MOVED = 'window.seen.getBoundingClientRect().top'

const TALL = {
  snippets: Array.from({ length: 10 }, (_, index) => ({
    id: `s${index}`,
    title: `snippet ${index}`,
    code: 'one\ntwo\nthree\nfour',
  })),
}

const at = '2026-03-02T09:30:00Z'
const LONG = {
  session_id: 'chat_long',
  title: 'Long',
  origin: 'client',
  created_at: at,
  updated_at: at,
  messages: Array.from({ length: 60 }, (_, index) => ({
    message_id: `msg_${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    text: index % 2 === 0 ? `Question ${index}` : '',
    components:
      index % 2 === 0
        ? []
        : [
            { type: 'text', id: `t${index}`, text: 'A line of the story.\n\n'.repeat(index % 7) },
            { type: 'code_snippets', id: `s${index}`, initial: TALL },
            ...(index === 59 ? [{ type: 'heading', id: 'end', text: 'The very end' }] : []),
          ],
    attachments: [],
    run_id: `run_${index}`,
    created_at: at,
  })),
}
