import type { PoolClient } from 'pg'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { Database } from '../../../platform/database/database.ts'
import { clearly, openConnections, placeOf, withClient } from './connections.ts'
import { migrate } from './schema.ts'
import { DelayedJobs } from './delayed-jobs.ts'

export interface MoveOptions {
  /** Where they are; no service may run with it. */
  readonly database: Database
  readonly url: string
  readonly now: () => Date
  readonly log: Log
}

export interface MovedWorkflows {
  readonly workflows: number
  readonly steps: number
  readonly events: number
  readonly automations: number
  /** Those that plan a sentence each time. */
  readonly schedules: number
  /** Workflows and schedules that an earlier move has brought there. */
  readonly already: number
}

/** The tables that belong to workflows, each with the column that names the workflow. */
const belongings = {
  workflow_variables: 'workflow',
  workflow_steps: 'workflow',
  workflow_edges: 'parent / 10000',
  workflow_events: 'workflow',
} as const

/** What is not about single workflows is copied whole. */
const wholes = [
  'automations',
  'automation_versions',
  'automation_permissions',
  'triggers',
  'trigger_events',
] as const

const PAGE = 500
const LOCK = 7_301_174_222

/** Copies everything in one transaction, or nothing. What went on is paused where it was, so that nothing runs twice. */
export async function moveWorkflows(options: MoveOptions): Promise<MovedWorkflows> {
  const { database, url, log } = options
  const connections = await openConnections(url)
  try {
    await migrate(connections.pool)
    const jobs = await DelayedJobs.open(connections, log)
    try {
      const moved = await withClient(connections.pool, async (client) => {
        await client.query('BEGIN')
        await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
        const counts = await copy(database, client, jobs)
        await client.query('COMMIT')
        return counts
      })
      await pauseHere(options)
      return moved
    } finally {
      await jobs.close()
    }
  } catch (error) {
    throw clearly(error, placeOf(url))
  } finally {
    await connections.close()
  }
}

async function copy(database: Database, client: PoolClient, jobs: DelayedJobs): Promise<MovedWorkflows> {
  const workflows = await missing('workflows', database, client)
  const schedules = await missing('schedules', database, client)
  const numbers = workflows.fresh
  await insertRows(client, 'workflows', rowsOf(database, 'workflows', { column: 'number', numbers }))
  const copied: Record<string, number> = {}
  for (const [table, column] of Object.entries(belongings))
    copied[table] = await insertRows(client, table, rowsOf(database, table, { column, numbers }))
  const kept = rowsOf(database, 'schedules', { column: 'number', numbers: schedules.fresh })
  await insertRows(client, 'schedules', kept)
  for (const table of wholes) copied[table] = await insertRows(client, table, allRows(database, table))
  await continueNumbers(client, database)
  // What ran has a lease that is nobody's, and is taken over like that of a process that has ended.
  await jobs.enqueueAll(client, numbers)
  return {
    workflows: numbers.length,
    steps: copied['workflow_steps']!,
    events: copied['workflow_events']!,
    automations: copied['automations']!,
    schedules: schedules.fresh.length,
    already: workflows.already + schedules.already,
  }
}

/** Numbers of those that are not there yet. Refuses when there are others: they would have the same numbers. */
async function missing(
  table: 'workflows' | 'schedules',
  database: Database,
  client: PoolClient,
): Promise<{ fresh: number[]; already: number }> {
  const here = database.prepare(`SELECT number, id FROM ${table}`).all() as { number: number; id: string }[]
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table}`)
  const there = new Set(rows.map(({ id }) => id))
  const ids = new Set(here.map(({ id }) => id))
  const others = [...there].filter((id) => !ids.has(id))
  if (others.length > 0)
    throw new AppError(
      'conflict',
      `The database already has ${others.length} ${table} from elsewhere. Move to an empty one. Nothing was changed.`,
    )
  const fresh = here.filter(({ id }) => !there.has(id)).map(({ number }) => number)
  return { fresh, already: here.length - fresh.length }
}

type Rows = Generator<readonly object[]>

/** In pages, so that a long history does not have to fit into memory. */
function* rowsOf(
  database: Database,
  table: string,
  { column, numbers }: { column: string; numbers: readonly number[] },
): Rows {
  const select = database.prepare(
    `SELECT * FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?1)) LIMIT ?2 OFFSET ?3`,
  )
  for (let at = 0; at < numbers.length; at += PAGE) {
    const some = JSON.stringify(numbers.slice(at, at + PAGE))
    for (let offset = 0; ; offset += PAGE) {
      const page = select.all(some, PAGE, offset)
      if (page.length > 0) yield page
      if (page.length < PAGE) break
    }
  }
}

function* allRows(database: Database, table: string): Rows {
  const select = database.prepare(`SELECT * FROM ${table} LIMIT ?1 OFFSET ?2`)
  for (let offset = 0; ; offset += PAGE) {
    const page = select.all(PAGE, offset)
    if (page.length > 0) yield page
    if (page.length < PAGE) return
  }
}

async function insertRows(client: PoolClient, table: string, pages: Rows): Promise<number> {
  let count = 0
  for (const page of pages) {
    const text = JSON.stringify(page, (_name, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    )
    // An earlier move may have brought it there.
    const rows = `SELECT * FROM json_populate_recordset(NULL::${table}, $1)`
    const { rowCount } = await client.query(`INSERT INTO ${table} ${rows} ON CONFLICT DO NOTHING`, [text])
    count += rowCount ?? 0
  }
  return count
}

/** A number is never given twice, not even that of a workflow which was deleted. */
async function continueNumbers(client: PoolClient, database: Database): Promise<void> {
  const used = database.prepare('SELECT name, seq FROM sqlite_sequence').all() as {
    name: string
    seq: number
  }[]
  const columns = {
    workflows: 'number',
    schedules: 'number',
    workflow_events: 'seq',
    trigger_events: 'number',
  } as const
  for (const [table, column] of Object.entries(columns)) {
    const before = used.find(({ name }) => name === table)?.seq ?? 0
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'),
         greatest((SELECT COALESCE(max(${column}), 0) FROM ${table}), $1::bigint) + 1, false)`,
      [before],
    )
  }
}

async function pauseHere({ database, now }: MoveOptions): Promise<void> {
  const at = now().toISOString()
  await database.write(() => {
    const moved = database
      .prepare(
        "UPDATE workflows SET status = 'paused' WHERE status IN ('running', 'waiting') RETURNING number",
      )
      .all()
    const tell = database.prepare(
      "INSERT INTO workflow_events (workflow, type, actor, at) VALUES (?, 'workflow.moved', 'service', ?)",
    )
    for (const { number } of moved) tell.run(number!, at)
    database.prepare('UPDATE schedules SET enabled = 0, next_at = NULL, due_at = NULL').run()
    database.prepare('UPDATE automations SET enabled = 0').run()
    database.prepare('UPDATE triggers SET next_at = NULL').run()
  })
}
