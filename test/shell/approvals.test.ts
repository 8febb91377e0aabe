import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { seriousViolations, startShellStage, type ShellStage } from './stage.ts'

type Answer = { content: string } | { toolCalls: { name: string; arguments: string }[] }

const calls = (...wanted: readonly (readonly [string, object])[]): Answer => ({
  toolCalls: wanted.map(([name, args]) => ({ name, arguments: JSON.stringify(args) })),
})

describe.skipIf(!canBrowse)('a question about several calls', () => {
  const mock = new LLMock({ port: 0, chunkSize: 40 })
  let script: Answer[] = []
  let stage: ShellStage
  let documents: string
  beforeAll(async () => {
    await mock.start()
    mock.onMessage(/[\s\S]*/, () => script.shift() ?? { content: 'Nothing more.' })
    stage = await startShellStage()
    stage.chat.script = undefined
    documents = join(dirname(stage.service.folder.root), 'Documents')
    await mkdir(documents)
    await post('/api/settings', {
      LLM_PROVIDER: 'openai_compatible',
      LLM_MODEL: 'played',
      LLM_BASE_URL: `${mock.url}/v1`,
      LLM_API_KEY: 'key-of-the-test',
    })
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await mock.stop()
  })

  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    expect((await fetch(stage.service.address + path, init)).status).toBe(200)
  }
  const put = (name: string, text: string) => writeFile(join(documents, name), text)
  const isThere = (name: string) =>
    access(join(documents, name)).then(
      () => true,
      () => false,
    )
  const say = async (page: Page, words: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(words)
    await page.keyboard.press('Enter')
  }
  const allowed = async () => {
    const response = await fetch(`${stage.service.address}/api/approvals/allowed`)
    return ((await response.json()) as { allowed: { words: string; used: number }[] }).allowed
  }

  test('shows what changes; a call is left out, one edited, one allowed for good and revoked', async () => {
    await Promise.all([
      put('old.txt', 'x'.repeat(2_000)),
      put('older.txt', 'y'),
      put('bill.txt', 'z'),
      put('notes.txt', 'Milk\nBread\nEggs\n'),
    ])
    script = [
      calls(
        ['DELETE_FILE', { path: '~/Documents/old.txt' }],
        ['CREATE_FOLDER', { path: '~/Documents/Bills' }],
        ['MOVE_FILE', { path: '~/Documents/bill.txt', to: '~/Documents/Bills' }],
        ['EDIT_FILE', { path: '~/Documents/notes.txt', edits: [{ old: 'Bread', new: 'Rye \u202Ebread' }] }],
        ['WRITE_FILE', { path: '~/Documents/sum.md', content: '# Sum\n' }],
      ),
      { content: 'Tidied.' },
      calls(['DELETE_FILE', { path: '~/Documents/older.txt' }]),
      { content: 'That one is gone too.' },
    ]
    const { page, complaints } = await stage.open('/chat')
    await say(page, 'Ponder the quuxes of yore and put my papers in order, would you kindly')
    const card = page.getByRole('region', { name: /and 4 more/ })
    await card.getByText('2 kB, to the trash').waitFor()
    const text = await card.innerText()
    expect(text).toContain('~/Documents/Bills/bill.txt')
    expect(text).toContain(String.raw`+Rye \u{202E}bread`)
    expect(await seriousViolations(page)).toEqual([])

    await card.getByRole('checkbox', { name: /notes\.txt/ }).uncheck()
    await card.getByRole('button', { name: /Edit Write a file/ }).click()
    await card.getByLabel('content').fill('# Total\n')
    await card.getByRole('button', { name: 'Keep changes' }).click()
    await card.getByLabel('Delete in ~/Documents').selectOption('folder')
    await card.getByRole('button', { name: 'Approve 4 and run' }).click()
    await page.getByText('Allowed from now on: Delete in ~/Documents.').waitFor()
    await page.getByText('Tidied.').first().waitFor()
    expect(await readFile(join(documents, 'sum.md'), 'utf8')).toBe('# Total\n')
    expect(await readFile(join(documents, 'notes.txt'), 'utf8')).toContain('Bread')
    expect([await isThere('old.txt'), await isThere('Bills/bill.txt')]).toEqual([false, true])

    await say(page, 'And now ponder the other quux, whichever that may be, thank you')
    await page.getByText('That one is gone too.').first().waitFor()
    expect(await isThere('older.txt')).toBe(false)
    expect(await allowed()).toMatchObject([{ words: 'Delete in ~/Documents', used: 1 }])

    await page.goto(`${stage.chat.address}/settings/safety`)
    const list = page.getByRole('region', { name: 'Always allowed' })
    await list.getByText('used once').waitFor()
    await list.getByRole('button', { name: 'Revoke: Delete in ~/Documents' }).click()
    await list.getByText('Nothing yet.').waitFor()
    expect(await allowed()).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a question that a button raises has the width of the answer', async () => {
    const action = { kind: 'tool', tool_name: 'WRITE_FILE', args: { path: '~/.vimrc', content: 'x' } }
    const button = { type: 'button', label: 'Show more', action }
    const children = [{ ...button, label: 'Show this' }]
    script = [{ content: JSON.stringify({ components: [button, { type: 'row', children }] }) }]
    const { page } = await stage.open('/chat')
    await say(page, 'please compare both of my old plans')
    for (const name of ['Show more', 'Show this']) {
      await page.getByRole('button', { name }).click()
      const card = page.getByRole('region', { name: /vimrc/ }).nth(name === 'Show more' ? 0 : 1)
      const answer = page.locator('.component-grid').last()
      await card.waitFor()
      const widths = await Promise.all([card, answer].map(async (each) => (await each.boundingBox())!.width))
      expect(widths[0]).toBe(widths[1])
    }
  })
})
