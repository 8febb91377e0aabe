import { mkdtempDisposable } from 'node:fs/promises'
import { existsSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { APPLICATION_ID } from './connection.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { openDatabase } from './open-database.ts'

const migrations = [
  {
    version: 1,
    name: 'notes',
    sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT',
  },
]

function optionsIn(folder: string): DatabaseOptions {
  return {
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now: () => new Date(),
    log: silentLog,
  }
}

function add(database: Database, text: string): Promise<number> {
  return database.write(() =>
    Number(database.prepare('INSERT INTO note (text) VALUES (?)').run(text).lastInsertRowid),
  )
}

function texts(database: Database): unknown[] {
  return database
    .prepare('SELECT text FROM note ORDER BY id')
    .all()
    .map((row) => row['text'])
}

test('a new database is durable, private, ours and migrated', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const options = optionsIn(folder.path)
  const database = await openDatabase(options)
  const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]

  expect(pragma('journal_mode')).toBe('wal')
  expect(pragma('synchronous')).toBe(2)
  expect(pragma('foreign_keys')).toBe(1)
  expect(pragma('busy_timeout')).toBe(0)
  expect(pragma('application_id')).toBe(APPLICATION_ID)
  expect(pragma('user_version')).toBe(1)
  await add(database, 'first')
  for (const ending of ['', '-wal', '-shm'])
    expect(statSync(`${options.path}${ending}`).mode & 0o777).toBe(0o600)
  expect(statSync(options.backupFolder).mode & 0o777).toBe(0o700)
  expect(database.backups()).toEqual([])
  await database.close()
})

test('what was written is there after closing and opening, in one file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const first = await openDatabase(optionsIn(folder.path))
  expect(await add(first, 'kept')).toBe(1)
  await first.close()
  expect(existsSync(join(folder.path, 'deskhand.db-wal'))).toBe(false)

  const second = await openDatabase(optionsIn(folder.path))
  expect(texts(second)).toEqual(['kept'])
  await second.close()
})

test('the folder may have any name', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database #1 50%25 ?mode=ro é-'))
  const database = await openDatabase(optionsIn(folder.path))
  await add(database, 'kept')
  const backup = await database.backup('odd')
  await database.close()

  expect(existsSync(join(folder.path, 'deskhand.db'))).toBe(true)
  expect(backup.path.startsWith(join(folder.path, 'backups'))).toBe(true)
})

test('changes queued in one turn share one transaction and run in their order', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const database = await openDatabase(optionsIn(folder.path))
  const before = database.health().wal_bytes
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      database.write(() => {
        order.push(index)
        database.prepare('INSERT INTO note (text) VALUES (?)').run(`note ${index}`)
      }),
    ),
  )
  const pages = (database.health().wal_bytes - before) / 4096

  expect(order).toEqual(Array.from({ length: 100 }, (_, index) => index))
  // Each transaction logs at least one page of the table and one of its index: a hundred of them would be 200.
  expect(pages).toBeGreaterThan(0)
  expect(pages).toBeLessThan(20)
  await database.close()
})

test('more changes than fit into one transaction are all written, in order', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const database = await openDatabase(optionsIn(folder.path))
  const ids = await Promise.all(Array.from({ length: 1_201 }, (_, index) => add(database, `note ${index}`)))

  expect(ids).toEqual(Array.from({ length: 1_201 }, (_, index) => index + 1))
  await database.close()
})

test('a change that throws is undone alone, and its caller gets its own error', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const database = await openDatabase(optionsIn(folder.path))
  const refusal = new Error('changed my mind')
  const results = await Promise.allSettled([
    add(database, 'one'),
    database.write(() => {
      database.prepare('INSERT INTO note (text) VALUES (?)').run('undone')
      throw refusal
    }),
    add(database, 'one'),
    add(database, 'two'),
  ])

  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(results[1]).toHaveProperty('reason', refusal)
  expect(results[2]).toHaveProperty('reason.message', 'UNIQUE constraint failed: note.text')
  expect(texts(database)).toEqual(['one', 'two'])
  expect(database.health()).toMatchObject({ status: 'ok', detail: null })
  await database.close()
})

test('a lone change that throws leaves nothing behind, and the next one works', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const database = await openDatabase(optionsIn(folder.path))
  const failed = database.write(() => {
    database.prepare('INSERT INTO note (text) VALUES (?)').run('undone')
    throw new Error('no')
  })

  await expect(failed).rejects.toThrow('no')
  await add(database, 'after')
  expect(texts(database)).toEqual(['after'])
  await database.close()
})

test('work that returns a promise is refused and undone', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const database = await openDatabase(optionsIn(folder.path))
  const late = database.write(async () => {
    database.prepare('INSERT INTO note (text) VALUES (?)').run('half')
    await Promise.resolve()
  })

  await expect(late).rejects.toThrow('must be synchronous')
  expect(texts(database)).toEqual([])
  await database.close()
})

test('work that ends the transaction fails its whole group, and nothing of the group stays', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const database = await openDatabase(optionsIn(folder.path))
  const results = await Promise.allSettled([
    add(database, 'before'),
    database.write(() => database.prepare('ROLLBACK').run()),
    add(database, 'after'),
  ])

  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(texts(database)).toEqual([])
  await add(database, 'next')
  expect(texts(database)).toEqual(['next'])
  await database.close()
})

test('a statement is prepared once for its text', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const database = await openDatabase(optionsIn(folder.path))
  const statement = database.prepare('SELECT 1 AS one')

  expect(database.prepare('SELECT 1 AS one')).toBe(statement)
  for (let count = 0; count < 600; count += 1) database.prepare(`SELECT ${count}`)
  // Forgotten by now, yet still good for whoever has it.
  expect(statement.get()).toEqual({ one: 1 })
  expect(database.prepare('SELECT 1 AS one')).not.toBe(statement)
  await database.close()
})

test('a write waits for another program that holds the database, while reads go on', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const options = optionsIn(folder.path)
  const database = await openDatabase(options)
  const other = new DatabaseSync(options.path)
  other.exec('BEGIN IMMEDIATE')
  let written = false
  const waiting = add(database, 'patient').then(() => {
    written = true
  })
  // The turn in which it is tried for the first time is over.
  await setImmediate()

  expect(written).toBe(false)
  expect(texts(database)).toEqual([])
  other.exec('COMMIT')
  other.close()
  await waiting
  expect(texts(database)).toEqual(['patient'])
  await database.close()
})

test('close waits for what is queued and refuses what comes after', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const database = await openDatabase(optionsIn(folder.path))
  const queued = add(database, 'just in time')
  const closing = database.close()
  const late = add(database, 'too late')

  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
  await expect(database.backup('late')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(queued).resolves.toBe(1)
  await closing
  await database.close()
  expect(() => database.prepare('SELECT 1')).toThrow('is closed')
})

test('health says when the file was removed under a running service', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'database-'))
  const options = optionsIn(folder.path)
  const database = await openDatabase(options)
  expect(database.health()).toMatchObject({ status: 'ok', path: options.path, restored_from: null })
  renameSync(options.path, `${options.path}.elsewhere`)

  expect(database.health()).toMatchObject({ status: 'degraded', bytes: 0 })
  expect(database.health().detail).toContain('removed while in use')
  renameSync(`${options.path}.elsewhere`, options.path)
  expect(database.health().status).toBe('ok')
  await database.close()
})
