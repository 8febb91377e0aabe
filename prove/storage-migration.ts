/**
 * Kills a process with SIGKILL at random moments while it migrates a database, and looks whether the database has one
 * version or another, never something between. `node prove/storage-migration.ts 50`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, writeSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentLog } from '../src/contract/log.ts'
import type { Database } from '../src/platform/database/database.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'
import type { Migration } from '../src/platform/database/migrations.ts'

const ROWS = 20_000

/** What each version consists of, so that anything between two of them shows. */
const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'notes',
    sql: `CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
          WITH RECURSIVE number(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM number WHERE id < ${ROWS})
          INSERT INTO note SELECT id, 'note ' || id FROM number`,
  },
  {
    version: 2,
    name: 'rebuild',
    sql: `CREATE TABLE newer (id INTEGER PRIMARY KEY, text TEXT NOT NULL, length INTEGER NOT NULL) STRICT;
          INSERT INTO newer SELECT id, text, length(text) FROM note;
          DROP TABLE note; ALTER TABLE newer RENAME TO note; CREATE INDEX note_length ON note (length)`,
  },
  {
    version: 3,
    name: 'split',
    sql: `CREATE TABLE word (note INTEGER NOT NULL REFERENCES note, word TEXT NOT NULL) STRICT;
          INSERT INTO word SELECT id, substr(text, 1, 4) FROM note; UPDATE note SET text = upper(text)`,
  },
]

const shapes: Record<number, object> = {
  1: { version: 1, columns: 'id,text', notes: ROWS, words: null, sample: 'note 7' },
  2: { version: 2, columns: 'id,text,length', notes: ROWS, words: null, sample: 'note 7' },
  3: { version: 3, columns: 'id,text,length', notes: ROWS, words: ROWS, sample: 'NOTE 7' },
}

export interface MigrationProof {
  kills: number
  /** How many kills left each version. */
  left: Record<number, number>
  /** Kills after which the database was between two versions. */
  between: number
  /** Kills after which the next start did not bring the newest version. */
  stuck: number
  incidents: number
}

export async function proveMigrationKill({
  kills,
  signal,
}: {
  kills: number
  signal: AbortSignal
}): Promise<MigrationProof> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'prove-migration-'))
  const original = join(folder.path, 'original')
  const proof: MigrationProof = { kills: 0, left: { 1: 0, 2: 0, 3: 0 }, between: 0, stuck: 0, incidents: 0 }
  const onIncident = (): void => void (proof.incidents += 1)
  await openAt(original, { version: 1, onIncident }).then((database) => database.close())
  const whole = await migrateAndKill(original, join(folder.path, 'whole'), { afterMs: null, signal })
  for (; proof.kills < kills; proof.kills += 1) {
    const victim = join(folder.path, 'victim')
    await migrateAndKill(original, victim, { afterMs: Math.random() * whole, signal })
    const left = await shapeOf(victim, { onIncident })
    const version = Number(left['version'])
    proof.left[version] = (proof.left[version] ?? 0) + 1
    if (!isShape(left, version)) proof.between += 1
    const next = await openAt(victim, { version: 3, onIncident })
    if (!isShape(shape(next), 3)) proof.stuck += 1
    await next.close()
  }
  return proof
}

/** How long it took from the moment that the copy before the migration was made. */
async function migrateAndKill(
  original: string,
  victim: string,
  { afterMs, signal }: { afterMs: number | null; signal: AbortSignal },
): Promise<number> {
  rmSync(victim, { recursive: true, force: true })
  cpSync(original, victim, { recursive: true })
  const child = spawn(process.execPath, [import.meta.filename, 'migrate', victim], {
    stdio: ['ignore', 'pipe', 'inherit'],
    signal,
  })
  const exit = once(child, 'exit')
  const copied = once(child.stdout, 'data')
  // One in five dies while that copy is being made.
  if (afterMs !== null && Math.random() < 0.2) await sleep(afterMs, undefined, { signal })
  else await copied
  const started = performance.now()
  if (afterMs !== null) {
    await sleep(afterMs, undefined, { signal })
    child.kill('SIGKILL')
  }
  await exit
  return performance.now() - started
}

async function shapeOf(
  folder: string,
  { onIncident }: { onIncident: () => void },
): Promise<Record<string, unknown>> {
  // Opened by a program that knows no migration beyond the one it finds, it is not changed by looking at it.
  for (const version of [1, 2, 3]) {
    try {
      const database = await openAt(folder, { version, onIncident })
      const found = shape(database)
      await database.close()
      return found
    } catch (error) {
      if (!String(error).includes('schema version')) throw error
    }
  }
  throw new Error('The database has a version that no migration makes.')
}

function shape(database: Database): Record<string, unknown> {
  const one = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0] ?? null
  const hasWords = one("SELECT count(*) FROM sqlite_schema WHERE name = 'word'") === 1
  return {
    version: one('PRAGMA user_version'),
    columns: one("SELECT group_concat(name) FROM pragma_table_info('note')"),
    notes: one('SELECT count(*) FROM note'),
    words: hasWords ? one('SELECT count(*) FROM word') : null,
    sample: one('SELECT text FROM note WHERE id = 7'),
  }
}

function isShape(found: Record<string, unknown>, version: number): boolean {
  return JSON.stringify(found) === JSON.stringify(shapes[version])
}

function openAt(
  folder: string,
  { version, onIncident, onLog }: { version: number; onIncident: () => void; onLog?: () => void },
): Promise<Database> {
  return openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations: migrations.slice(0, version),
    now: () => new Date(),
    log: onLog ? { ...silentLog, info: onLog } : silentLog,
    onIncident,
  })
}

if (import.meta.main) {
  const [, , what = '50', folder = ''] = process.argv
  if (what === 'migrate') {
    const onLog = (): void => void writeSync(1, 'copied\n')
    const database = await openAt(folder, { version: 3, onIncident: () => undefined, onLog })
    await database.close()
  } else {
    const proof = await proveMigrationKill({ kills: Number(what), signal: new AbortController().signal })
    console.log(proof)
    if (proof.between + proof.stuck + proof.incidents > 0) process.exitCode = 1
  }
}
