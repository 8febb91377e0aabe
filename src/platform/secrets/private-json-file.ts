import { chmod, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { syncFolder, writeFileAtomic } from '../files/atomic-file.ts'
import { errorCodeOf, fileError, isMissing } from '../files/file-error.ts'

interface PrivateJsonFileOptions {
  readonly path: string
  /** The newest format that this version can read. */
  readonly format: number
  /** Where a file that is not JSON is moved to, so that the service can start without it; left out, it cannot. */
  readonly aside?: (path: string) => string
}

interface PrivateJson {
  readonly content: Readonly<Record<string, unknown>>
  /** The name under which an unreadable file was kept; a person must hear of it. */
  readonly storedAs?: string
}

/** A small JSON object on disk for this user alone, always whole: `{"format": 1, …}`. */
export interface PrivateJsonFile {
  /** Empty when there is no file. */
  read(): Promise<PrivateJson>
  write(content: Readonly<Record<string, unknown>>): Promise<void>
}

export function privateJsonFile({ path, format, aside }: PrivateJsonFileOptions): PrivateJsonFile {
  return {
    async read() {
      await removeLeftovers(path)
      const text = await readPrivately(path)
      if (text === null) return { content: {} }
      const content = parseObject(text)
      if (content === undefined) return { content: {}, storedAs: await putAside(path, aside) }
      if (typeof content['format'] === 'number' && content['format'] > format) {
        throw new AppError(
          'schema_too_new',
          `${path} was written by a newer version of Deskhand. Start that version, or move the file away.`,
        )
      }
      return { content }
    },
    async write(content) {
      const text = `${JSON.stringify({ format, ...content }, null, 2)}\n`
      try {
        await writeFileAtomic(path, text, { mode: 0o600 })
      } catch (error) {
        throw fileError(error, path)
      }
    },
  }
}

/** A crash while writing leaves the temporary file, and with it a secret that may be long since replaced. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = `.${basename(path)}.`
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith('.tmp')) continue
    const writer = Number.parseInt(name.slice(prefix.length), 10)
    if (!isRunning(writer)) await rm(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCodeOf(error) !== 'ESRCH'
  }
}

async function readPrivately(path: string): Promise<string | null> {
  try {
    await using file = await open(path, 'r')
    // A restored or copied file may have come back readable by others.
    const { mode } = await file.stat()
    if ((mode & 0o077) !== 0) await chmod(path, 0o600)
    return await file.readFile('utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw fileError(error, path)
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const content: unknown = JSON.parse(text)
    return isObject(content) ? content : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Never deleted: a person may still find in it what was lost. */
async function putAside(path: string, aside: ((path: string) => string) | undefined): Promise<string> {
  if (!aside) {
    throw new AppError(
      'storage_failed',
      `${path} is not valid JSON. Repair it, or move it away and set its values again.`,
    )
  }
  const target = aside(path)
  await rename(path, target)
  await syncFolder(dirname(path))
  return basename(target)
}
