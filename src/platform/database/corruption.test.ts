import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import type { Database, DatabaseIncident } from './database.ts'
import { openDatabase } from './open-database.ts'

const PAGE = 4096

interface Place {
  readonly folder: string
  readonly path: string
  readonly incidents: DatabaseIncident[]
  readonly loud: string[]
}

function placeIn(folder: string): Place {
  return { folder, path: join(folder, 'deskhand.db'), incidents: [], loud: [] }
}

function open({ folder, path, incidents, loud }: Place): Promise<Database> {
  return openDatabase({
    path,
    backupFolder: join(folder, 'backups'),
    migrations: [
      { version: 1, name: 'notes', sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT' },
    ],
    now: () => new Date(),
    log: { ...silentLog, error: (_fields, message) => loud.push(message) },
    onIncident: (incident) => incidents.push(incident),
  })
}

async function fill(database: Database, text: string): Promise<void> {
  await database.write(() => {
    for (let count = 0; count < 200; count += 1) {
      database.prepare('INSERT INTO note (text) VALUES (?)').run(`${text} ${'x'.repeat(200)}`)
    }
  })
}

/** 200 rows in a backup, 200 more only in the file. */
async function makeDatabase(place: Place): Promise<void> {
  const database = await open(place)
  await fill(database, 'old')
  await database.backup('test')
  await fill(database, 'new')
  await database.close()
}

function rows(database: Database): unknown {
  return database.prepare('SELECT count(*) AS count FROM note').get()?.['count']
}

function corruptFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.includes('.corrupt.'))
}

const damages: readonly [string, (path: string) => void][] = [
  [
    'truncated in the middle',
    (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / PAGE) * PAGE),
  ],
  ['truncated inside its first page', (path) => truncateSync(path, 1000)],
  ['overwritten with garbage', (path) => writeFileSync(path, Buffer.alloc(statSync(path).size, 'garbage'))],
  ['emptied', (path) => truncateSync(path, 0)],
  ['zeroed', (path) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
  ['zeroed in one page', (path) => overwrite(path, { at: 5 * PAGE, with: Buffer.alloc(PAGE) })],
  ['replaced by the database of another program', replaceByForeign],
]

function overwrite(path: string, { at, with: bytes }: { at: number; with: Buffer }): void {
  const content = readFileSync(path)
  bytes.copy(content, at)
  writeFileSync(path, content)
}

function replaceByForeign(path: string): void {
  rmSync(path)
  const foreign = new DatabaseSync(path)
  foreign.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)')
  foreign.close()
}

test.each(damages)('a file %s is kept aside and the backup restored, loudly', async (_name, damage) => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'corruption-'))
  const place = placeIn(temporary.path)
  await makeDatabase(place)
  damage(place.path)
  const damaged = readFileSync(place.path)

  const database = await open(place)
  expect(rows(database)).toBe(200)
  expect(place.incidents).toHaveLength(1)
  const [incident] = place.incidents
  expect(incident).toMatchObject({ kind: 'quarantined', path: place.path, bad_backups: [] })
  expect(incident?.restored_from).toBe(database.backups()[0]?.path)
  expect(place.loud).toHaveLength(1)
  expect(place.loud[0]).toContain(incident?.moved_to)
  expect(readFileSync(incident?.moved_to ?? '')).toEqual(damaged)
  expect(database.health()).toMatchObject({ status: 'ok', restored_from: incident?.restored_from })
  expect(database.health().detail).toContain('was restored')

  await fill(database, 'again')
  await database.close()
  const reopened = await open(place)
  expect(rows(reopened)).toBe(400)
  expect(place.incidents).toHaveLength(1)
  expect(reopened.health().restored_from).toBe(null)
  await reopened.close()
})

test('a damaged file is kept with its log as it was, byte for byte', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'corruption-'))
  const live = placeIn(temporary.path)
  const running = await open(live)
  await fill(running, 'old')
  await running.backup('test')
  await fill(running, 'new')
  // A copy of the files of a running service is what a crash leaves: a file and a log that belongs to it.
  const crashed = placeIn(join(temporary.path, 'crashed'))
  await open(crashed).then((database) => database.close())
  for (const ending of ['', '-wal']) copyFileSync(`${live.path}${ending}`, `${crashed.path}${ending}`)
  await running.close()
  overwrite(crashed.path, { at: 0, with: Buffer.from('broken header') })
  const damaged = readFileSync(crashed.path)
  const log = readFileSync(`${crashed.path}-wal`)

  const database = await open(crashed)
  const movedTo = crashed.incidents[0]?.moved_to ?? ''
  expect(log.length).toBeGreaterThan(0)
  expect(readFileSync(movedTo)).toEqual(damaged)
  expect(readFileSync(`${movedTo}-wal`)).toEqual(log)
  expect(rows(database)).toBe(0)
  await database.close()
})

test('without any backup a damaged file is kept aside and a new database begun', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'corruption-'))
  const place = placeIn(temporary.path)
  writeFileSync(place.path, 'this is no database')

  const database = await open(place)
  expect(rows(database)).toBe(0)
  expect(place.incidents).toMatchObject([{ kind: 'quarantined', restored_from: null }])
  expect(readFileSync(place.incidents[0]?.moved_to ?? '', 'utf8')).toBe('this is no database')
  await database.close()
})

test('a damaged backup is passed over and named, and stays', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'corruption-'))
  const place = placeIn(temporary.path)
  await makeDatabase(place)
  const before = await open(place)
  const newer = await before.backup('newer')
  await before.close()
  overwrite(newer.path, { at: 5 * PAGE, with: Buffer.alloc(PAGE) })
  truncateSync(place.path, 10)

  const database = await open(place)
  expect(rows(database)).toBe(200)
  expect(place.incidents[0]?.bad_backups).toEqual([newer.path])
  expect(place.incidents[0]?.restored_from).toContain('.test.db')
  expect(existsSync(newer.path)).toBe(true)
  await database.close()
})

test('a file that is gone comes back from the backup, and a log without its file is kept aside', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'corruption-'))
  const place = placeIn(temporary.path)
  await makeDatabase(place)
  rmSync(place.path)
  writeFileSync(`${place.path}-wal`, 'a log of something that is gone')

  const database = await open(place)
  expect(rows(database)).toBe(200)
  expect(place.incidents).toMatchObject([{ kind: 'missing' }])
  const movedTo = place.incidents[0]?.moved_to ?? ''
  expect(readFileSync(`${movedTo}-wal`, 'utf8')).toBe('a log of something that is gone')
  await database.close()
})

test('two damaged files at the same instant do not overwrite each other', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'corruption-'))
  const place = placeIn(temporary.path)
  const openAtNoon = (): Promise<Database> =>
    openDatabase({
      path: place.path,
      backupFolder: join(place.folder, 'backups'),
      migrations: [],
      now: () => new Date('2026-11-15T12:00:00Z'),
      log: silentLog,
    })
  for (const content of ['first', 'second']) {
    writeFileSync(place.path, content)
    await openAtNoon().then((database) => database.close())
  }

  const kept = corruptFiles(place.folder).map((name) => readFileSync(join(place.folder, name), 'utf8'))
  expect(kept.sort()).toEqual(['first', 'second'])
})

test('a folder that is not readable as a file is an error, not damage', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'corruption-'))
  const place = placeIn(temporary.path)
  mkdirSync(place.path)

  await expect(open(place)).rejects.toThrow('is a folder')
  expect(place.incidents).toEqual([])
  expect(statSync(place.path).isDirectory()).toBe(true)
})

test('damage that shows itself while running fails that write and stays visible', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'corruption-'))
  const place = placeIn(temporary.path)
  await makeDatabase(place)
  const database = await open(place)
  await database.write(() => database.prepare('CREATE TABLE sound (id INTEGER)').run())
  overwrite(place.path, { at: 5 * PAGE, with: Buffer.alloc(PAGE, 0x55) })
  const reading = database.write(() => database.prepare('SELECT sum(length(text)) FROM note').get())

  await expect(reading).rejects.toMatchObject({ code: 'storage_failed' })
  await database.write(() => database.prepare('INSERT INTO sound VALUES (1)').run())
  expect(database.health().status).toBe('degraded')
  expect(database.health().detail).toContain('damaged')
  await database.close()
})
