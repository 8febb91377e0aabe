import { existsSync, linkSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { writeFileAtomic } from '../files/atomic-file.ts'
import { timeInName } from './backup-files.ts'

/** Files beside the database that mean nothing without it, nor it without them: they are copied and come back with it. */
export type Companions = readonly string[]

export async function keepCompanions(backup: string, companions: Companions): Promise<void> {
  for (const file of companions)
    if (existsSync(file)) await writeFileAtomic(companionOf(backup, file), await readFile(file))
}

export function removeCompanions(backup: string, companions: Companions): void {
  for (const file of companions) rmSync(companionOf(backup, file), { force: true })
}

/** What a backup has not is left as it is. Whatever was there is kept under another name. */
export async function restoreCompanions(
  backup: string,
  { companions, at }: { companions: Companions; at: Date },
): Promise<void> {
  for (const file of companions) {
    const copy = companionOf(backup, file)
    if (!existsSync(copy)) continue
    if (existsSync(file)) linkSync(file, `${file}.replaced.${timeInName(at)}`)
    await writeFileAtomic(file, await readFile(copy))
  }
}

function companionOf(backup: string, file: string): string {
  return `${backup.replace(/\.db$/, '')}.${basename(file)}`
}
