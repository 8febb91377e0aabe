import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { writeFileAtomic } from '../files/atomic-file.ts'
import { errorCodeOf } from '../files/file-error.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

/** A disk of three megabytes. Only root may mount one; a machine that proves the project must be able to. */
function mountSmallDisk(context: TestContext, folder: string): Disposable {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=0700', 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    if (process.env['CI']) throw error
    context.skip(`no small disk could be mounted here, so the full disk is not tested: ${String(error)}`)
  }
  return { [Symbol.dispose]: () => void execFileSync('umount', [folder]) }
}

/** Takes all space that is left, down to the last byte. */
function fillDisk(folder: string): string {
  const ballast = join(folder, 'ballast')
  const file = openSync(ballast, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(64 * 1024))
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  return ballast
}

function open(folder: string, backupFolder: string): Promise<Database> {
  return openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder,
    migrations: [
      { version: 1, name: 'notes', sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT' },
    ],
    now: () => new Date(),
    log: silentLog,
  })
}

function add(database: Database, text: string): Promise<unknown> {
  return database.write(() => database.prepare('INSERT INTO note (text) VALUES (?)').run(text))
}

function count(database: Database): unknown {
  return database.prepare('SELECT count(*) AS count FROM note').get()?.['count']
}

test('on a full disk writes are refused together, reads go on, and freeing space is enough', async (context) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'disk-full-'))
  await using backups = await mkdtempDisposable(join(tmpdir(), 'disk-full-backups-'))
  using _disk = mountSmallDisk(context, folder.path)
  const database = await open(folder.path, backups.path)
  for (let index = 0; index < 20; index += 1) await add(database, `note ${index}`)
  const ballast = fillDisk(folder.path)

  // Far more than the log has room for in its last page.
  const refused = await Promise.allSettled(
    Array.from({ length: 100 }, () => add(database, 'x'.repeat(20_000))),
  )
  expect(new Set(refused.map((result) => result.status))).toEqual(new Set(['rejected']))
  expect(refused[0]).toMatchObject({ reason: { code: 'storage_full', status: 507 } })
  expect(count(database)).toBe(20)
  expect(database.health().status).toBe('degraded')
  expect(database.health().detail).toContain('disk of the data folder is full')
  await expect(add(database, 'x'.repeat(20_000))).rejects.toMatchObject({ code: 'storage_full' })

  rmSync(ballast)
  await add(database, 'there is room again')
  expect(database.health()).toMatchObject({ status: 'ok', detail: null })
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  await database.close()
  const reopened = await open(folder.path, backups.path)
  expect(count(reopened)).toBe(21)
  await reopened.close()
})

test('a backup that does not fit says so and leaves nothing behind', async (context) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'disk-full-'))
  await using backups = await mkdtempDisposable(join(tmpdir(), 'disk-full-backups-'))
  using _disk = mountSmallDisk(context, backups.path)
  const database = await open(folder.path, backups.path)
  await add(database, 'x'.repeat(500_000))
  const earlier = await database.backup('fits')
  await add(database, 'x'.repeat(4_000_000))

  await expect(database.backup('does not fit')).rejects.toMatchObject({ code: 'storage_full' })
  expect(readdirSync(backups.path)).toHaveLength(1)
  expect(database.backups()).toEqual([earlier])
  expect(database.health().status).toBe('ok')
  await database.close()
})

test('a file that does not fit is not replaced by a part of it', async (context) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'disk-full-'))
  using _disk = mountSmallDisk(context, folder.path)
  const path = join(folder.path, 'settings.json')
  await writeFileAtomic(path, 'before')

  await expect(writeFileAtomic(path, 'x'.repeat(4_000_000))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(folder.path)).toEqual(['settings.json'])
})
