import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { AppError } from '../../contract/errors.ts'
import { syncFolder } from '../files/atomic-file.ts'
import { ownProgram } from '../files/own-code.ts'
import { missingCode } from '../files/replaced-program.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import {
  backupPath,
  reasonInName,
  removePartialCopies,
  surplusBackups,
  type BackupPlace,
} from './backup-files.ts'
import { sealPath, writeSeal } from './backup-seal.ts'
import { keepCompanions, removeCompanions } from './companions.ts'
import type { BackupFile } from './database.ts'
import type { CopyAnswer, CopyOrder } from './copy-child.ts'
import { faultOf, storageError } from './sqlite-error.ts'

/** Copies the database while it is in use, checks the copy, and only then gives it the name of a backup. */
export async function makeBackup(
  place: BackupPlace,
  { reason, now }: { reason: string; now: () => Date },
): Promise<BackupFile> {
  const { companions = [] } = place
  removePartialCopies(place)
  const words = reasonInName(reason)
  const { path, at } = unusedPath(place, { reason: words, from: now() })
  const partial = `${path}.partial`
  try {
    // Made here and empty, so that it is private from its first byte.
    closeSync(openSync(partial, 'wx', 0o600))
    const answer = await copyInChild({ source: place.databasePath, target: partial })
    refuseBadCopy(answer)
    renameSync(partial, path)
    const kept = await keepCompanions(path, companions)
    const key = (await place.origin?.key()) ?? null
    if (key) await writeSeal(path, { key, companions: kept })
    await syncFolder(place.backupFolder)
  } catch (error) {
    removePartialCopies(place)
    const fault = faultOf(error, partial)
    throw fault ? storageError(fault, error) : error
  }
  for (const surplus of surplusBackups(place, path)) {
    rmSync(surplus.path)
    rmSync(sealPath(surplus.path), { force: true })
    removeCompanions(surplus.path, companions)
  }
  return { path, bytes: statSync(path).size, created_at: at.toISOString(), reason: words }
}

function unusedPath(
  place: BackupPlace,
  { reason, from }: { reason: string; from: Date },
): { path: string; at: Date } {
  let at = from
  let path = backupPath(place, { at, reason })
  while (existsSync(path)) {
    at = new Date(at.getTime() + 1)
    path = backupPath(place, { at, reason })
  }
  return { path, at }
}

/** Checking a copy of 100 MB takes a quarter of a second, for which the service must not stand still. */
async function copyInChild(order: CopyOrder): Promise<CopyAnswer> {
  const child = fork(ownProgram('src/platform/database/copy-child.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { [CHILD_MARK]: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // A Ctrl-C at the terminal is for the service, which ends what it has begun.
    detached: true,
  })
  const settled = new AbortController()
  const { signal } = settled
  try {
    const ended = once(child, 'exit', { signal }).then(([code, by]: (number | string | null)[]) => {
      throw new Error(`The copy ended with ${by ?? code} before it was done.`)
    })
    const answered = once(child, 'message', { signal })
    child.send(order)
    const [answer] = (await Promise.race([answered, ended])) as [CopyAnswer]
    return answer
  } catch (error) {
    const message = "Couldn't copy the database for the backup. Try again."
    throw missingCode(error) ?? new AppError('unavailable', message, { cause: error })
  } finally {
    settled.abort()
    child.kill('SIGKILL')
  }
}

function refuseBadCopy(answer: CopyAnswer): void {
  if (answer.state === 'sound') return
  if (answer.state === 'failed') throw storageError(answer.fault, new Error(answer.reason))
  throw new AppError(
    'storage_failed',
    `The backup failed its check and was discarded: ${answer.reason}. Restart Deskhand to check the database itself.`,
  )
}
