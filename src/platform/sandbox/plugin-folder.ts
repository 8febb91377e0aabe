import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { PluginManifest } from '../../contract/plugin-module.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import { errorCodeOf, fileError, isMissing } from '../files/file-error.ts'
import { pluginLimits } from './limits.ts'
import { readManifest } from './plugin-manifest.ts'

/** Everything in a plugin's folder, read once: what is hashed is what later runs. */
export interface PluginFiles {
  readonly manifest: PluginManifest
  /** The module, relative to the folder. */
  readonly entry: string
  /** SHA-256 over the names and contents of all files, in hexadecimal. */
  readonly hash: string
  readonly contents: ReadonlyMap<string, Buffer>
}

const MAX_DEPTH = 12

/**
 * Reads the folder, or throws the reason why nothing in it may run: a file that others can change, a link, or a manifest
 * that says too little. Names that begin with a dot are passed over, and a plugin does not see them either.
 */
export async function readPluginFolder(path: string): Promise<PluginFiles> {
  const contents = new Map<string, Buffer>()
  await readTree(path, { root: path, contents, depth: 0 })
  const manifest = readManifest(manifestText(contents))
  if (manifest.agent !== basename(path))
    throw refused(
      `the folder is named ${basename(path)}, but its agent is ${manifest.agent}: use the same name for both`,
    )
  return { manifest, entry: entryOf(manifest, contents), hash: hashOf(contents), contents }
}

/** Writes what was read into a new folder of its own, where nobody edits it while it runs. */
export async function writePluginCopy({ contents }: PluginFiles, folder: string): Promise<void> {
  for (const [name, bytes] of contents) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
  }
}

/** Changes whenever a file of the folder does. Cheap, so that it can be asked often. */
export async function fingerprint(path: string): Promise<string> {
  const marks: string[] = []
  const look = async (place: string, depth: number): Promise<void> => {
    const found = await lstat(place, { bigint: true }).catch(() => undefined)
    if (!found || marks.length > pluginLimits.files * 2) return
    marks.push(
      `${relative(path, place)} ${found.ino} ${found.size} ${found.mode} ${found.mtimeNs} ${found.ctimeNs}`,
    )
    if (found.isDirectory() && depth < MAX_DEPTH)
      for (const name of await visibleNames(place).catch(() => [])) await look(join(place, name), depth + 1)
  }
  await look(path, 0)
  return marks.join('\n')
}

interface Tree {
  readonly root: string
  readonly contents: Map<string, Buffer>
  readonly depth: number
}

async function readTree(folder: string, { root, contents, depth }: Tree): Promise<void> {
  const found = await lstat(folder).catch((error: unknown) => {
    throw isMissing(error) ? new AppError('not_found', `No folder ${folder}.`) : fileError(error, folder)
  })
  if (found.isSymbolicLink()) throw refused(`${folder} is a link: put a real folder there`)
  if (!found.isDirectory()) throw refused(`${folder} is not a folder`)
  assertOwn(found, folder)
  if (depth > MAX_DEPTH) throw refused(`its folders are nested more than ${MAX_DEPTH} deep`)
  for (const name of await visibleNames(folder)) {
    const path = join(folder, name)
    const entry = await lstat(path)
    if (entry.isDirectory()) await readTree(path, { root, contents, depth: depth + 1 })
    else contents.set(relative(root, path), await readOwnFile(path))
    assertSmall(contents)
  }
}

async function visibleNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
}

async function readOwnFile(path: string): Promise<Buffer> {
  try {
    // Neither a link nor a pipe, which would wait for ever, is opened; what was looked at is what is read.
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await file.stat()
    if (!found.isFile()) throw refused(`${path} is not a regular file`)
    assertOwn(found, path)
    if (found.size > pluginLimits.folderBytes) throw tooLarge()
    return await file.readFile()
  } catch (error) {
    if (errorCodeOf(error) === 'ELOOP') throw refused(`${path} is a link: put a real file there`)
    if (errorCodeOf(error) === 'ENXIO') throw refused(`${path} is not a regular file`)
    throw fileError(error, path)
  }
}

/** Whoever can change the code can do what the user allowed it to do. */
function assertOwn({ uid, mode }: { uid: number; mode: number }, path: string): void {
  if (process.platform === 'win32') return
  if (uid !== process.geteuid?.()) throw refused(`${path} belongs to another user`)
  if ((mode & 0o022) !== 0)
    throw refused(`other users can change ${path}: run chmod -R go-w on the plugin's folder`)
}

function assertSmall(contents: ReadonlyMap<string, Buffer>): void {
  if (contents.size > pluginLimits.files) throw refused(`it has more than ${pluginLimits.files} files`)
  let bytes = 0
  for (const { length } of contents.values()) bytes += length
  if (bytes > pluginLimits.folderBytes) throw tooLarge()
}

function manifestText(contents: ReadonlyMap<string, Buffer>): string {
  const bytes = contents.get('plugin.json')
  if (bytes === undefined) throw refused('it has no plugin.json')
  return bytes.toString('utf8')
}

function entryOf({ entry }: PluginManifest, contents: ReadonlyMap<string, Buffer>): string {
  const candidates = entry === undefined ? ['plugin.ts', 'plugin.js'] : [entry]
  const found = candidates.find((name) => contents.has(name))
  if (found === undefined) throw refused(`it has no ${candidates.join(' or ')}`)
  return found
}

function hashOf(contents: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256')
  for (const [name, bytes] of [...contents].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const digest = createHash('sha256').update(bytes).digest('hex')
    hash.update(`${JSON.stringify(name)} ${digest}\n`)
  }
  return hash.digest('hex')
}

function refused(reason: string): AppError {
  return new AppError('conflict', `Can't use the plugin: ${reason}.`)
}

function tooLarge(): AppError {
  return refused(`it is larger than ${megabytesText(pluginLimits.folderBytes)}`)
}
