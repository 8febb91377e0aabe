import { constants } from 'node:fs'
import { access, copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../contract/errors.ts'
import { errorCodeOf, isMissing } from '../files/file-error.ts'

export interface ForeignDatabase extends AsyncDisposable {
  readonly database: DatabaseSync
}

const BUSY_MS = 2000

/**
 * A database of another program, to be read only. Where its log cannot be read in place (it needs a shared file that we
 * may not make), a copy of both is read; the file system shares their blocks, so that costs next to nothing.
 */
export async function openForeignDatabase(
  path: string,
  { owner }: { owner: string },
): Promise<ForeignDatabase> {
  await assertReadable(path, owner)
  try {
    const database = opened(path)
    return {
      database,
      async [Symbol.asyncDispose]() {
        database.close()
      },
    }
  } catch {
    return openCopy(path)
  }
}

function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS })
  try {
    // Opening alone reads nothing; this does.
    database.prepare('SELECT count(*) FROM sqlite_master').get()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

async function openCopy(path: string): Promise<ForeignDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-copy-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const copy = join(folder, 'copy.db')
    await copyFile(path, copy, constants.COPYFILE_FICLONE)
    await copyFile(`${path}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    const database = new DatabaseSync(copy)
    return {
      database,
      async [Symbol.asyncDispose]() {
        database.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** SQLite says the same about a file that is missing and one that macOS protects. */
async function assertReadable(path: string, owner: string): Promise<void> {
  try {
    await access(path)
    await (await open(path, 'r')).close()
  } catch (error) {
    if (isMissing(error))
      throw new AppError(
        'unavailable',
        `${owner} has no data on this machine yet. Open it once and sign in.`,
        {
          cause: error,
        },
      )
    if (errorCodeOf(error) === 'EPERM' || errorCodeOf(error) === 'EACCES')
      throw new AppError(
        'forbidden',
        `macOS doesn't let this program read the data of ${owner}. Allow it in System Settings, Privacy & Security, Full Disk Access, and restart it.`,
        { cause: error },
      )
    throw error
  }
}
