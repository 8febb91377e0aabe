/**
 * The victim: a process that runs workflows whose steps write into a ledger, answers its own questions as a person would,
 * and ends when every workflow has ended. It is killed again and again before it gets there.
 */
import { appendFileSync, existsSync, readFileSync, writeSync } from 'node:fs'
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
import type { Waiting } from '../src/features/workflows/open-workflow.ts'
import { planOf } from '../src/features/workflows/validate-steps.ts'
import { createWorkflows, type Workflows } from '../src/features/workflows/workflows.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { openDatabase, type Database } from '../src/platform/database/database.ts'

export interface VictimOrder {
  readonly folder: string
  readonly workflows: number
  /** The longest pause of a step before its effect, and after it. */
  readonly pauseMs: number
}

export const ledgerFile = (folder: string) => join(folder, 'ledger')
/** Steps that the person chose to run again without knowing whether they had taken effect. */
export const chosenFile = (folder: string) => join(folder, 'chosen')

export function openVictimDatabase(folder: string): Promise<Database> {
  return openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now: () => new Date(),
    log: silentLog,
  })
}

async function live(order: VictimOrder): Promise<void> {
  const database = await openVictimDatabase(order.folder)
  const { workflows, approvals, catalog } = assemble(order, database)
  await workflows.start()
  say('ready')
  const created = create(order, { database, workflows, catalog })
  while (!hasEnded(database, order.workflows)) {
    await answer(order.folder, { database, workflows, approvals })
    await sleep(20)
  }
  await created
  await workflows.close()
  await database.close()
  say('end')
}

function assemble(order: VictimOrder, database: Database) {
  const now = () => new Date()
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
  })
  return { workflows, approvals, catalog }
}

/** Two tools that write one line for each effect: one knows what it has done already, the other does not. */
function ledgerTools({ folder, pauseMs }: VictimOrder) {
  const ledger = ledgerFile(folder)
  const known = new Set(existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n') : [])
  const effect = async (once: boolean, { idempotencyKey }: ToolCall) => {
    await sleep(Math.random() * pauseMs)
    const line = `${once ? 'once' : 'safe'} ${idempotencyKey}`
    if (once || !known.has(line)) appendFileSync(ledger, `${line}\n`)
    known.add(line)
    await sleep(Math.random() * pauseMs)
    return { message: 'Written.', data: {} }
  }
  const tool = (action: string, once: boolean) =>
    defineTool({
      action,
      title: action,
      description: 'Writes a line into the ledger of the proof.',
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

/** Those that are still missing, a few at a time. */
async function create(
  { workflows: wanted }: VictimOrder,
  { database, workflows, catalog }: { database: Database; workflows: Workflows; catalog: ToolCatalog },
): Promise<void> {
  const step = (id: string, action: string, ...depends_on: string[]) => ({
    id,
    agent: 'ledger',
    action,
    args: {},
    depends_on,
  })
  const steps = [
    step('a', 'WRITE_SAFE'),
    step('b', 'WRITE_ONCE', 'a'),
    step('c', 'WRITE_SAFE', 'a'),
    step('d', 'WRITE_ONCE', 'b', 'c'),
    step('e', 'WRITE_SAFE', 'd'),
  ]
  const plan = planOf({ steps, variables: {} }, { catalog })
  for (let there = count(database, 'SELECT count(*) AS count FROM workflows'); there < wanted; there += 1) {
    await workflows.engine.create(plan, { source: 'api', provenance: 'local-client' })
    if (there % 20 === 0) await sleep(5)
  }
}

/** Answers what waits: a person who looks first, or one who does not and says "again". */
async function answer(
  folder: string,
  { database, workflows, approvals }: { database: Database; workflows: Workflows; approvals: Approvals },
): Promise<void> {
  const waiting = database
    .prepare(
      `SELECT workflows.id AS workflow_id, workflow_steps.id AS id, waiting, revision FROM workflow_steps
       JOIN workflows ON number = workflow WHERE workflow_steps.status = 'waiting' LIMIT 20`,
    )
    .all() as unknown as { workflow_id: string; id: string; waiting: string; revision: number }[]
  const ledger =
    waiting.length > 0 && existsSync(ledgerFile(folder)) ? readFileSync(ledgerFile(folder), 'utf8') : ''
  for (const { workflow_id, id, ...step } of waiting) {
    const line = `once ${workflow_id}/${id}/${step.revision}\n`
    const { confirmation_id } = JSON.parse(step.waiting) as Waiting
    if (Math.random() < 0.5) {
      const decision = ledger.includes(line) ? 'input' : 'retry'
      await workflows.engine.intervene(workflow_id, { step_id: id, decision, input: {} }, 'local-client')
    } else if (confirmation_id !== null) {
      appendFileSync(chosenFile(folder), line)
      await workflows.engine.decideStep(await approvals.decide(confirmation_id, true))
    }
  }
}

function hasEnded(database: Database, wanted: number): boolean {
  return (
    count(database, "SELECT count(*) AS count FROM workflows WHERE status IN ('completed', 'failed')") >=
    wanted
  )
}

function count(database: Database, sql: string): number {
  return Number(database.prepare(sql).get()!['count'])
}

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

if (import.meta.main) await live(JSON.parse(process.argv[2] ?? '{}') as VictimOrder)
