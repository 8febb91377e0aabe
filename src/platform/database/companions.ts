import { basename } from 'node:path'
import { writeFileAtomic } from '../files/atomic-file.ts'
import { existsSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { SealedFiles } from './backup-seal.ts'
import { readPlainFile } from './plain-file.ts'

/** Files beside the database that mean nothing without it, nor it without them: they are copied and come back with it. */
export type Companions = readonly string[]

/** Far more than settings can be. */
const MAX_BYTES = 4_000_000

/** The answer is what was copied, by name. */
export async function keepCompanions(backup: string, companions: Companions): Promise<SealedFiles> {
  const kept = new Map<string, Uint8Array>()
  for (const file of companions) {
    if (!existsSync(file)) continue
    const content = await readFile(file)
    await writeFileAtomic(companionOf(backup, file), content)
    kept.set(basename(file), content)
  }
  return kept
}

export function removeCompanions(backup: string, companions: Companions): void {
  for (const file of companions) rmSync(companionOf(backup, file), { force: true })
}

/** What lies beside a backup, by name. What it has not is left out. */
export async function readCompanions(backup: string, companions: Companions): Promise<SealedFiles> {
  const found = new Map<string, Uint8Array>()
  for (const file of companions) {
    const copy = companionOf(backup, file)
    if (existsSync(copy)) found.set(basename(file), await readPlainFile(copy, MAX_BYTES))
  }
  return found
}

function companionOf(backup: string, file: string): string {
  return `${backup.replace(/\.db$/, '')}.${basename(file)}`
}
