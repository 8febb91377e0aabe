import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable, open as openFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { isBackupDue, startDailyBackup } from './daily-backup.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

const HOUR_MS = 3_600_000

function open(folder: string, now: () => Date = () => new Date()): Promise<Database> {
  return openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations: [
      { version: 1, name: 'notes', sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT' },
    ],
    now,
    log: silentLog,
  })
}

function add(database: Database, text: string): Promise<unknown> {
  return database.write(() => database.prepare('INSERT INTO note (text) VALUES (?)').run(text))
}

function notesIn(path: string): unknown[] {
  const copy = new DatabaseSync(path, { readOnly: true })
  try {
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    return copy.prepare('SELECT text FROM note ORDER BY id').all()
  } finally {
    copy.close()
  }
}

test('a backup is one whole private file with everything acknowledged before', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  const database = await open(folder.path, () => new Date('2026-11-15T08:09:10.011Z'))
  await add(database, 'in the backup')
  const backup = await database.backup('Before I try something!')

  expect(backup).toEqual({
    path: join(folder.path, 'backups', 'deskhand.2026-11-15T08-09-10.011Z.before-i-try-something.db'),
    bytes: statSync(backup.path).size,
    created_at: '2026-11-15T08:09:10.011Z',
    reason: 'before-i-try-something',
  })
  expect(database.backups()).toEqual([backup])
  expect(database.health().last_backup_at).toBe(backup.created_at)
  expect(statSync(backup.path).mode & 0o777).toBe(0o600)
  expect(notesIn(backup.path)).toEqual([{ text: 'in the backup' }])
  expect(readdirSync(join(folder.path, 'backups'))).toHaveLength(1)
  await database.close()
})

test('writes go on while a backup is made, and the backup is one moment of them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  const database = await open(folder.path)
  for (let count = 0; count < 200; count += 1) await add(database, 'x'.repeat(5_000))
  const making = database.backup('busy')
  const finished = new AbortController()
  const watching = making.finally(() => finished.abort())
  let during = 0
  while (!finished.signal.aborted) {
    await database.write(() => {
      for (const half of ['a', 'b']) database.prepare('INSERT INTO note (text) VALUES (?)').run(half)
    })
    during += 1
  }
  await watching
  const { path } = await making
  const copied = notesIn(path).length

  expect(during).toBeGreaterThan(0)
  expect(copied).toBeGreaterThanOrEqual(200)
  // Both halves of a change or none of them.
  expect(copied % 2).toBe(0)
  await database.close()
})

test('the newest seven are kept, and the one just made even if the clock was set back', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  let time = Date.parse('2026-11-15T00:00:00Z')
  const database = await open(folder.path, () => new Date(time))
  for (let day = 0; day < 9; day += 1) {
    await database.backup(`day ${day}`)
    time += 24 * HOUR_MS
  }
  expect(database.backups().map((backup) => backup.reason)).toEqual(
    [8, 7, 6, 5, 4, 3, 2].map((day) => `day-${day}`),
  )

  time = Date.parse('2020-01-01T00:00:00Z')
  const { path } = await database.backup('set back')
  expect(existsSync(path)).toBe(true)
  expect(database.backups()).toHaveLength(7)
  await database.close()
})

test('backups asked for at once are made one after the other, none lost', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  const database = await open(folder.path, () => new Date('2026-11-15T00:00:00Z'))
  const made = await Promise.all(['same', 'same', 'same'].map((reason) => database.backup(reason)))

  expect(new Set(made.map((backup) => backup.path)).size).toBe(3)
  expect(database.backups()).toHaveLength(3)
  await database.close()
})

test('closing waits for a backup that is being made', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  const database = await open(folder.path)
  const making = database.backup('last')
  await database.close()

  expect(existsSync((await making).path)).toBe(true)
})

test('the half copy of a crash is no backup, and the next backup removes it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  const database = await open(folder.path)
  const half = join(folder.path, 'backups', 'deskhand.2026-11-15T00-00-00.000Z.daily.db.partial')
  writeFileSync(half, 'half')
  writeFileSync(join(folder.path, 'backups', 'notes of the user.txt'), 'stays')

  expect(database.backups()).toEqual([])
  await database.backup('whole')
  expect(existsSync(half)).toBe(false)
  expect(readdirSync(join(folder.path, 'backups'))).toContain('notes of the user.txt')
  await database.close()
})

test('a database that is found damaged by its backup is not copied over good backups', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  const database = await open(folder.path)
  for (let count = 0; count < 50; count += 1) await add(database, 'x'.repeat(2_000))
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  const file = join(folder.path, 'deskhand.db')
  await using handle = await openFile(file, 'r+')
  await handle.write(Buffer.alloc(4096), 0, 4096, 5 * 4096)

  await expect(database.backup('bad')).rejects.toMatchObject({ code: 'storage_failed' })
  expect(readdirSync(join(folder.path, 'backups'))).toEqual([])
  await database.close()
})

test.each([
  { when: 'there is none', lastAt: null, madeHere: false, due: true },
  { when: 'the last one is a day old', lastAt: '2026-11-14T12:00:00Z', madeHere: false, due: true },
  { when: 'the last one is of today', lastAt: '2026-11-14T12:00:01Z', madeHere: false, due: false },
  { when: 'the clock was set back', lastAt: '2027-01-01T00:00:00Z', madeHere: false, due: true },
  {
    when: 'one was made since the clock was set back',
    lastAt: '2027-01-01T00:00:00Z',
    madeHere: true,
    due: false,
  },
])('whether a backup is due when $when: $due', ({ lastAt, madeHere, due }) => {
  expect(isBackupDue({ lastAt, now: new Date('2026-11-15T12:00:00Z'), madeHere })).toBe(due)
})

test('the daily backup is made once a day, even if the machine slept, and stops when told', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  let time = Date.parse('2026-11-15T00:00:00Z')
  const now = (): Date => new Date(time)
  const database = await open(folder.path, now)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const errors: unknown[] = []
    const daily = startDailyBackup({
      database,
      now,
      log: { ...silentLog, error: (fields) => errors.push(fields) },
    })
    const hourPasses = async (): Promise<void> => {
      time += HOUR_MS
      vi.advanceTimersByTime(HOUR_MS)
      // The next look at the clock is set when this one is over, backup and all.
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    }

    for (let hour = 0; hour < 50; hour += 1) await hourPasses()
    expect(database.backups().map((backup) => backup.reason)).toEqual(['daily', 'daily', 'daily'])
    // The clock went on for ten days, the timers did not.
    time += 10 * 24 * HOUR_MS
    await hourPasses()
    expect(database.backups()).toHaveLength(4)
    expect(errors).toEqual([])
    daily.stop()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
  await database.close()
})

test('a daily backup that fails is logged and tried again', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'backup-'))
  const database = await open(folder.path)
  await database.close()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const errors: string[] = []
    using daily = startDailyBackup({
      database,
      now: () => new Date(),
      log: { ...silentLog, error: (_fields, message) => errors.push(message) },
    })
    for (let hour = 0; hour < 2; hour += 1) {
      vi.advanceTimersByTime(HOUR_MS)
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(errors).toHaveLength(2)
    daily.stop()
  } finally {
    vi.useRealTimers()
  }
})
