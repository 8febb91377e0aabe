import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolder } from '../../platform/data-folder.ts'
import { isMissing } from '../../platform/files/file-error.ts'
import { dataParts, type DataPart } from './contract.ts'

const titles: Readonly<Record<DataPart, string>> = {
  database: 'Database',
  backups: 'Backups',
  file_index: 'File index',
  uploads: 'Uploads',
  recordings: 'Recordings of computer tasks',
  plugins: 'Plugins',
  skills: 'Skills',
  mcp_servers: 'MCP servers',
  logs: 'Logs',
  other: 'Other',
}

export interface DataSize {
  readonly folder: string
  readonly bytes: number
  readonly free_bytes: number
  readonly parts: { part: DataPart; title: string; bytes: number }[]
}

/** How much room everything in the data folder takes, by what it is. */
export async function dataSize({ root }: Pick<DataFolder, 'root'>): Promise<DataSize> {
  const sizes = new Map<DataPart, number>(dataParts.map((part) => [part, 0]))
  for (const name of await namesIn(root)) {
    const part = partOf(name)
    sizes.set(part, sizes.get(part)! + (await sizeOf(join(root, name))))
  }
  const { bavail, bsize } = await statfs(root)
  const parts = [...sizes].map(([part, bytes]) => ({ part, title: titles[part], bytes }))
  return {
    folder: root,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    free_bytes: bavail * bsize,
    parts: parts.filter(({ bytes }) => bytes > 0).toSorted((a, b) => b.bytes - a.bytes),
  }
}

const FOLDERS: Readonly<Record<string, DataPart>> = {
  backups: 'backups',
  uploads: 'uploads',
  recordings: 'recordings',
  plugins: 'plugins',
  skills: 'skills',
  mcp: 'mcp_servers',
  logs: 'logs',
}

function partOf(name: string): DataPart {
  // The log of SQLite beside a database, and one that a restore replaced, belong to it.
  if (/^deskhand\.db\b/.test(name)) return 'database'
  if (/^content-index\.db\b/.test(name)) return 'file_index'
  if (/^audit\b/.test(name)) return 'logs'
  return FOLDERS[name] ?? 'other'
}

/** The room that a file or a folder takes on disk, links not followed. What goes away meanwhile takes none. */
async function sizeOf(path: string): Promise<number> {
  const facts = await lstat(path).catch(unlessMissing)
  if (!facts?.isDirectory()) return facts?.size ?? 0
  let bytes = 0
  for (const name of await namesIn(path)) bytes += await sizeOf(join(path, name))
  return bytes
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(unlessMissing)) ?? []
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}
