import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { surroundingsOf, type Caller } from '../../platform/files/allowed-folders.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { resolveUserPath } from '../../platform/files/paths.ts'
import { openIndexFile } from './index-file.ts'
import type { FromKeeper, IndexPlan } from './index-messages.ts'
import { countFiles, keepOutcomes, putBack, recoverReading, takeWaiting } from './index-rows.ts'
import { readFiles, type Indexer } from './read-waiting.ts'
import { scanFolders } from './scan-folders.ts'

export interface KeepOptions {
  readonly signal: AbortSignal
  readonly tell: (message: FromKeeper) => void
  /** Resolves when work may go on. */
  readonly turn: () => Promise<void>
  readonly secondsPerDocument?: number
}

const perTurn = 256
const tellEveryMs = 500
const minFreeBytes = 1024 * 1024 * 1024
const defaultSeconds = 60

/** Brings the index up to date, a little at a time. Stopped anywhere, it goes on from there. */
export async function keepIndex(plan: IndexPlan, options: KeepOptions): Promise<void> {
  const database = openIndexFile(plan.index)
  try {
    await bringUpToDate(database, plan, options)
  } finally {
    if (options.signal.aborted) putBack(database)
    database.close()
  }
}

async function bringUpToDate(database: DatabaseSync, plan: IndexPlan, options: KeepOptions): Promise<void> {
  const { signal, tell, turn, secondsPerDocument = defaultSeconds } = options
  const caller = callerOf(plan)
  tell({ kind: 'looking' })
  recoverReading(database)
  const folders = await foldersOf(plan, caller)
  const leftOut = await leftOutOf(plan)
  await scanFolders(database, { roots: folders, leftOut, home: await linksResolved(plan.home), signal })
  tell({ kind: 'reading', counts: countFiles(database), folders })
  let told = performance.now()
  for (;;) {
    await turn()
    signal.throwIfAborted()
    if (!(await hasRoom(plan.index))) return tell({ kind: 'disk_full' })
    const began = performance.now()
    const files = takeWaiting(database, perTurn)
    if (files.length === 0) break
    keepOutcomes(database, await readFiles(files, { caller, signal, turn, secondsPerDocument }))
    const took = performance.now() - began
    if (performance.now() - told > tellEveryMs) {
      told = performance.now()
      tell({ kind: 'reading', counts: countFiles(database), folders })
    }
    if (plan.share < 1) await sleep(took * (1 / plan.share - 1), undefined, { signal })
  }
  database.exec('PRAGMA incremental_vacuum(2000); PRAGMA wal_checkpoint(TRUNCATE)')
  tell({ kind: 'done', counts: countFiles(database), folders })
}

function callerOf({ home, dataFolder, allowedFolders, fromOutside }: IndexPlan): Indexer {
  const isFromOutside = (path: string) => fromOutside.some((place) => isInside(path, place))
  return {
    origins: { isFromOutside, markOutside: async () => {}, forget: async () => {} },
    home,
    dataFolder,
    provenance: 'model',
    isApproved: false,
    setting: (name) => (name === 'ALLOWED_FOLDERS' ? allowedFolders : undefined),
  }
}

/** The folders in which nobody has to be asked; those in others are gone through with them. */
async function foldersOf(plan: IndexPlan, caller: Caller): Promise<string[]> {
  const { allowed } = await surroundingsOf(caller)
  const leftOut = await leftOutOf(plan)
  return allowed.filter(
    (folder) =>
      !allowed.some((around) => around !== folder && isInside(folder, around)) &&
      !leftOut.some((out) => isInside(folder, out)),
  )
}

async function leftOutOf({ home, dataFolder, leftOut }: IndexPlan): Promise<string[]> {
  return Promise.all(
    [dataFolder, ...leftOut.map((path) => resolveUserPath(path, { home }))].map((path) =>
      linksResolved(path),
    ),
  )
}

async function hasRoom(index: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dirname(index))
  return bavail * bsize > minFreeBytes
}
