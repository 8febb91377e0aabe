import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { OriginRules } from './backup-origin.ts'
import type { BackupFile } from './database.ts'

const KEPT_BACKUPS = 7

/** Where the copies of one database live. The name of a copy says when and why it was made. */
export interface BackupPlace {
  readonly databasePath: string
  readonly backupFolder: string
  /** Copied beside each backup. */
  readonly companions?: readonly string[]
  /** How our own backups are told from others; left out, every backup is taken for ours. */
  readonly origin?: OriginRules | undefined
  /** How many are kept; seven when left out. */
  readonly keep?: (() => number) | undefined
}

/** Newest first. */
export function listBackups({ databasePath, backupFolder }: BackupPlace): BackupFile[] {
  const prefix = `${baseName(databasePath)}.`
  const found: BackupFile[] = []
  for (const name of namesIn(backupFolder)) {
    if (!name.startsWith(prefix)) continue
    const match = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.([a-z0-9-]+)\.db$/.exec(
      name.slice(prefix.length),
    )
    if (!match) continue
    const [, day, hours, minutes, seconds, reason = ''] = match
    const path = join(backupFolder, name)
    const bytes = statSync(path, { throwIfNoEntry: false })?.size
    if (bytes === undefined) continue
    found.push({ path, bytes, created_at: `${day}T${hours}:${minutes}:${seconds}`, reason })
  }
  return found.sort((a, b) => b.created_at.localeCompare(a.created_at))
}

export function backupPath(place: BackupPlace, { at, reason }: { at: Date; reason: string }): string {
  return join(place.backupFolder, `${baseName(place.databasePath)}.${timeInName(at)}.${reason}.db`)
}

/** All but the newest ones, and never the one just made: the clock may have been set back. */
export function surplusBackups(place: BackupPlace, justMade: string): BackupFile[] {
  const others = listBackups(place).filter((backup) => backup.path !== justMade)
  return others.slice((place.keep?.() ?? KEPT_BACKUPS) - 1)
}

/** What a crash in the middle of a copy has left. */
export function removePartialCopies({ databasePath, backupFolder }: BackupPlace): void {
  for (const name of namesIn(backupFolder)) {
    if (name.startsWith(`${baseName(databasePath)}.`) && /\.partial(-journal|-wal|-shm)?$/.test(name)) {
      rmSync(join(backupFolder, name))
    }
  }
}

/** An instant as a file name may hold it everywhere: no colon. */
export function timeInName(at: Date): string {
  return at.toISOString().replaceAll(':', '-')
}

/** The words of a reason as they may stand in a file name. */
export function reasonInName(reason: string): string {
  const words = reason
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  return words === '' ? 'manual' : words
}

function baseName(databasePath: string): string {
  return basename(databasePath).replace(/\.db$/, '')
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
