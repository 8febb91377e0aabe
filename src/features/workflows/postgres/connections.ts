import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, ClientConfig, Pool, PoolClient } from 'pg'
import { AppError } from '../../../contract/errors.ts'
import { checkedAddress } from './database-address.ts'

/** Where our tables are, apart from everything else that the database may hold. */
export const SCHEMA = 'deskhand'
/** Where pg-boss keeps its own. */
export const JOB_SCHEMA = 'deskhand_jobs'

/** Everything of one process that holds a connection to the database. */
export interface Connections {
  /** For transactions. */
  readonly pool: Pool
  /** For groups of transactions: they send a statement before the last one is answered. */
  readonly batchPool: Pool
  /** For what never waits for a transaction, so that a transaction may wait for it. */
  readonly sidePool: Pool
  /** One more, for whoever must keep it. */
  openClient(): Promise<Client>
  close(): Promise<void>
}

const CONNECT_MS = 5_000
const QUERY_MS = 60_000
/** A process that is frozen in the middle of a transaction must not hold a workflow for longer. */
const IDLE_IN_TRANSACTION_MS = 8_000
const POOL_SIZE = 6
const SIDE_POOL_SIZE = 2
export const BATCH_POOL_SIZE = 3
/** Lists of a few keys against large tables: there is one good plan, and it must not be thought about again. */
const BATCH_SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_seqscan=off',
]
const CLOSE_MS = 3_000
const INT8 = 20

/** Loads the driver; nothing is connected before it is used. */
export async function openConnections(url: string): Promise<Connections> {
  const { default: pg } = await import('pg')
  const types = new pg.TypeOverrides()
  // Numbers of rows stay far below what a JavaScript number can hold.
  types.setTypeParser(INT8, Number)
  const config: ClientConfig = {
    connectionString: checkedAddress(url),
    application_name: 'deskhand',
    options: `-c search_path=${SCHEMA}`,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    types,
  }
  const openPool = (max: number, more: ClientConfig = {}) => {
    const pool = new pg.Pool({ ...config, ...more, max })
    // A connection that breaks while nobody uses it is simply replaced.
    pool.on('error', () => {})
    // One that breaks between two statements of a transaction says so at the next of them.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pool = openPool(POOL_SIZE)
  const sidePool = openPool(SIDE_POOL_SIZE)
  const batchPool = openPool(BATCH_POOL_SIZE, {
    pipeline: true,
    options: [`search_path=${SCHEMA}`, ...BATCH_SETTINGS].map((setting) => `-c ${setting}`).join(' '),
  })
  return {
    pool,
    sidePool,
    batchPool,
    async openClient() {
      const client = new pg.Client(config)
      client.on('error', () => {})
      await client.connect()
      return client
    },
    async close() {
      // One that hangs must not keep the process.
      await Promise.race([
        Promise.allSettled([pool, sidePool, batchPool].map((one) => one.end())),
        sleep(CLOSE_MS),
      ])
    },
  }
}

/** Where the database is, without who may use it. */
export function placeOf(url: string): string {
  try {
    // A socket has no host in the address: it is a parameter.
    const { host, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'))
    return `${searchParams.get('host') ?? host}${pathname}`
  } catch {
    throw new AppError(
      'invalid_request',
      'DATABASE_URL is not a valid address. Write it as postgres://user:password@host:5432/database.',
    )
  }
}

/** A connection of the pool for as long as it is used; one that broke is not given back. */
export async function withClient<Result>(
  pool: Pool,
  use: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isBroken = false
  try {
    return await use(client)
  } catch (error) {
    isBroken = isGone(error) || !(await rollBack(client))
    throw error
  } finally {
    client.release(isBroken)
  }
}

async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}

/** Classes of SQLSTATE that say that the server is not there now, or not for us. */
const AWAY = /^(?:08|28|53|57P|3D000|25P03|25006)/

/** The database could not be asked: nothing is wrong with what was asked. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false
  const { code } = error as { code?: unknown }
  // The server's own codes have a digit in them, those of the operating system have none.
  if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return AWAY.test(code)
  return typeof code === 'string' || /connect|terminated|timeout|pool/i.test(error.message)
}

/** Two transactions stood in each other's way: the same again succeeds. */
export function isContention(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === '40P01' || code === '40001'
}

/** What a caller is told while the database is away or closed to us; everything else is passed on as it is. */
export function clearly(error: unknown, place: string): unknown {
  if (isForbidden(error)) return notAllowed(error, place)
  if (!isGone(error)) return error
  const reason = (error as Error).message || String((error as { code?: unknown }).code)
  return new AppError(
    'unavailable',
    `Can't reach the workflow database at ${place}: ${reason}. ${whatToDo(reason)}`,
    { cause: error, headers: { 'retry-after': '2' } },
  )
}

function isForbidden(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === '42501'
}

function notAllowed(error: Error, place: string): AppError {
  return new AppError(
    'unavailable',
    `The user in DATABASE_URL may not use the workflow database at ${place}: ${error.message}. ` +
      'Make that user its owner, with ALTER DATABASE … OWNER TO …; then try again.',
    { cause: error },
  )
}

function whatToDo(reason: string): string {
  return reason.includes('does not support SSL')
    ? 'Turn on TLS there. Only add ?sslmode=disable to DATABASE_URL if you trust the network in between.'
    : 'Nothing is lost. Try again when it is back.'
}
