import { once } from 'node:events'
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../contract/errors.ts'
import { syncFolder } from '../files/atomic-file.ts'
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
import type { CopyAnswer, CopyOrder } from './copy-worker.ts'
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
    const answer = await copyInWorker({ source: place.databasePath, target: partial })
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
async function copyInWorker(order: CopyOrder): Promise<CopyAnswer> {
  const script = new URL(`./copy-worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(script, { workerData: order, execArgv: [] })
  try {
    const ended = once(worker, 'exit').then(() => {
      throw new Error('The copying thread ended without an answer.')
    })
    const [answer] = (await Promise.race([once(worker, 'message'), ended])) as [CopyAnswer]
    return answer
  } finally {
    await worker.terminate()
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
