import { existsSync, rmSync } from 'node:fs'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../files/file-error.ts'
import type { BackupPlace } from './backup-files.ts'
import { calmStranger, isOwnBackup, strangeShape, surveyStranger } from './backup-origin.ts'
import type { SealedFiles } from './backup-seal.ts'
import { readCompanions } from './companions.ts'
import { SIDE_FILES } from './draft-file.ts'
import { inspectFile } from './inspect-file.ts'
import { latestVersion, refuseNewer } from './migrations.ts'
import { copyPlainFile } from './plain-file.ts'
import { faultOf, storageError } from './sqlite-error.ts'

/** The file is there and can be read, but is no backup of ours. */
export class UnusableBackup extends AppError {
  constructor(backup: string, reason: string) {
    super('storage_failed', `Can't use the backup ${backup}: ${reason}. Choose another one.`)
  }
}

/** A copy of a backup that was checked and may be put in place. */
export interface TakenBackup {
  readonly copy: string
  readonly companions: SealedFiles
  /** Made on this machine and not changed since. */
  readonly isOwn: boolean
  /** What in it would act by itself or decide what others may do, where nobody knows who made it. */
  readonly strange: readonly string[]
  /** Takes that away from the copy. */
  calm(): void
}

/**
 * Copies a backup and judges the copy: what is checked is what is used, whatever happens to the file meanwhile, and
 * SQLite never sees a log or a journal that somebody put beside it.
 */
export async function takeBackup(
  backup: string,
  { copy, place }: { copy: string; place: BackupPlace },
): Promise<TakenBackup> {
  if (!existsSync(backup)) throw new AppError('not_found', `No backup ${backup}.`)
  removeCopy(copy)
  try {
    await copyPlainFile(backup, copy)
    const companions = await readCompanions(backup, place.companions ?? [])
    const rules = place.origin
    const isOwn = !rules || (await isOwnBackup(backup, { copy, companions, rules }))
    assertUsable(backup, { copy, isOwn, place })
    const strange = isOwn ? [] : surveyStranger(copy, rules)
    return { copy, companions, isOwn, strange, calm: () => rules && !isOwn && calmStranger(copy, rules) }
  } catch (error) {
    removeCopy(copy)
    const fault = faultOf(error, copy)
    throw fault ? storageError(fault, error) : fileError(error, backup)
  }
}

export function removeCopy(copy: string): void {
  for (const ending of ['', ...SIDE_FILES]) rmSync(`${copy}${ending}`, { force: true })
}

function assertUsable(
  backup: string,
  { copy, isOwn, place }: { copy: string; isOwn: boolean; place: BackupPlace },
): void {
  const finding = inspectFile(copy, (sqlite, version) => {
    if (!place.origin) return null
    const { migrations } = place.origin
    refuseNewer(backup, { found: version, known: latestVersion(migrations) })
    return isOwn ? null : strangeShape(sqlite, { version, migrations })
  })
  if (finding.state === 'sound') return
  throw new UnusableBackup(backup, finding.reason)
}
