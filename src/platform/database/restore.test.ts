import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import type { Database, DatabaseIncident } from './database.ts'
import { restoreBackup } from './restore.ts'
import { openDatabase } from './open-database.ts'

const incidents: DatabaseIncident[] = []

function open(folder: string): Promise<Database> {
  return openDatabase({
    ...placeIn(folder),
    migrations: [
      { version: 1, name: 'notes', sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT' },
    ],
    now: () => new Date(),
    log: silentLog,
    onIncident: (incident) => incidents.push(incident),
  })
}

function placeIn(folder: string): { path: string; backupFolder: string } {
  return { path: join(folder, 'deskhand.db'), backupFolder: join(folder, 'backups') }
}

function add(database: Database, text: string): Promise<unknown> {
  return database.write(() => database.prepare('INSERT INTO note (text) VALUES (?)').run(text))
}

function texts(path: string): unknown[] {
  const sqlite = new DatabaseSync(path)
  try {
    return sqlite
      .prepare('SELECT text FROM note ORDER BY id')
      .all()
      .map((row) => row['text'])
  } finally {
    sqlite.close()
  }
}

/** "one" is in the first backup, "one" and "two" in the second, all three in the database. */
async function makeThree(folder: string): Promise<[string, string]> {
  const database = await open(folder)
  await add(database, 'one')
  const first = await database.backup('first')
  await add(database, 'two')
  const second = await database.backup('second')
  await add(database, 'three')
  await database.close()
  return [first.path, second.path]
}

test('the newest backup takes the place of the database, which is kept beside it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'restore-'))
  const place = placeIn(folder.path)
  const [, second] = await makeThree(folder.path)
  const restored = await restoreBackup(place)

  expect(restored.restored_from).toBe(second)
  expect(texts(place.path)).toEqual(['one', 'two'])
  expect(basename(restored.replaced ?? '')).toMatch(/^deskhand\.db\.replaced\./)
  expect(texts(restored.replaced ?? '')).toEqual(['one', 'two', 'three'])
  expect(existsSync(second)).toBe(true)
  const database = await open(folder.path)
  expect(database.health()).toMatchObject({ status: 'ok', restored_from: null })
  await database.close()
})

test('a backup is chosen by its name or by its path', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'restore-'))
  const place = placeIn(folder.path)
  const [first] = await makeThree(folder.path)
  await restoreBackup({ ...place, from: basename(first) })
  expect(texts(place.path)).toEqual(['one'])

  const elsewhere = join(folder.path, 'carried over.db')
  copyFileSync(first, elsewhere)
  await restoreBackup({ ...place, from: elsewhere })
  expect(texts(place.path)).toEqual(['one'])
  expect(readdirSync(folder.path).filter((name) => name.includes('.replaced.'))).toHaveLength(2)
})

test('what a killed service had only in its log is in the file that is kept', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'restore-'))
  const place = placeIn(folder.path)
  await makeThree(folder.path)
  const running = await open(folder.path)
  await add(running, 'four')
  for (const ending of ['', '-wal']) copyFileSync(`${place.path}${ending}`, `${folder.path}/killed${ending}`)
  await running.close()
  for (const ending of ['', '-wal']) copyFileSync(`${folder.path}/killed${ending}`, `${place.path}${ending}`)
  const { replaced } = await restoreBackup(place)

  expect(texts(replaced ?? '')).toEqual(['one', 'two', 'three', 'four'])
  expect(texts(place.path)).toEqual(['one', 'two'])
})

test('a damaged database is kept as it is', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'restore-'))
  const place = placeIn(folder.path)
  await makeThree(folder.path)
  writeFileSync(place.path, 'garbage')
  writeFileSync(`${place.path}-wal`, 'garbage too')
  const { replaced } = await restoreBackup(place)

  expect(readFileSync(replaced ?? '', 'utf8')).toBe('garbage')
  expect(readFileSync(`${replaced}-wal`, 'utf8')).toBe('garbage too')
  expect(texts(place.path)).toEqual(['one', 'two'])
})

test('where there is no database the backup becomes it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'restore-'))
  const [first] = await makeThree(folder.path)
  const elsewhere = { ...placeIn(folder.path), path: join(folder.path, 'other.db') }

  expect(await restoreBackup({ ...elsewhere, from: first })).toMatchObject({
    restored_from: first,
    replaced: null,
  })
  expect(texts(elsewhere.path)).toEqual(['one'])
})

test('a bad, a missing or no backup is refused and nothing changes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'restore-'))
  const place = placeIn(folder.path)
  const [first] = await makeThree(folder.path)
  const before = readFileSync(place.path)
  writeFileSync(first, 'damaged')

  await expect(restoreBackup({ ...place, from: first })).rejects.toMatchObject({ code: 'storage_failed' })
  await expect(restoreBackup({ ...place, from: 'nothing.db' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(restoreBackup({ ...place, backupFolder: join(folder.path, 'nowhere') })).rejects.toMatchObject(
    { code: 'not_found' },
  )
  expect(readFileSync(place.path)).toEqual(before)
  expect(readdirSync(folder.path).sort()).toEqual(['backups', 'deskhand.db'])
})

test('a database in use is not replaced', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'restore-'))
  const place = placeIn(folder.path)
  await makeThree(folder.path)
  const running = await open(folder.path)
  await add(running, 'four')

  await expect(restoreBackup(place)).rejects.toMatchObject({ code: 'already_running' })
  await add(running, 'five')
  await running.close()
  expect(texts(place.path)).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(incidents).toEqual([])
})
