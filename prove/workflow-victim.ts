/**
 * The victim: a process that runs workflows whose steps write into a ledger, answers its own questions as a person would,
 * and says how many have not ended yet. When all have it ends, or waits for whoever is to kill it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolCall } from '../src/contract/tool.ts'
import type { Approvals } from '../src/features/tools/approvals.ts'
import type { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import type { Waiting } from '../src/features/workflows/engine/open-workflow.ts'
import type { Workflows } from '../src/features/workflows/workflows.ts'
import type { Database } from '../src/platform/database/database.ts'
import {
  assembleWorkflows,
  itemsPlan,
  ledgerPlan,
  ledgerTools,
  openLedgerDatabase,
  OPEN_ITEMS,
} from './ledger-stage.ts'
import { say } from './say.ts'

export interface VictimOrder {
  readonly folder: string
  readonly workflows: number
  /** With this many items in each of two steps, instead of graphs. */
  readonly items?: number
  /** The longest pause of a step before its effect, and after it. */
  readonly pauseMs: number
  /** Whether it goes on until it is killed. */
  readonly stays: boolean
}

export const ledgerFile = (folder: string) => join(folder, 'ledger')
/** Steps that the person chose to run again without knowing whether they had taken effect. */
export const chosenFile = (folder: string) => join(folder, 'chosen')

export function openVictimDatabase(folder: string): Promise<Database> {
  return openLedgerDatabase(join(folder, 'deskhand.db'), join(folder, 'backups'))
}

async function live(order: VictimOrder): Promise<void> {
  const database = await openVictimDatabase(order.folder)
  const { workflows, approvals, catalog } = assembleWorkflows({
    database,
    folder: order.folder,
    tools: fileLedger(order),
  })
  await workflows.start()
  say('ready')
  const created = create(order, { database, workflows, catalog })
  for (let told = -1; ;) {
    const left = countLeft(order, database)
    if (left !== told) say(`left ${(told = left)}`)
    if (left <= 0 && !order.stays) break
    await answer(order.folder, { database, workflows, approvals })
    await sleep(20)
  }
  await created
  await workflows.close()
  await database.close()
  say('end')
}

/** One line for each effect, in a file that is read once, at the start. */
function fileLedger({ folder, pauseMs }: VictimOrder) {
  const ledger = ledgerFile(folder)
  const known = new Set(existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n') : [])
  return ledgerTools(async (once: boolean, { idempotencyKey }: ToolCall) => {
    await sleep(Math.random() * pauseMs)
    const line = `${once ? 'once' : 'safe'} ${idempotencyKey}`
    if (once || !known.has(line)) appendFileSync(ledger, `${line}\n`)
    known.add(line)
    await sleep(Math.random() * pauseMs)
  })
}

/** Those that are still missing, a few at a time. */
async function create(
  { workflows: wanted, items }: VictimOrder,
  { database, workflows, catalog }: { database: Database; workflows: Workflows; catalog: ToolCatalog },
): Promise<void> {
  const plan = items === undefined ? ledgerPlan(catalog) : itemsPlan(catalog, items)
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
      const decided = ledger.includes(line)
        ? ({ decision: 'input', input: {} } as const)
        : ({ decision: 'retry' } as const)
      await workflows.engine.intervene(workflow_id, { step_id: id, ...decided }, 'local-client')
    } else if (confirmation_id !== null) {
      appendFileSync(chosenFile(folder), line)
      await workflows.engine.decideStep(await approvals.decide(confirmation_id, true))
    }
  }
}

function countLeft({ workflows, items }: VictimOrder, database: Database): number {
  const open =
    workflows -
    count(database, "SELECT count(*) AS count FROM workflows WHERE status IN ('completed', 'failed')")
  if (items === undefined || open === 0) return open
  const made = count(database, 'SELECT count(*) AS count FROM workflow_steps WHERE parent IS NOT NULL')
  const openItems = count(database, `SELECT count(*) AS count FROM ${OPEN_ITEMS}`)
  return Math.max(1, 2 * items * workflows - made + openItems)
}

function count(database: Database, sql: string): number {
  return Number(database.prepare(sql).get()!['count'])
}

if (import.meta.main) await live(JSON.parse(process.argv[2] ?? '{}') as VictimOrder)
