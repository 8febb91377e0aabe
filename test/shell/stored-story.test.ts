import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse)('a conversation that is opened again', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  test('shows what was done and how each question was answered', async () => {
    const { page } = await stage.open('/chat')
    await page.route('**/api/chats/chat_kept', (route) => route.fulfill({ json: RECORD }))
    await page.goto(`${stage.chat.address}/chat/chat_kept`)
    await page.getByText('Moved a.txt to the trash.').first().waitFor()
    const article = (index: number) => page.getByRole('article').nth(index).innerText()
    await expect
      .poll(() => article(0))
      .toMatch(/Let me look\.\s+WRITE_FILE\s+Created notes\.txt\.\s+1\.2\s+s\s+Written\./)
    await expect.poll(() => article(1)).toMatch(/Delete a\.txt\?\s+approved\s+Moved a\.txt to the trash\./)
    await expect.poll(() => article(1)).toMatch(/Send it\?\s+rejected\s+Nothing was done\./)
    expect(await page.getByText('closed').count()).toBe(0)
  })
})

const at = '2026-03-02T09:30:00Z'
const message = (number: number, members: object) => ({
  message_id: `msg_${number}`,
  text: '',
  components: [],
  attachments: [],
  run_id: `run_${number}`,
  created_at: at,
  ...members,
})
const question = (id: string, title: string) => ({
  type: 'confirmation',
  id: `cmp_${id}`,
  confirmation_id: id,
  title,
  message: 'It asks first.',
  agent: 'file_manager',
  action: 'DELETE_FILE',
  args: {},
  risk: 'dangerous',
  expires_at: at,
})
const call = { call_id: 'c1', agent: 'file_manager', action: 'WRITE_FILE', args: {}, risk: 'write' }
const moved = { success: true, message: 'Moved a.txt to the trash.', data: null }
const decided = (confirmation_id: string, approved: boolean) => ({
  type: 'approval.result',
  after: null,
  confirmation_id,
  approved,
  result: approved ? moved : null,
})

const RECORD = {
  session_id: 'chat_kept',
  title: 'Kept',
  origin: 'client',
  created_at: at,
  updated_at: at,
  messages: [
    message(1, { role: 'user', text: 'write and tidy' }),
    message(2, {
      role: 'assistant',
      components: [
        { type: 'text', id: 't1', text: 'Let me look.' },
        { type: 'text', id: 't2', text: 'Written.' },
      ],
      happened: [
        { type: 'tool.start', after: 't1', ...call },
        {
          type: 'tool.end',
          after: 't1',
          call_id: 'c1',
          duration_ms: 1_200,
          result: { success: true, message: 'Created notes.txt.', data: null },
        },
      ],
    }),
    message(3, {
      role: 'assistant',
      components: [question('cnf_yes', 'Delete a.txt?'), question('cnf_no', 'Send it?')],
    }),
    message(4, { role: 'assistant', happened: [decided('cnf_yes', true), decided('cnf_no', false)] }),
  ],
}
