import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createZipWriter, type ZipWriter } from '../../platform/archives/zip-writer.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { renameNew } from '../../platform/files/output-file.ts'
import { downloadsFolder } from '../../platform/files/user-folders.ts'
import { exportedTables, secretColumns } from './exported-tables.ts'

export interface ExportDeps {
  readonly database: string
  readonly home: string
  readonly now: () => Date
  /** The settings without secrets. */
  readonly settings: () => Readonly<Record<string, unknown>>
}

export interface Exported {
  readonly path: string
  readonly bytes: number
  readonly rows: number
}

/** Writes everything of the person's to one archive in their downloads. Its memory does not grow with the data. */
export async function exportData(deps: ExportDeps, signal: AbortSignal): Promise<Exported> {
  const folder = await downloadsFolder(deps.home)
  const time = deps.now().toISOString().slice(0, 19).replaceAll(':', '-')
  const path = join(folder, `deskhand-export-${time}.zip`)
  const partial = `${path}.partial`
  try {
    await mkdir(folder, { recursive: true })
    // Private from its first byte.
    await (await open(partial, 'wx', 0o600)).close()
    const rows = await writeArchive(partial, deps, signal)
    await renameNew(partial, path)
    return { path, bytes: (await stat(path)).size, rows }
  } catch (error) {
    await rm(partial, { force: true })
    throw fileError(error, path)
  }
}

async function writeArchive(path: string, deps: ExportDeps, signal: AbortSignal): Promise<number> {
  // A connection of its own with one transaction sees one moment, however long it takes to write it down.
  const sqlite = new DatabaseSync(deps.database, { readOnly: true })
  const zip = await createZipWriter(path, { signal })
  try {
    sqlite.exec('BEGIN')
    await zip.add('settings.json', JSON.stringify(deps.settings(), null, 2))
    let rows = 0
    for (const table of exportedTables) rows += await writeTable(zip, sqlite, table)
    await zip.close()
    return rows
  } catch (error) {
    await zip[Symbol.asyncDispose]()
    throw error
  } finally {
    sqlite.close()
  }
}

async function writeTable(zip: ZipWriter, sqlite: DatabaseSync, table: string): Promise<number> {
  const entry = await zip.stream(`${table}.json`)
  let rows = 0
  for (const row of sqlite.prepare(`SELECT * FROM ${table}`).iterate()) {
    for (const column of secretColumns[table] ?? []) delete row[column]
    await entry.write(`${rows === 0 ? '[' : ','}\n${JSON.stringify(row, readable)}`)
    rows += 1
  }
  await entry.write(rows === 0 ? '[]\n' : '\n]\n')
  await entry.end()
  return rows
}

/** JSON has neither bytes nor numbers beyond its own. */
function readable(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'bigint' ? String(value) : value
}
