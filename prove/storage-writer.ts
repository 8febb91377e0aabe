/**
 * The victim: a process that writes through the database with many writers at once, until it is killed or has done
 * enough. Each line on its standard output is a promise: `A <id>` means that the write was acknowledged.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../src/contract/errors.ts'
import { silentLog } from '../src/contract/log.ts'
import type { Database, DatabaseIncident } from '../src/platform/database/database.ts'
import { say } from './say.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

export interface WriterOrder {
  readonly folder: string
  /** Part of every id, so that several runs can share a database. */
  readonly run: string
  readonly writers: number
  /** How many writes each writer makes. */
  readonly writes: number
  /** The longest pause of a writer between two writes. */
  readonly pauseMs: number
  /** A backup after every so many writes of the first writer; 0 for none. */
  readonly backupEvery: number
  /** Fewer pages than SQLite's own thousand fold the log into the file often, so that this is cut in two as well. */
  readonly checkpointPages: number
  /** NORMAL loses acknowledged writes by a power cut: what a proof must notice to be worth anything. */
  readonly synchronous: 'FULL' | 'NORMAL'
}

export function openProofDatabase(
  folder: string,
  onIncident: (incident: DatabaseIncident) => void = () => undefined,
): Promise<Database> {
  return openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    // Two tables: a write is in both or in none.
    migrations: [
      {
        version: 1,
        name: 'entry',
        sql: 'CREATE TABLE entry (id TEXT PRIMARY KEY, payload TEXT NOT NULL) STRICT',
      },
      { version: 2, name: 'twin', sql: 'CREATE TABLE twin (id TEXT PRIMARY KEY) STRICT' },
    ],
    now: () => new Date(),
    log: silentLog,
    onIncident,
  })
}

async function write(order: WriterOrder): Promise<void> {
  const database = await openProofDatabase(order.folder)
  database.prepare(`PRAGMA wal_autocheckpoint = ${order.checkpointPages}`).get()
  database.prepare(`PRAGMA synchronous = ${order.synchronous}`).run()
  say('ready')
  await Promise.all(Array.from({ length: order.writers }, (_, writer) => runWriter(database, order, writer)))
  say(`end ${database.health().status}`)
  await database.close()
}

async function runWriter(database: Database, order: WriterOrder, writer: number): Promise<void> {
  for (let count = 1; count <= order.writes; count += 1) {
    const id = `${order.run}.${writer}.${count}`
    try {
      await database.write(() => insert(database, id))
      say(`A ${id}`)
      // Some change their mind after they have changed something: none of it may ever be seen.
      if (count % 7 === 0) await database.write(() => insertAndThrow(database, id)).catch(expectChangeOfMind)
      if (writer === 0 && order.backupEvery > 0 && count % order.backupEvery === 0)
        await database.backup('proof')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      say(`R ${id} ${error.code} ${database.health().status}`)
    }
    if (order.pauseMs > 0) await sleep(Math.random() * order.pauseMs)
  }
}

function insert(database: Database, id: string): void {
  database.prepare('INSERT INTO entry VALUES (?, ?)').run(id, 'x'.repeat(Math.random() * 1500))
  database.prepare('INSERT INTO twin VALUES (?)').run(id)
}

class ChangeOfMind extends Error {}

function insertAndThrow(database: Database, id: string): void {
  insert(database, `undone ${id}`)
  throw new ChangeOfMind(id)
}

function expectChangeOfMind(error: unknown): void {
  if (!(error instanceof ChangeOfMind)) throw error
}

if (import.meta.main) await write(JSON.parse(process.argv[2] ?? '{}') as WriterOrder)
