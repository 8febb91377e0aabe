import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { Keys } from './keys.ts'
import { startShellStage, type ShellStage } from './stage.ts'
import { clipboardOf } from './tier1-widgets.ts'

describe.skipIf(!canBrowse)('the conversation by keys alone', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const card = { type: 'card', id: 'cmp_card', title: 'A card', children: [{ type: 'text', text: 'Kept.' }] }
  const answer = () => [{ type: 'component.add', index: 0, component: card }]

  test('an answer is copied, explained, pinned, asked for again, and the message said differently', async () => {
    stage.chat.script = answer
    const { page, complaints } = await stage.open('/chat', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const keys = new Keys(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true }).last()
    await keys.type('show the card')
    await keys.press('Enter')
    await button('Copy answer').waitFor()
    await keys.press('Shift+Tab')
    await keys.use(button('Copy answer'))
    await expect.poll(() => clipboardOf(page)).toBe('A card\n\nKept.')
    await keys.choose(button('More'), 'Copy as JSON')
    await expect.poll(() => clipboardOf(page)).toContain('"A card"')
    await keys.use(button('Why this answer?'))
    await page.getByRole('group', { name: 'Why this answer' }).waitFor()
    await keys.use(page.getByRole('group', { name: 'Why this answer' }).getByRole('button'))
    await keys.reach(button('Menu for A card'), 'Shift+Tab')
    await keys.choose(button('Menu for A card'), 'Pin to Home')
    expect(await keys.at()).toBe('Menu for A card')
    await expect
      .poll(() => stage.service.client.store.get({ params: { key: 'shell:pins' } }))
      .toMatchObject({ pins: [{ component: { title: 'A card' } }] })
    await keys.use(button('Ask again'))
    await expect.poll(() => stage.chat.asked.length).toBe(2)
    expect(await keys.at()).toBe('Message')
    // Until the second answer is whole, the buttons of the first one may still stand there.
    await expect.poll(() => page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
    await expect.poll(() => button('Ask again').count()).toBe(1)
    await keys.reach(button('Edit and send again'), 'Shift+Tab')
    await keys.press('Enter')
    expect(await keys.at()).toBe('Message')
    await keys.press('End')
    await keys.type(' once more')
    await keys.press('Enter')
    await expect.poll(() => stage.chat.asked.at(-1)?.message).toBe('show the card once more')
    expect(complaints).toEqual([])
  })

  test('an answer is stopped at its button, and the next message is typed at once', async () => {
    stage.chat.script = function* () {
      // Until it is stopped.
      for (let word = 0; ; word += 1) {
        yield { type: 'text.delta', id: 't', delta: `word${word} ` }
        yield 5
      }
    }
    const { page } = await stage.open('/chat')
    const keys = new Keys(page)
    await keys.type('a long story')
    await keys.press('Enter')
    await keys.use(page.getByRole('button', { name: 'Stop', exact: true }))
    await page.getByText('Stopped.', { exact: true }).waitFor()
    expect(await keys.at()).toBe('Message')
  })

  test('files are attached and taken back', async () => {
    const { page } = await stage.open('/chat')
    const keys = new Keys(page)
    const choosing = page.waitForEvent('filechooser')
    await keys.reach(page.getByRole('button', { name: 'Attach files' }))
    await keys.press('Enter')
    const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('The key.') })
    await (await choosing).setFiles([text('one.txt'), text('two.txt')])
    await page.getByRole('button', { name: 'Remove two.txt' }).waitFor()
    await keys.reach(page.getByRole('button', { name: 'Remove one.txt' }), 'Shift+Tab')
    await keys.press('Enter')
    await page.getByText('one.txt').waitFor({ state: 'detached' })
    expect(await keys.at()).toBe('Remove two.txt')
  })

  test('the palette opens from the field, leads somewhere, and gives the focus back when it is closed', async () => {
    const { page } = await stage.open('/chat')
    const keys = new Keys(page)
    await keys.press('/')
    const palette = page.getByRole('dialog', { name: 'Search everything' })
    await palette.waitFor()
    await keys.press('ArrowDown', 'ArrowUp', 'Escape')
    await palette.waitFor({ state: 'detached' })
    expect(await keys.at()).toBe('Message')
    await keys.press('Control+k')
    await palette.waitFor()
    await keys.type('write a file')
    await page.getByRole('option', { name: /WRITE_FILE/ }).waitFor()
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: /file/i }).waitFor()
    await expect.poll(() => keys.at()).toMatch(/file/i)
    await keys.press('Control+Shift+O')
    await expect.poll(() => keys.at()).toBe('Message')
  })

  test('conversations are searched, opened, renamed and deleted', async () => {
    const { page } = await stage.open('/chat')
    const keys = new Keys(page)
    // Past the scripted answers: here the conversations are those of the service.
    await page.goto(`${stage.service.address}/chat`)
    const link = (name: RegExp) => page.getByRole('complementary').getByRole('link', { name })
    for (const message of ['roll two dice', 'flip a coin']) {
      await keys.reach(page.getByRole('textbox', { name: 'Message' }))
      await keys.type(message)
      await keys.press('Enter')
      await link(new RegExp(message, 'i')).waitFor()
      await keys.press('Control+Shift+O')
    }
    await keys.reach(page.getByRole('searchbox', { name: 'Search conversations' }), 'Shift+Tab')
    await keys.type('dice')
    await link(/coin/).waitFor({ state: 'detached' })
    await keys.use(link(/dice/))
    await page.waitForURL('**/chat/*')
    await keys.choose(page.getByRole('button', { name: /^Menu for roll/i }), 'Rename')
    await keys.write('Luck')
    await keys.press('Enter')
    await link(/Luck/).waitFor()
    expect(await keys.at()).toContain('Luck')
    await keys.choose(page.getByRole('button', { name: 'Menu for Luck' }), 'Rename')
    await keys.write('Nothing')
    await keys.press('Escape')
    await link(/Luck/).waitFor()
    await keys.choose(page.getByRole('button', { name: 'Menu for Luck' }), 'Pin')
    await page.getByRole('img', { name: 'Pinned' }).waitFor()
    const saved = page.waitForEvent('download')
    await keys.choose(page.getByRole('button', { name: 'Menu for Luck' }), 'Export as Markdown')
    const file = await saved
    expect(file.suggestedFilename()).toBe('luck.md')
    expect(await text(await file.createReadStream())).toMatch(/^# Luck\n\n## You\n[^]*roll two dice/)
    await keys.choose(page.getByRole('button', { name: 'Menu for Luck' }), 'Delete')
    await link(/Luck/).waitFor({ state: 'detached' })
    await keys.use(page.getByRole('button', { name: 'Undo' }))
    await link(/Luck/).waitFor()
    await keys.choose(page.getByRole('button', { name: 'Menu for Luck' }), 'Delete')
    await link(/Luck/).waitFor({ state: 'detached' })
    // Also after a reload it can be brought back.
    await page.reload()
    await keys.use(page.getByText('Recently deleted'))
    await keys.use(page.getByRole('button', { name: 'Restore Luck' }))
    await link(/Luck/).waitFor()
    const { chats } = await stage.service.client.chat.listChats({ query: { query: 'Luck' } })
    expect(chats).toMatchObject([{ title: 'Luck', pinned: true }])
  })

  test('on a telephone the list of conversations is opened and closed', async () => {
    const { page } = await stage.open('/chat', { viewport: { width: 390, height: 800 } })
    const keys = new Keys(page)
    await keys.reach(page.getByRole('button', { name: 'Conversations' }), 'Shift+Tab')
    await keys.press('Enter')
    expect(await keys.at()).toBe('Search conversations')
    await keys.press('Escape')
    expect(await keys.at()).toBe('Conversations')
  })
})
