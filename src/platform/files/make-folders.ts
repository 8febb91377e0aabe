import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCodeOf } from './file-error.ts'

/**
 * Makes a folder and those above it; returns the first one that was not there yet. One at a time, because Node's own
 * `recursive` never ends where a folder can be neither found nor made, as under /proc.
 */
export async function makeFolders(path: string, mode = 0o777): Promise<string | undefined> {
  const code = await tryToMake(path, mode)
  if (code === 'made') return path
  if (code === 'EEXIST') return undefined
  const parent = dirname(path)
  const first = parent === path ? undefined : await makeFolders(parent, mode)
  await mkdir(path, { mode }).catch((error: unknown) => {
    // Another one may have made it in between.
    if (errorCodeOf(error) !== 'EEXIST') throw error
  })
  return first ?? path
}

/** Only a missing parent is worth going on for; whatever else is wrong is the caller's to hear. */
async function tryToMake(path: string, mode: number): Promise<'made' | 'EEXIST' | 'ENOENT'> {
  try {
    await mkdir(path, { mode })
    return 'made'
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT') return code
    if (code === 'EEXIST' && (await isFolder(path))) return code
    throw error
  }
}

/** A link to a folder serves as one. */
async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
