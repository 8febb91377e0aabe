import { AppError } from '../../contract/errors.ts'
import type { Connection } from './connection.ts'
import { faultOf, storageError } from './sqlite-error.ts'

/** Forward only. The versions are 1, 2, 3 … without a gap; a database remembers the last one it has had. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** The version a database has after all of them. They are numbered 1, 2, 3 … without a gap. */
export function latestVersion(migrations: readonly Migration[]): number {
  for (const [index, migration] of migrations.entries()) {
    if (migration.version !== index + 1) {
      throw new Error(
        `Migration "${migration.name}" must have version ${index + 1}, not ${migration.version}.`,
      )
    }
  }
  return migrations.length
}

export function refuseNewer(path: string, { found, known }: { found: number; known: number }): void {
  if (found <= known) return
  throw new AppError(
    'schema_too_new',
    `The database ${path} has schema version ${found}, but this Deskhand only knows versions up to ${known}. ` +
      'Start the newer Deskhand that wrote it, or restore an older backup with "deskhand restore".',
  )
}

/** Each migration is one transaction together with its version, so a crash leaves the one before or the one after. */
export function migrate(connection: Connection, migrations: readonly Migration[], from: number): void {
  const missing = migrations.filter((migration) => migration.version > from)
  if (missing.length === 0) return
  // A table is rebuilt by dropping it, which would cascade; the references are checked before each commit instead.
  connection.execute('PRAGMA foreign_keys = OFF')
  try {
    for (const migration of missing) applyMigration(connection, migration)
  } finally {
    connection.execute('PRAGMA foreign_keys = ON')
  }
}

function applyMigration(connection: Connection, migration: Migration): void {
  try {
    connection.execute('BEGIN IMMEDIATE')
    connection.execute(migration.sql)
    if (!connection.isTransaction) throw new Error('it ends the transaction it runs in')
    const broken = connection.prepare('PRAGMA foreign_key_check').get()
    if (broken) throw new Error(`it leaves rows of ${String(broken['table'])} that refer to nothing`)
    connection.execute(`PRAGMA user_version = ${migration.version}`)
    connection.execute('COMMIT')
  } catch (error) {
    if (connection.isTransaction) connection.execute('ROLLBACK')
    const fault = faultOf(error, connection.path)
    if (fault) throw storageError(fault, error)
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'storage_failed',
      `Migration ${migration.version} (${migration.name}) of ${connection.path} failed: ${reason}. ` +
        'The database is unchanged. Start your previous version of Deskhand, and report this.',
      { cause: error },
    )
  }
}
