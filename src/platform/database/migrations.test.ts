import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import type { Migration } from './migrations.ts'

const notes: Migration = {
  version: 1,
  name: 'notes',
  sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT',
}
const tags: Migration = {
  version: 2,
  name: 'tags',
  sql: `CREATE TABLE tag (note INTEGER NOT NULL REFERENCES note ON DELETE CASCADE, name TEXT) STRICT;
        INSERT INTO tag SELECT id, 'old' FROM note`,
}

function open(folder: string, migrations: readonly Migration[]): Promise<Database> {
  return openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now: () => new Date(),
    log: silentLog,
  })
}

async function makeWithNote(folder: string): Promise<void> {
  const database = await open(folder, [notes])
  await database.write(() => database.prepare("INSERT INTO note (text) VALUES ('kept')").run())
  await database.close()
}

function versionOf(database: Database): unknown {
  return database.prepare('PRAGMA user_version').get()?.['user_version']
}

test('an older database is copied first, then brought forward', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'migrations-'))
  await makeWithNote(folder.path)
  const database = await open(folder.path, [notes, tags])

  expect(versionOf(database)).toBe(2)
  expect(database.prepare('SELECT * FROM tag').all()).toEqual([{ note: 1, name: 'old' }])
  expect(database.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 })
  const [copy] = database.backups()
  expect(copy?.reason).toBe('before-migration-2')
  const old = new DatabaseSync(copy?.path ?? '', { readOnly: true })
  expect(old.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
  expect(old.prepare('SELECT text FROM note').all()).toEqual([{ text: 'kept' }])
  old.close()
  await database.close()
})

test('a database that is up to date is opened without a copy', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'migrations-'))
  await makeWithNote(folder.path)
  const database = await open(folder.path, [notes])

  expect(database.backups()).toEqual([])
  await database.close()
})

test('a database newer than the program is refused, untouched, with both versions named', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'migrations-'))
  await open(folder.path, [notes, tags]).then((database) => database.close())
  const before = readFileSync(join(folder.path, 'deskhand.db'))
  const refused = open(folder.path, [notes])

  await expect(refused).rejects.toMatchObject({ code: 'schema_too_new' })
  await expect(refused).rejects.toThrow(
    /schema version 2, .* only knows versions up to 1\..*"deskhand restore"/,
  )
  expect(readFileSync(join(folder.path, 'deskhand.db'))).toEqual(before)
})

test('a migration that fails leaves the database as it was, and says which it was', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'migrations-'))
  await makeWithNote(folder.path)
  const broken: Migration = { version: 2, name: 'broken', sql: 'DROP TABLE note; CREATE TABLE nonsense (' }
  await expect(open(folder.path, [notes, broken])).rejects.toThrow(/Migration 2 \(broken\) .* failed: /)

  const database = await open(folder.path, [notes])
  expect(versionOf(database)).toBe(1)
  expect(database.prepare('SELECT text FROM note').all()).toEqual([{ text: 'kept' }])
  await database.close()
})

test('a migration may rebuild a table that others refer to, but not leave references to nothing', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'migrations-'))
  await makeWithNote(folder.path)
  const rebuilt: Migration = {
    version: 3,
    name: 'rebuilt',
    sql: `CREATE TABLE newer (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
          INSERT INTO newer SELECT * FROM note; DROP TABLE note; ALTER TABLE newer RENAME TO note`,
  }
  const orphaned: Migration = { version: 4, name: 'orphaned', sql: 'DELETE FROM note' }
  await expect(open(folder.path, [notes, tags, rebuilt, orphaned])).rejects.toThrow('refer to nothing')

  const database = await open(folder.path, [notes, tags, rebuilt])
  expect(database.prepare('SELECT * FROM tag').all()).toEqual([{ note: 1, name: 'old' }])
  expect(versionOf(database)).toBe(3)
  await database.close()
})

test('a migration that ends its own transaction is refused', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'migrations-'))
  const commits: Migration = { version: 1, name: 'commits', sql: 'CREATE TABLE half (id INTEGER); COMMIT' }

  await expect(open(folder.path, [commits])).rejects.toThrow('ends the transaction')
})

test('migrations are numbered without a gap', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'migrations-'))

  await expect(open(folder.path, [tags])).rejects.toThrow('"tags" must have version 1, not 2')
})
