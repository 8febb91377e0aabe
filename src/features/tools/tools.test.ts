import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '../../contract/type.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Provenance } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { AppError } from '../../contract/errors.ts'
import { silentLog } from '../../contract/log.ts'
import { definePlugin, defineTool } from '../../contract/tool.ts'
import { migrations } from '../../migrations/migrations.ts'
import type { Database } from '../../platform/database/database.ts'
import { Allowances } from './allowances.ts'
import { Approvals } from './approvals.ts'
import { canonicalJson } from './canonical-json.ts'
import { toolsHandlers } from './handlers.ts'
import type { ApprovalMode } from './policy.ts'
import { ToolCatalog } from './tool-catalog.ts'
import { createToolRunner } from './tool-runner.ts'
import type { ToolRequest } from './tool-request.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

let folder: string
let database: Database
let ran: unknown[]
let clock: Date
let mode: ApprovalMode
let audited: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-tools-'))
  ran = []
  audited = []
  clock = new Date('2026-11-15T08:00:00.000Z')
  mode = 'risky'
  database = await openIt()
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const openIt = () =>
  openDatabase({
    path: join(folder, 'x.db'),
    backupFolder: join(folder, 'b'),
    migrations,
    now: () => clock,
    log: silentLog,
  })

const params = Type.Object({
  sheet_name: Type.String({ description: 'Name' }),
  count: Type.Optional(Type.Integer({ default: 3, minimum: 1, description: 'How many' })),
})

function toolNamed(
  action: string,
  risk: 'read' | 'write' | 'external' | 'dangerous',
  run?: (signal: AbortSignal) => Promise<void>,
) {
  return defineTool({
    action,
    title: action,
    description: 'A tool for the tests of the runner.',
    params,
    data: Type.Object({}),
    risk,
    idempotent: true,
    timeoutSeconds: 60,
    example: { args: { sheet_name: 'x' } },
    needsApproval: ({ sheet_name }) => (sheet_name === 'protected' ? 'That place is protected.' : undefined),
    async run(args, call) {
      await run?.(call.signal)
      ran.push(args)
      return { message: 'Done.', data: { ...args } }
    },
  })
}

function setUp(run?: (signal: AbortSignal) => Promise<void>) {
  const plugin = definePlugin({
    agent: 'tester',
    title: 'Tester',
    summary: 'Tools for tests',
    tools: [
      toolNamed('LOOK', 'read', run),
      toolNamed('SEND', 'external', run),
      toolNamed('ERASE', 'dangerous', run),
      { ...toolNamed('MAC_ONLY', 'read'), editions: ['macos'] },
      { ...toolNamed('POINT', 'dangerous'), closedToOutside: true, presses: true },
    ],
  })
  const catalog = new ToolCatalog({ builtIn: [plugin], edition: 'linux' })
  const approvals = new Approvals({ database, now: () => clock, onRequested() {}, onResolved() {} })
  const allowances = new Allowances({ database, now: () => clock })
  const runner = createToolRunner({
    allowances,
    catalog,
    approvals,
    audit: {
      async intent({ act }) {
        audited.push(`intent ${act.action}`)
      },
      async outcome({ act, success }) {
        audited.push(`outcome ${act.action} ${success}`)
      },
    },
    approvalMode: () => mode,
    context: {
      log: silentLog,
      now: () => clock,
      home: folder,
      dataFolder: folder,
      fetch,
      setting: () => null,
    },
    log: silentLog,
    onProgress() {},
    onCalled() {},
  })
  const call = (action: string, args: object, extra: Partial<ToolRequest> = {}) =>
    runner.run({
      action,
      args: args as Record<string, unknown>,
      provenance: 'local-client',
      signal: forever,
      ...extra,
    })
  return {
    catalog,
    approvals,
    allowances,
    runner,
    call,
    handlers: toolsHandlers({ catalog, approvals, allowances, runner, decideStep: async () => undefined }),
  }
}

const codeOf = ({ data }: Envelope) => (data as { error: { code: string } }).error.code
const confirmationOf = ({ data }: Envelope) =>
  (data as { confirmation: { confirmation_id: string; args: object } }).confirmation

test('a tool runs with its defaults filled in, and its intent is recorded before the outcome', async () => {
  const { call } = setUp()
  expect(await call('LOOK', { sheet_name: 'a' })).toEqual({
    success: true,
    message: 'Done.',
    data: { sheet_name: 'a', count: 3 },
  })
  expect(audited).toEqual(['intent LOOK', 'outcome LOOK true'])
})

test('an unknown tool and an unknown argument are answered with the nearest name', async () => {
  const { call } = setUp()
  expect(await call('LOOKS', {})).toMatchObject({
    success: false,
    message: expect.stringContaining('Did you mean LOOK?') as string,
  })
  const near = await call('LOOK', { sheet_name: 'a', coun: 2 })
  expect(near.message).toBe("LOOK wasn't run: `coun` is not an argument of this tool: did you mean `count`?")
  const wrong = await call('LOOK', { sheetname: 'a', count: 'many' })
  expect(codeOf(wrong)).toBe('invalid_arguments')
  expect(wrong.message).toContain('`sheetname` is not an argument of this tool: did you mean `sheet_name`?')
  expect(
    (wrong.data as { error: { issues: { path: string }[] } }).error.issues.map(({ path }) => path),
  ).toEqual(['/sheetname', '/sheet_name', '/count'])
  expect(ran).toEqual([])
})

test('a tool of another platform is absent from the catalog and says why when called', async () => {
  const { call, catalog } = setUp()
  expect(catalog.list().map(({ tool }) => tool.action)).toEqual(['ERASE', 'LOOK', 'POINT', 'SEND'])
  expect(codeOf(await call('MAC_ONLY', { sheet_name: 'a' }))).toBe('unavailable_on_platform')
})

test.each<[Provenance, ApprovalMode, string, boolean]>([
  ['local-client', 'risky', 'ERASE', false],
  ['model', 'risky', 'LOOK', false],
  ['model', 'risky', 'SEND', true],
  ['model', 'risky', 'ERASE', true],
  ['schedule', 'risky', 'SEND', true],
  ['webhook:ada', 'risky', 'SEND', true],
  ['model', 'never', 'ERASE', false],
  ['webhook:ada', 'never', 'ERASE', true],
  ['local-client', 'always', 'LOOK', true],
])('a call by %s in mode %s to %s asks first: %s', async (provenance, wanted, action, asks) => {
  mode = wanted
  const envelope = await setUp().call(action, { sheet_name: 'a' }, { provenance })
  expect(envelope.success).toBe(!asks)
  if (asks) expect(codeOf(envelope)).toBe('approval_required')
  expect(ran.length).toBe(asks ? 0 : 1)
})

test('a protected place asks a local client too, and even when nothing else is asked about', async () => {
  mode = 'never'
  const envelope = await setUp().call('LOOK', { sheet_name: 'protected' })
  expect(codeOf(envelope)).toBe('approval_required')
})

test('a plugin that is not safe asks every time', async () => {
  const { catalog, call } = setUp()
  catalog.add(definePlugin({ agent: 'own', title: '', summary: '', tools: [toolNamed('OWN', 'read')] }), {
    origin: 'plugin',
    alwaysAsks: true,
  })
  mode = 'never'
  expect(codeOf(await call('OWN', { sheet_name: 'a' }))).toBe('approval_required')
  expect(codeOf(await call('OWN', { sheet_name: 'a' }))).toBe('approval_required')
})

const forever = new AbortController().signal
const local = { provenance: 'local-client', signal: forever } as never

test('a question shows what is not seen in it, and what runs has it as it was', async () => {
  const { call, handlers, approvals } = setUp()
  // Otherwise a text that turns its letters round, or moves the cursor, is approved as another one.
  const sheet_name = 'photo\u202egnp.sh\u001b[2J\u200b\u{e0041}'
  const shown = String.raw`photo\u{202E}gnp.sh\u{1B}[2J\u{200B}\u{E0041}`
  const asked = confirmationOf(await call('SEND', { sheet_name }, { provenance: 'model' }))
  const open = approvals.listOpen()
  for (const question of [asked, open[0]!, approvals.find(asked.confirmation_id)!]) {
    expect(question).toMatchObject({ title: expect.stringContaining(shown), args: { sheet_name: shown } })
    expect(JSON.stringify(question)).not.toMatch(/[\u202e\u200b\u{e0041}]|\\u001b/u)
  }
  const body = { confirmation_id: asked.confirmation_id, approved: true }
  await handlers.confirm({ params: undefined, query: undefined, body }, local)
  expect(ran).toEqual([{ sheet_name, count: 3 }])
})

test('an approval runs exactly what was asked, once', async () => {
  const { call, handlers } = setUp()
  const asked = confirmationOf(await call('SEND', { sheet_name: 'a' }, { provenance: 'model' }))
  const answer = {
    params: undefined,
    query: undefined,
    body: { confirmation_id: asked.confirmation_id, approved: true },
  }
  expect(await handlers.confirm(answer, local)).toMatchObject({
    status: 'approved',
    result: { success: true },
  })
  expect(ran).toEqual([{ sheet_name: 'a', count: 3 }])
  await expect(handlers.confirm(answer, local)).rejects.toMatchObject({ code: 'conflict' })
  expect(ran).toHaveLength(1)
})

test('what is closed to the outside is not even asked about for a stranger, and runs for those who are here', async () => {
  const { call, approvals } = setUp()
  const args = { sheet_name: 'a' }
  expect(codeOf(await call('POINT', args, { provenance: 'webhook:bob' }))).toBe('forbidden')
  expect(codeOf(await call('POINT', args, { provenance: 'webhook:bob', approved: true }))).toBe('forbidden')
  expect(approvals.listOpen()).toEqual([])
  expect(codeOf(await call('POINT', args, { provenance: 'model' }))).toBe('approval_required')
  expect(ran).toEqual([])
  expect(await call('POINT', args)).toMatchObject({ success: true })
})

test('an answer that somebody waits for himself runs nothing here', async () => {
  const { call, catalog, approvals, allowances, runner } = setUp()
  const taken: boolean[] = []
  const handlers = toolsHandlers({
    catalog,
    approvals,
    allowances,
    runner,
    decideStep: async () => undefined,
    takeDecision: ({ approved }) => taken.push(approved) > 0,
  })
  const { confirmation_id } = confirmationOf(await call('SEND', { sheet_name: 'a' }, { provenance: 'model' }))
  const answer = { params: undefined, query: undefined, body: { confirmation_id, approved: true } }
  expect(await handlers.confirm(answer, local)).toMatchObject({ status: 'approved', result: null })
  expect(taken).toEqual([true])
  expect(ran).toEqual([])
})

test('two answers at the same moment count once', async () => {
  const { call, handlers } = setUp()
  const { confirmation_id } = confirmationOf(await call('SEND', { sheet_name: 'a' }, { provenance: 'model' }))
  const answer = () =>
    handlers.confirm(
      { params: undefined, query: undefined, body: { confirmation_id, approved: true } },
      local,
    )
  const results = await Promise.allSettled([answer(), answer(), answer()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(ran).toHaveLength(1)
})

test('a rejection runs nothing, a forged id is unknown, a late answer is gone', async () => {
  const { call, handlers } = setUp()
  const ask = async () =>
    confirmationOf(await call('SEND', { sheet_name: 'a' }, { provenance: 'model' })).confirmation_id
  const confirm = (confirmation_id: string, approved: boolean) =>
    handlers.confirm({ params: undefined, query: undefined, body: { confirmation_id, approved } }, local)
  expect(await confirm(await ask(), false)).toMatchObject({ status: 'rejected', result: null })
  await expect(confirm('cnf_forged', true)).rejects.toMatchObject({ code: 'not_found' })
  const late = await ask()
  clock = new Date(clock.getTime() + 15 * 60_000)
  await expect(confirm(late, true)).rejects.toMatchObject({ code: 'gone' })
  expect(ran).toEqual([])
})

test('an argument that was changed in the record after the question is noticed', async () => {
  const { call, handlers } = setUp()
  const { confirmation_id } = confirmationOf(await call('SEND', { sheet_name: 'a' }, { provenance: 'model' }))
  await database.write(() =>
    database
      .prepare('UPDATE confirmations SET args = ? WHERE id = ?')
      .run('{"sheet_name":"b","count":3}', confirmation_id),
  )
  const answer = handlers.confirm(
    { params: undefined, query: undefined, body: { confirmation_id, approved: true } },
    local,
  )
  await expect(answer).rejects.toMatchObject({ code: 'conflict' })
  expect(ran).toEqual([])
})

test('a program that a tool started cannot approve', async () => {
  const { call, handlers } = setUp()
  const { confirmation_id } = confirmationOf(await call('SEND', { sheet_name: 'a' }, { provenance: 'model' }))
  const child = { provenance: 'plugin', signal: forever } as never
  const answer = handlers.confirm(
    { params: undefined, query: undefined, body: { confirmation_id, approved: true } },
    child,
  )
  await expect(answer).rejects.toMatchObject({ code: 'forbidden' })
  expect(ran).toEqual([])
})

test('an open question survives a restart', async () => {
  const { call } = setUp()
  const { confirmation_id } = confirmationOf(await call('SEND', { sheet_name: 'a' }, { provenance: 'model' }))
  await database.close()
  database = await openIt()
  const { approvals, handlers } = setUp()
  expect(approvals.listOpen().map((question) => question.confirmation_id)).toEqual([confirmation_id])
  const answer = await handlers.confirm(
    { params: undefined, query: undefined, body: { confirmation_id, approved: true } },
    local,
  )
  expect(answer).toMatchObject({ status: 'approved' })
})

test('a tool that takes too long, is stopped or fails ends in an envelope', async () => {
  const never = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const late = await setUp(never).call('LOOK', { sheet_name: 'a' }, { timeoutSeconds: 0.03 })
  expect(codeOf(late)).toBe('timeout')
  const stopped = await setUp(never).call('LOOK', { sheet_name: 'a' }, { signal: AbortSignal.timeout(30) })
  expect(codeOf(stopped)).toBe('cancelled')
  const known = await setUp(async () => {
    throw new AppError('not_found', 'There is no such file.')
  }).call('LOOK', { sheet_name: 'a' })
  expect(known).toEqual({
    success: false,
    message: 'There is no such file.',
    data: { error: { code: 'not_found' } },
  })
  const bug = await setUp(async () => {
    throw new TypeError('secret inside')
  }).call('LOOK', { sheet_name: 'a' })
  expect(codeOf(bug)).toBe('internal')
  expect(JSON.stringify(bug)).not.toContain('secret inside')
})

test('a tool that ignores its signal is given up some seconds after it was told to stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = new AbortController()
  const result = setUp(() => new Promise(() => {})).call('LOOK', { sheet_name: 'a' }, { signal: stop.signal })
  stop.abort()
  await vi.advanceTimersByTimeAsync(6000)
  vi.useRealTimers()
  expect(codeOf(await result)).toBe('cancelled')
})

test('the same value has the same text whatever order its members were written in', () => {
  expect(canonicalJson({ b: [1, { d: 1, c: null }], a: 'x' })).toBe(
    canonicalJson({ a: 'x', b: [1, { c: null, d: 1 }] }),
  )
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }))
})

test('what presses waits while a person is asked something, unless a person does it', async () => {
  const { call, approvals } = setUp()
  const args = { sheet_name: 'a' }
  const question = await approvals.request(
    { agent: 'sheets', action: 'SEND', args, risk: 'external', provenance: 'model' },
    { title: 'Send?', message: 'x' },
  )
  // It could click the yes of that question.
  const pressing = call('POINT', args, { provenance: 'model', approved: true, timeoutSeconds: 60 })
  expect(await call('POINT', args)).toMatchObject({ success: true })
  expect(ran).toHaveLength(1)
  await approvals.resolve(question.confirmation_id, false)
  expect(await pressing).toMatchObject({ success: true })
  expect(ran).toHaveLength(2)

  await approvals.request(
    { agent: 'sheets', action: 'SEND', args, risk: 'external', provenance: 'model' },
    { title: 'Send?', message: 'x' },
  )
  const refused = await call('POINT', args, { provenance: 'model', approved: true, timeoutSeconds: 0.05 })
  expect(codeOf(refused)).toBe('conflict')
  expect(refused.message).toContain('Answer it first')
  expect(ran).toHaveLength(2)
})
