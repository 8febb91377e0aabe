import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse)('saying it again, and going on where something came between', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())
  afterEach(() => {
    stage.chat.reach = 'here'
    stage.chat.script = () => []
  })

  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
  const say = async (page: Page, text: string) => {
    await field(page).fill(text)
    await page.keyboard.press('Enter')
  }
  const attach = async (page: Page, name: string) => {
    await page
      .getByLabel('Files to attach')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('The key lies under the mat.') })
    await expect.poll(() => page.getByRole('list', { name: 'Attached files' }).innerText()).toMatch(/txt\s*$/)
  }

  test('asking again and editing take the files of the message along', async () => {
    stage.chat.script = () => [{ type: 'text.delta', id: 't', delta: 'Read.' }]
    const { page } = await stage.open('/chat')
    await attach(page, 'notes.txt')
    await say(page, 'where is the key')
    const again = page.getByRole('button', { name: 'Ask again' })
    await again.waitFor()
    const notes = { document_id: expect.stringMatching(/^doc/), name: 'notes.txt' }
    const count = stage.chat.asked.length
    await again.click()
    await expect.poll(() => stage.chat.asked.length).toBe(count + 1)
    expect(stage.chat.asked.at(-1)?.attachments).toEqual([notes])
    await again.waitFor()
    await page.getByText('where is the key', { exact: true }).last().hover()
    await page.getByRole('button', { name: 'Edit and send again' }).last().click()
    await page.getByText('Files included: notes.txt.').waitFor()
    await attach(page, 'more.txt')
    await say(page, 'where are the keys')
    await expect.poll(() => stage.chat.asked.at(-1)?.message).toBe('where are the keys')
    expect(stage.chat.asked.at(-1)?.attachments).toEqual([
      notes,
      expect.objectContaining({ name: 'more.txt' }),
    ])
  })

  test('a message that is taken back brings its files back', async () => {
    const { page } = await stage.open('/chat')
    await attach(page, 'notes.txt')
    stage.chat.reach = 'gone'
    await page.getByText("Can't reach Deskhand. Your changes").waitFor()
    await say(page, 'where is the key')
    await page.getByRole('button', { name: 'Take back' }).click()
    expect(await field(page).inputValue()).toBe('where is the key')
    expect(await page.getByRole('list', { name: 'Attached files' }).innerText()).toContain('notes.txt')
  })

  test('an answer that cannot be stopped, because nobody is there, ends on the page', async () => {
    const never = new Promise<void>(() => {})
    stage.chat.script = function* () {
      yield { type: 'text.delta', id: 't', delta: 'Once upon a time' }
      yield never
    }
    const { page } = await stage.open('/chat')
    await say(page, 'tell me a story')
    await page.getByText('Once upon a time').waitFor()
    stage.chat.reach = 'gone'
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    await page.getByText('Once upon a time').waitFor()
    expect(await page.locator('article[aria-busy="true"]').count()).toBe(0)
  })

  test('what is stopped before it has begun is stopped when it begins', async () => {
    stage.chat.script = function* () {
      yield { type: 'text.delta', id: 't', delta: 'Once upon a time' }
      yield new Promise<void>(() => {})
    }
    const { page } = await stage.open('/chat')
    const sent = Promise.withResolvers<void>()
    await page.route('**/chat/stream', async (route) => {
      await sent.promise
      await route.continue()
    })
    await say(page, 'tell me a story')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped.', { exact: true }).waitFor()
    const stopping = page.waitForRequest('**/chat/stop')
    sent.resolve()
    expect((await stopping).postDataJSON()).toMatchObject({
      run_id: expect.stringMatching(/^run_/) as string,
    })
    expect(await page.getByText('Once upon a time').count()).toBe(0)
  })

  test('what is stopped in the frame in which it begins is stopped', async () => {
    stage.chat.script = function* () {
      yield new Promise<void>(() => {})
    }
    const { page } = await stage.open('/chat')
    // No frame comes any more: what has arrived is not drawn yet.
    await page.evaluate('window.framesAsked = 0; window.requestAnimationFrame = () => ++window.framesAsked')
    await say(page, 'tell me a story')
    await expect.poll(() => page.evaluate('window.framesAsked')).toBeGreaterThan(0)
    const stopping = page.waitForRequest('**/chat/stop')
    await page.getByRole('button', { name: 'Stop' }).dispatchEvent('click')
    expect((await stopping).postDataJSON()).toMatchObject({
      run_id: expect.stringMatching(/^run_/) as string,
    })
  })

  test('what is written while a conversation is loading waits for it', async () => {
    stage.chat.script = undefined
    const { page } = await stage.open('/chat')
    await say(page, 'roll a die')
    await page.getByRole('button', { name: 'Ask again' }).waitFor()
    const arrived = Promise.withResolvers<void>()
    await page.route('**/api/chats/*', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole('status', { name: 'Loading the conversation' }).waitFor()
    await say(page, 'flip a coin')
    expect(await page.getByRole('article').count()).toBe(0)
    arrived.resolve()
    await page.getByText('roll a die', { exact: true }).last().waitFor()
    expect(await field(page).inputValue()).toBe('flip a coin')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
  })

  test('a new name of the conversation stands above it at once', async () => {
    stage.chat.script = undefined
    const { page } = await stage.open('/chat')
    await say(page, 'roll a die')
    await page.getByRole('button', { name: 'Ask again' }).waitFor()
    const session = page.getByRole('listitem').filter({ has: page.locator('a[aria-current="page"]') })
    await session.hover()
    await session.getByRole('button', { name: /^Menu for/ }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'New title' }).fill('My dice')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('My dice')
  })

  test('the up-arrow in an empty field begins with what was said last', async () => {
    stage.chat.script = () => [{ type: 'text.delta', id: 't', delta: 'Done.' }]
    const { page } = await stage.open('/chat')
    for (const text of ['the first', 'the second']) {
      await say(page, text)
      await page.getByRole('button', { name: 'Ask again' }).waitFor()
    }
    await page.keyboard.press('ArrowUp')
    await field(page).fill('')
    await page.keyboard.press('ArrowUp')
    expect(await field(page).inputValue()).toBe('the second')
  })
})
