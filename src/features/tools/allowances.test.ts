import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AllowScope, Confirmation } from '../../contract/confirmation.ts'
import type { Call } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { silentLog } from '../../contract/log.ts'
import { definePlugin, defineTool, type AnyTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { migrations } from '../../migrations/migrations.ts'
import type { Database } from '../../platform/database/database.ts'
import { deleteFile } from '../../plugins/file-manager/delete-file.ts'
import { editFile } from '../../plugins/file-manager/edit-file.ts'
import { readFile } from '../../plugins/file-manager/read-file.ts'
import { plugins } from '../../plugins/registry.ts'
import { Allowances } from './allowances.ts'
import { Approvals } from './approvals.ts'
import { toolsHandlers } from './handlers.ts'
import type { ApprovalMode } from './policy.ts'
import { ToolCatalog } from './tool-catalog.ts'
import { createToolRunner } from './tool-runner.ts'
import type { ToolRequest } from './tool-request.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const params = Type.Object({ to: Type.String(), text: Type.String() })
const send = defineTool({
  action: 'SEND',
  title: 'Send',
  description: 'Sends something.',
  params,
  data: Type.Object({}),
  risk: 'external',
  reads: [],
  targets: { exactly: ['to'] },
  idempotent: false,
  example: { args: { to: 'ada', text: 'x' } },
  run: async ({ to }) => ({ message: `Sent to ${to}.`, data: {} }),
})

let home: string
let database: Database
let mode: ApprovalMode
let stage: ReturnType<typeof setUp>

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deskhand-allow-'))
  for (const name of ['Documents/Old', 'Documents/New', 'Projects/.hidden', 'data'])
    await mkdir(join(home, name), { recursive: true })
  const now = () => new Date('2026-11-15T08:00:00.000Z')
  const path = join(home, 'data', 'x.db')
  database = await openDatabase({
    path,
    backupFolder: join(home, 'data', 'b'),
    migrations,
    now,
    log: silentLog,
  })
  await database.write(() => {
    for (const id of ['chat_1', 'chat_2'])
      database
        .prepare(
          "INSERT INTO chats (id, title, origin, created_at, updated_at) VALUES (?, ?, 'client', '', '')",
        )
        .run(id, `About ${id}`)
  })
  mode = 'risky'
  stage = setUp(now)
})
afterEach(async () => {
  await database.close()
  await rm(home, { recursive: true })
})

function setUp(now: () => Date) {
  const own = definePlugin({
    agent: 'tester',
    title: 'T',
    summary: 'T',
    tools: [send, deleteFile, editFile, readFile],
  })
  const catalog = new ToolCatalog({ builtIn: [own], edition: 'linux' })
  const other: AnyTool = send
  const strange = definePlugin({
    agent: 'strange',
    title: 'S',
    summary: 'S',
    tools: [{ ...other, action: 'STRANGE' }],
  })
  catalog.add(strange, { origin: 'plugin', alwaysAsks: true })
  const approvals = new Approvals({ database, now, onRequested() {}, onResolved() {} })
  const allowances = new Allowances({ database, now })
  const runner = createToolRunner({
    catalog,
    approvals,
    allowances,
    audit: { intent: async () => {}, outcome: async () => {} },
    approvalMode: () => mode,
    context: { log: silentLog, now, home, dataFolder: join(home, 'data'), fetch, setting: () => null },
    log: silentLog,
    onProgress() {},
    onCalled() {},
  })
  const handlers = toolsHandlers({
    catalog,
    approvals,
    allowances,
    runner,
    decideStep: async () => undefined,
  })
  return { approvals, allowances, runner, handlers }
}

const person = { provenance: 'local-client', signal: new AbortController().signal } as Call

const call = (action: string, args: object, extra: Partial<ToolRequest> = {}) =>
  stage.runner.run({
    action,
    args: { ...args },
    provenance: 'model',
    session_id: 'chat_1',
    signal: new AbortController().signal,
    ...extra,
  })
const put = (path: string, text = 'x') => writeFile(join(home, path), text)
const shown = ({ data }: Envelope): Confirmation =>
  stage.approvals.find((data as { confirmation: Confirmation }).confirmation.confirmation_id)!
const offered = (answer: Envelope) => (shown(answer).details?.[0]?.allow ?? []).map(({ scope }) => scope)
const asks = (answer: Envelope) =>
  expect(answer).toMatchObject({ data: { error: { code: 'approval_required' } } })
const runs = (answer: Envelope) => expect(answer).toMatchObject({ success: true })

async function approve(answer: Envelope, allow: AllowScope) {
  const { confirmation_id } = shown(answer)
  const body = { confirmation_id, approved: true, changes: [{ index: 0, allow }] }
  return stage.handlers.confirm({ params: undefined, query: undefined, body }, person)
}

test('a tool that was allowed in a folder asks no more there, and everywhere else', async () => {
  for (const name of ['a', 'b', 'c', '.d']) await put(`Documents/Old/${name}.txt`)
  await put('Documents/New/a.txt')
  const first = await call('DELETE_FILE', { path: '~/Documents/Old/a.txt' })
  expect(offered(first)).toEqual(['conversation', 'folder'])
  expect(await approve(first, 'folder')).toMatchObject({
    allowed: ['Delete in ~/Documents/Old'],
    components: [{}, { text: 'Allowed from now on: Delete in ~/Documents/Old.' }],
  })
  runs(await call('DELETE_FILE', { path: '~/Documents/Old/b.txt' }))
  runs(await call('DELETE_FILE', { path: '~/Documents/Old/c.txt' }, { session_id: 'chat_2' }))
  asks(await call('DELETE_FILE', { path: '~/Documents/New/a.txt' }))
  // What is hidden asks each time, and the folder itself is not in it.
  asks(await call('DELETE_FILE', { path: '~/Documents/Old/.d.txt' }))
  asks(await call('DELETE_FILE', { path: '~/Documents/Old' }))
  expect(stage.allowances.list()).toMatchObject([
    { used: 2, session_id: null, words: 'Delete in ~/Documents/Old' },
  ])
})

test('it counts for a model in a conversation only, and ends with a click', async () => {
  for (const name of ['a', 'b']) await put(`Documents/Old/${name}.txt`)
  await approve(await call('DELETE_FILE', { path: '~/Documents/Old/a.txt' }), 'conversation')
  const again = { path: '~/Documents/Old/b.txt' }
  asks(await call('DELETE_FILE', again, { session_id: 'chat_2' }))
  asks(await call('DELETE_FILE', again, { session_id: undefined }))
  for (const provenance of ['plugin', 'import', 'schedule', 'webhook:office'] as const)
    asks(await call('DELETE_FILE', again, { provenance }))
  const listed = (await stage.handlers.listAllowed({} as never, person)) as {
    allowed: { allowance_id: string }[]
  }
  const { allowance_id } = listed.allowed[0]!
  const input = { params: { allowance_id }, query: undefined, body: undefined }
  const program = { ...person, provenance: 'plugin' } as Call
  await expect(stage.handlers.revokeAllowed(input, program)).rejects.toThrow('Only you')
  await stage.handlers.revokeAllowed(input, person)
  asks(await call('DELETE_FILE', again))
})

test('what a conversation has read asks all the same, and cannot be allowed', async () => {
  await approve(await call('SEND', { to: 'ada', text: 'x' }), 'conversation')
  runs(await call('SEND', { to: 'ada', text: 'y' }))
  asks(await call('SEND', { to: 'eve', text: 'y' }))
  const tainted = await call('SEND', { to: 'ada', text: 'y' }, { askBecause: 'It has read a mail.' })
  asks(tainted)
  expect(offered(tainted)).toEqual([])
  await expect(approve(tainted, 'conversation')).rejects.toThrow(
    "This can't be allowed permanently. You are asked each time.",
  )
  mode = 'always'
  asks(await call('SEND', { to: 'ada', text: 'y' }))
  mode = 'risky'
  expect(offered(await call('STRANGE', { to: 'ada', text: 'y' }))).toEqual([])
})

test('a folder outside of the allowed ones can be read by the tool it was allowed for; keys and links out of it cannot', async () => {
  for (const name of ['a.txt', 'b.txt', 'id_rsa', '.hidden/c.txt']) await put(`Projects/${name}`)
  await put('secret.txt')
  await symlink(join(home, 'secret.txt'), join(home, 'Projects', 'link.txt'))
  const first = await call('READ_FILE', { path: '~/Projects/a.txt' })
  await approve(first, 'folder')
  runs(await call('READ_FILE', { path: '~/Projects/b.txt' }))
  asks(await call('READ_FILE', { path: '~/Projects/id_rsa' }))
  asks(await call('READ_FILE', { path: '~/Projects/.hidden/c.txt' }))
  expect(await call('READ_FILE', { path: '~/Projects/link.txt' })).toMatchObject({
    data: { error: { code: 'forbidden' } },
  })
  asks(await call('EDIT_FILE', { path: '~/Projects/a.txt', edits: [{ old: 'x', new: 'y' }] }))
  // The home folder as a whole is never offered.
  expect(offered(await call('READ_FILE', { path: '~/secret.txt' }))).toEqual([])
})

test('whoever asked does not get to see the file that the person is shown', async () => {
  await put('Projects/a.txt', 'one\ntwo \u202E\nthree\n')
  const answer = await call('EDIT_FILE', { path: '~/Projects/a.txt', edits: [{ old: 'three', new: '3' }] })
  expect(JSON.stringify(answer)).not.toContain('two')
  const [change] = shown(answer).details![0]!.changes!
  expect(change).toMatchObject({ kind: 'change', path: '~/Projects/a.txt' })
  expect(change!.diff!.split('\n')).toEqual([
    '@@ -1,3 +1,3 @@',
    ' one',
    String.raw` two \u{202E}`,
    '-three',
    '+3',
  ])
})

test('every target is an argument of its tool', () => {
  const tools = plugins.flatMap((plugin) => plugin.tools)
  expect(tools.filter(({ targets }) => targets).length).toBeGreaterThan(20)
  for (const { action, targets = { exactly: [] }, params: schema } of tools) {
    const known = Object.keys((schema as { properties: object }).properties)
    const names = 'paths' in targets ? targets.paths : targets.exactly
    expect({ action, strange: names.filter((name) => !known.includes(name)) }).toEqual({
      action,
      strange: [],
    })
  }
})
