import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeProgram, type FakeProgram } from '../../../test/fake-program.ts'
import { archivedText, writeMessages, type SampleMessage } from '../../../test/macos-home.ts'
import { hasRecordings, recordingPath } from '../../../test/recordings.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import type { AnyTool, Outcome } from '../../contract/tool.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { createNativechat } from './plugin.ts'

let folders: TestFolders
let osascript: FakeProgram
const opened: { close(): void }[] = []

beforeEach(async () => {
  folders = await createTestFolders()
  osascript = await fakeProgram('osascript')
})

afterEach(async () => {
  for (const database of opened.splice(0)) database.close()
  await folders[Symbol.asyncDispose]()
  await osascript[Symbol.asyncDispose]()
})

const samples: readonly SampleMessage[] = [
  { text: 'An old one about Lunch', chat: 1, from: 1, at: 400_000_000, old: true },
  { text: 'Shall we have lunch?', chat: 1, from: 1, at: 700_000_000 },
  { body: archivedText('Liked “LUNCH at noon”'), chat: 1, from: 1, at: 700_000_010, reaction: true },
  { body: archivedText('LÜNCH at noon 🍕'), chat: 1, at: 700_000_020 },
  { text: 'Who is in?', chat: 2, from: 2, at: 700_000_030 },
  { body: archivedText('\u{fffc}'), chat: 2, from: 2, at: 700_000_040, file: 'venue.jpg' },
]

function withMessages(messages: readonly SampleMessage[] = samples): void {
  opened.push(writeMessages(folders.home, messages))
}

async function run(action: string, args: object): Promise<Outcome<Record<string, unknown>>> {
  const { tools } = createNativechat({ searchPath: osascript.searchPath })
  const tool: AnyTool = tools.find((each) => each.action === action)!
  expect(checkFor(tool.params, 'body')(args)).toEqual([])
  const outcome = (await tool.run(args, createTestCall(folders))) as Outcome<Record<string, unknown>>
  expect(checkFor(tool.data, 'result')(outcome.data)).toEqual([])
  return outcome
}

test('NATIVECHAT_SEARCH finds a text whatever its case and marks, the newest first, without reactions', async () => {
  withMessages()
  const { message, data } = await run('NATIVECHAT_SEARCH', { query: 'lunch' })
  expect(message).toBe('Found "lunch" in 3 messages.')
  expect(data['messages']).toMatchObject([
    { text: 'LÜNCH at noon 🍕', from_me: true, sender: null, sent_at: '2023-03-08T20:27:00.000Z' },
    {
      text: 'Shall we have lunch?',
      from_me: false,
      sender: '+15551234567',
      chat_guid: 'iMessage;-;+15551234567',
      sent_at: '2023-03-08T20:26:40.000Z',
    },
    { text: 'An old one about Lunch', sent_at: '2013-09-04T15:06:40.000Z' },
  ])
  expect((await run('NATIVECHAT_SEARCH', { query: 'zebra' })).message).toBe('No message contains "zebra".')
})

test('NATIVECHAT_SEARCH gives twenty unless asked for more, also where there are thousands', async () => {
  withMessages(
    Array.from({ length: 1500 }, (_, index) => ({
      text: index % 50 === 0 ? `hit ${index}` : 'nothing',
      chat: 1,
      at: 700_000_000 + index,
    })),
  )
  const found = async (args: object) =>
    (await run('NATIVECHAT_SEARCH', { query: 'hit', ...args })).data['messages'] as { text: string }[]
  expect(await found({})).toHaveLength(20)
  expect((await found({}))[0]!.text).toBe('hit 1450')
  expect(await found({ count: 500 })).toHaveLength(30)
})

test('NATIVECHAT_READ reads a chat by its identifier, by a number or by the name of the group, in order', async () => {
  withMessages()
  const texts = async (chat: string) =>
    ((await run('NATIVECHAT_READ', { chat_guid: chat })).data['messages'] as { text: string }[]).map(
      ({ text }) => text,
    )
  const withBob = ['An old one about Lunch', 'Shall we have lunch?', 'LÜNCH at noon 🍕']
  expect(await texts('iMessage;-;+15551234567')).toEqual(withBob)
  expect(await texts('+1 (555) 123-4567')).toEqual(withBob)
  const { message, data } = await run('NATIVECHAT_READ', { chat_guid: 'weekend plans' })
  expect(message).toBe('The newest 2 messages of Weekend Plans.')
  expect(data['messages']).toMatchObject([
    { text: 'Who is in?', sender: 'alice@example.org' },
    { text: '', attachments: ['venue.jpg'] },
  ])
  await expect(run('NATIVECHAT_READ', { chat_guid: 'nobody' })).rejects.toMatchObject({ code: 'not_found' })
})

test('what Messages has only in its log is read too, and the database is left as it was', async () => {
  withMessages()
  const folder = join(folders.home, 'Library', 'Messages')
  const before = await readFile(join(folder, 'chat.db'))
  expect((await run('NATIVECHAT_SEARCH', { query: 'Who is in' })).data['messages']).toHaveLength(1)
  expect(await readFile(join(folder, 'chat.db'))).toEqual(before)
  expect((await readdir(folder)).toSorted()).toEqual(['chat.db', 'chat.db-shm', 'chat.db-wal'])
})

test('NATIVECHAT_SEND gives text and target as arguments, whatever is in them', async () => {
  withMessages()
  const evil = '-e "\n\\" & (do shell script "touch /tmp/x") & \'; $(id) `id` \u{1f355}'
  const { data } = await run('NATIVECHAT_SEND', { chat_guid: 'iMessage;+;chat42', message: evil })
  expect(await osascript.args()).toEqual(['-', 'chat', 'iMessage;+;chat42', evil, ''])
  const script = await osascript.input()
  expect(script).toMatch(/^on run argv\n/)
  await run('NATIVECHAT_SEND', { chat_guid: 'carol@example.org', message: 'Hello' })
  expect(await osascript.args()).toEqual(['-', 'person', 'carol@example.org', 'Hello', ''])
  expect(await osascript.input()).toBe(script)
  expect(data).toEqual({ chat_guid: 'iMessage;+;chat42' })
})

test('somebody with whom there is a chat is written to in that chat', async () => {
  withMessages()
  await run('NATIVECHAT_SEND', { chat_guid: '+1 555 123 4567', message: 'Hello' })
  expect(await osascript.args()).toEqual(['-', 'chat', 'iMessage;-;+15551234567', 'Hello', ''])
})

test('NATIVECHAT_SEND_FILE hands over a copy that Messages may read, with the text', async () => {
  await writeFile(join(folders.home, 'plan.txt'), 'The plan.')
  const { message, data } = await run('NATIVECHAT_SEND_FILE', {
    chat_guid: '+15550000000',
    file_path: '~/plan.txt',
    message: 'Here it is.',
  })
  const args = await osascript.args()
  expect(args!.slice(0, 4)).toEqual(['-', 'person', '+15550000000', 'Here it is.'])
  expect(args![4]).toContain(join('Library', 'Messages', 'Attachments', 'deskhand'))
  expect(basename(args![4]!)).toBe('plan.txt')
  expect(await readFile(args![4]!, 'utf8')).toBe('The plan.')
  expect(message).toBe('Handed plan.txt (9 bytes) for +15550000000 to Messages.')
  expect(data).toMatchObject({ file_path: join(folders.home, 'plan.txt'), bytes: 9 })
  const missing = run('NATIVECHAT_SEND_FILE', { chat_guid: '+15550000000', file_path: '~/none.txt' })
  await expect(missing).rejects.toMatchObject({ code: 'not_found' })
})

test('a copy for a message that was not sent does not stay, and where none can be made it is said', async () => {
  await writeFile(join(folders.home, 'plan.txt'), 'The plan.')
  const args = { chat_guid: '+15550000000', file_path: '~/plan.txt' }
  await osascript.fail('execution error: Messages got an error: Application isn’t running. (-600)')
  await expect(run('NATIVECHAT_SEND_FILE', args)).rejects.toMatchObject({ code: 'unavailable' })
  const attachments = join(folders.home, 'Library', 'Messages', 'Attachments')
  expect(await readdir(join(attachments, 'deskhand'))).toEqual([])
  await rm(attachments, { recursive: true })
  await writeFile(attachments, 'in the way')
  await expect(run('NATIVECHAT_SEND_FILE', args)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('is a file, not a folder') as string,
  })
})

test.each([
  ['execution error: Not authorized to send Apple events to Messages. (-1743)', 'forbidden', 'Automation'],
  [
    'execution error: Messages got an error: Can’t get chat id "x". (-1728)',
    'not_found',
    'The application has no person or chat with that name. Check the target.',
  ],
  ['execution error: Messages got an error: Application isn’t running. (-600)', 'unavailable', 'Open it'],
  ['something else', 'upstream_failed', 'something else'],
])('%s is told as %s', async (complaint, code, sentence) => {
  await osascript.fail(complaint)
  const sending = run('NATIVECHAT_SEND', { chat_guid: 'iMessage;+;x', message: 'Hello' })
  await expect(sending).rejects.toMatchObject({
    code,
    message: expect.stringContaining(sentence) as string,
  })
})

test('without Messages, without leave and without macOS it is said what is missing', async () => {
  const searching = () => run('NATIVECHAT_SEARCH', { query: 'x' })
  await expect(searching()).rejects.toMatchObject({ code: 'unavailable' })
  withMessages()
  await rm(join(osascript.folder, 'osascript'))
  await expect(run('NATIVECHAT_SEND', { chat_guid: 'iMessage;+;x', message: 'x' })).rejects.toMatchObject({
    code: 'unavailable_on_platform',
  })
})

test.skipIf(process.getuid?.() === 0)('a protected database says how to allow it', async () => {
  withMessages()
  await chmod(join(folders.home, 'Library', 'Messages', 'chat.db'), 0o000)
  await expect(run('NATIVECHAT_SEARCH', { query: 'x' })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Full Disk Access') as string,
  })
})

test.skipIf(!hasRecordings)('a database with the schema of macOS is read', async () => {
  const folder = join(folders.home, 'Library', 'Messages')
  await mkdir(folder, { recursive: true })
  await cp(recordingPath('imessage/real-schema-3-rows.db'), join(folder, 'chat.db'))
  await chmod(join(folder, 'chat.db'), 0o600)
  const { data } = await run('NATIVECHAT_SEARCH', { query: 'e', count: 10 })
  expect((data['messages'] as unknown[]).length).toBeGreaterThan(0)
  await cp(recordingPath('imessage/synthetic-chat.db'), join(folder, 'chat.db'), { force: true })
  expect((await run('NATIVECHAT_SEARCH', { query: 'saturday' })).data['messages']).toMatchObject([
    { chat_name: 'Weekend Plans', from_me: true },
  ])
  const group = await run('NATIVECHAT_READ', { chat_guid: 'Weekend Plans' })
  expect(group.data['messages']).toHaveLength(6)
})
