import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse)('what is said while the service is away', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
    stage.chat.script = undefined
  })
  afterAll(() => stage[Symbol.asyncDispose]())
  afterEach(() => {
    stage.chat.reach = 'here'
  })

  const say = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  }
  const waiting = (page: Page) => page.getByText('Waiting for Deskhand')
  const lost = (page: Page) => page.getByText("Can't reach Deskhand. Your changes").waitFor()
  const saidIn = async (page: Page) => {
    const session_id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1)!)
    const { messages } = await stage.service.client.chat.readChat({ params: { session_id } })
    return messages.filter(({ role }) => role === 'user').map(({ text }) => text)
  }

  test('waits, can be taken back, survives a reload, and is sent once and in its order', async () => {
    const { page } = await stage.open('/chat')
    await say(page, 'roll a die')
    await page.getByRole('button', { name: 'Ask again' }).waitFor()
    stage.chat.reach = 'gone'
    await lost(page)
    for (const text of ['flip a coin', 'never mind', '2 + 2']) await say(page, text)
    await expect.poll(() => waiting(page).count()).toBe(3)
    await page
      .getByRole('listitem')
      .filter({ hasText: 'never mind' })
      .getByRole('button', { name: 'Take back' })
      .click()
    await expect.poll(() => waiting(page).count()).toBe(2)
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('never mind')
    expect(await saidIn(page)).toEqual(['roll a die'])
    stage.chat.reach = 'here'
    await page.reload()
    await expect.poll(() => saidIn(page)).toEqual(['roll a die', 'flip a coin', '2 + 2'])
    await expect.poll(() => waiting(page).count()).toBe(0)
    await expect.poll(() => page.getByRole('article').count()).toBe(3)
    await expect.poll(() => page.evaluate("localStorage.getItem('deskhand.outbox')")).toBe(null)
  })

  test('a new conversation begins with it, also when the page was not reloaded', async () => {
    const { page } = await stage.open('/chat')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    stage.chat.reach = 'gone'
    await lost(page)
    await say(page, 'roll a die')
    await say(page, 'flip a coin')
    await expect.poll(() => waiting(page).count()).toBe(2)
    stage.chat.reach = 'here'
    await stage.open('/tools', { beside: page })
    await expect.poll(() => saidIn(page)).toEqual(['roll a die', 'flip a coin'])
    await expect.poll(() => page.getByRole('article').count()).toBe(2)
    await expect.poll(() => waiting(page).count()).toBe(0)
  })

  test('one that arrived without an answer coming back is not said again', async () => {
    const { page } = await stage.open('/chat')
    // The page does not know yet that nobody answers.
    await page.route('**/api/events', () => {})
    await page.reload()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    stage.chat.reach = 'deaf'
    await say(page, 'flip a coin for the deaf')
    await waiting(page).waitFor()
    stage.chat.reach = 'here'
    await page.unroute('**/api/events')
    await page.reload()
    await expect.poll(() => waiting(page).count()).toBe(0)
    await page.getByRole('article').first().waitFor()
    const { chats } = await stage.service.client.chat.listChats({ query: { query: 'deaf' } })
    expect(chats).toHaveLength(1)
    expect(page.url()).toContain(chats[0]!.session_id)
    expect(await saidIn(page)).toEqual(['flip a coin for the deaf'])
  })
})
