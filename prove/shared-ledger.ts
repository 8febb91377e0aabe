/**
 * A process on the workflows that several share, with tools that leave a trace of each effect in a folder that all of
 * them see. Started by itself it is a worker: `node prove/shared-ledger.ts '{"url":…,"folder":…,"ledger":…}'`
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentLog } from '../src/contract/log.ts'
import { definePlugin, defineTool, type ToolCall } from '../src/contract/tool.ts'
import { Type } from '../src/contract/type.ts'
import { createNotifications } from '../src/features/notifications/notifications.ts'
import type { Settings } from '../src/features/settings/settings-store.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../src/features/tools/tool-runner.ts'
import { postgresBackend } from '../src/features/workflows/postgres/postgres-backend.ts'
import { createWorkflows, type Workflows } from '../src/features/workflows/workflows.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { openDatabase } from '../src/platform/database/database.ts'

export interface SharedOrder {
  readonly url: string
  /** What is this process's own. */
  readonly folder: string
  /** What all of them see. */
  readonly ledger: string
  /** The longest pause of a step before its effect, and after it. */
  readonly pauseMs: number
  readonly places: number
}

export interface SharedProcess extends AsyncDisposable {
  readonly workflows: Workflows
  readonly approvals: Approvals
  readonly catalog: ToolCatalog
}

const NO_AGENTS: readonly string[] = []

export async function openSharedProcess(
  order: SharedOrder,
  { runsSteps }: { runsSteps: boolean },
): Promise<SharedProcess> {
  await mkdir(order.folder, { recursive: true })
  await mkdir(join(order.ledger, 'safe'), { recursive: true })
  const now = () => new Date()
  const database = await openDatabase({
    path: join(order.folder, 'own.db'),
    backupFolder: join(order.folder, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const catalog = new ToolCatalog({ builtIn: [ledgerTools(order)], edition: 'linux' })
  const approvals = new Approvals({ database, now, onRequested() {}, onResolved() {} })
  const surroundings = { now, home: order.folder, dataFolder: order.folder, fetch, setting: () => null }
  const runner = createToolRunner({
    catalog,
    approvals,
    audit: { async intent() {}, async outcome() {} },
    approvalMode: () => 'risky',
    surroundings: { ...surroundings, log: silentLog },
    log: silentLog,
    onProgress() {},
    onCalled() {},
  })
  const settings: Record<string, unknown> = { WORKFLOW_CONCURRENCY: 8, WORKFLOW_STEP_SECONDS: 300 }
  const workflows = createWorkflows({
    database,
    catalog,
    runner,
    approvals,
    now,
    log: silentLog,
    home: order.folder,
    notifications: createNotifications({ database, now }),
    settings: { get: (name: string) => settings[name] ?? null } as Pick<Settings, 'get'>,
    publish() {},
    forPeople: !runsSteps,
    openBackend: postgresBackend({
      url: order.url,
      now,
      log: silentLog,
      places: () => order.places,
      agents: () => (runsSteps ? catalog.agents() : NO_AGENTS),
    }),
  })
  await workflows.start({ schedules: !runsSteps })
  return {
    workflows,
    approvals,
    catalog,
    async [Symbol.asyncDispose]() {
      await workflows.close({ graceMs: 60_000 })
      await database.close()
    },
  }
}

/** Two tools with one effect each: one knows what was done already, wherever it was done, the other does not. */
function ledgerTools({ ledger, pauseMs }: SharedOrder) {
  const effect = async (once: boolean, { idempotencyKey = '' }: ToolCall) => {
    await sleep(Math.random() * pauseMs)
    if (once) appendFileSync(onceFile(ledger), `${idempotencyKey}\n`)
    else makeOnce(join(ledger, 'safe', encodeURIComponent(idempotencyKey)))
    await sleep(Math.random() * pauseMs)
    return { message: 'Written.', data: {} }
  }
  const tool = (action: string, once: boolean) =>
    defineTool({
      action,
      title: action,
      description: 'Leaves a trace in the ledger of the proof.',
      params: Type.Object({}),
      data: Type.Object({}),
      risk: 'write',
      idempotent: !once,
      example: { args: {} },
      run: (_args, call) => effect(once, call),
    })
  const tools = [tool('WRITE_SAFE', false), tool('WRITE_ONCE', true)]
  return definePlugin({ agent: 'ledger', title: 'Ledger', summary: 'Leaves a trace of each effect', tools })
}

/** The file system sees to it that there is one. */
function makeOnce(path: string): void {
  try {
    closeSync(openSync(path, 'wx'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const onceFile = (ledger: string) => join(ledger, 'once')

/** Keys of the effects that were left, those of the second tool as often as they were. */
export function readLedger(ledger: string): { safe: Set<string>; once: string[] } {
  const file = onceFile(ledger)
  return {
    safe: new Set(readdirSync(join(ledger, 'safe')).map(decodeURIComponent)),
    once: existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [],
  }
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2] ?? '{}') as SharedOrder
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  process.once('SIGTERM', () => resolve())
  await using _process = await openSharedProcess(order, { runsSteps: true })
  writeSync(1, 'ready\n')
  await asked
}
