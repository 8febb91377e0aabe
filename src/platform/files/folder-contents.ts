import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import { errorCodeOf, fileError, isMissing } from './file-error.ts'

/** Everything in a folder, by its path below it, read once: what is hashed is what is used later. */
export type FolderContents = ReadonlyMap<string, Buffer>

export interface FolderRules {
  readonly files: number
  readonly totalBytes: number
  readonly fileBytes: number
  /** The error that says why nothing of the folder is used. */
  readonly refuse: (reason: string) => AppError
  /** Throws for a file or folder that must not be used. */
  readonly check?: (found: Pick<Stats, 'uid' | 'mode'>, path: string) => void
}

const MAX_DEPTH = 12
const MAX_MARKS = 2_000

/** Reads the folder, or throws why not: a link, a device, too much. Names that begin with a dot are passed over. */
export async function readFolderContents(path: string, rules: FolderRules): Promise<FolderContents> {
  const tree = { root: path, contents: new Map<string, Buffer>(), bytes: 0, rules }
  await readTree(path, tree, 0)
  return tree.contents
}

/** Writes what was read into a folder of its own, where nobody edits it while it is used. */
export async function writeFolderContents(contents: FolderContents, folder: string): Promise<void> {
  for (const [name, bytes] of contents) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
  }
}

/** SHA-256 over the names and contents of all files, in hexadecimal. */
export function hashOfContents(contents: FolderContents): string {
  const hash = createHash('sha256')
  for (const [name, bytes] of [...contents].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const digest = createHash('sha256').update(bytes).digest('hex')
    hash.update(`${JSON.stringify(name)} ${digest}\n`)
  }
  return hash.digest('hex')
}

async function visibleNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
}

/** Changes whenever a file of the folder does. Cheap, so that it can be asked often. */
export async function fingerprint(path: string): Promise<string> {
  const marks: string[] = []
  const look = async (place: string, depth: number): Promise<void> => {
    const found = await lstat(place, { bigint: true }).catch(() => undefined)
    if (!found || marks.length > MAX_MARKS) return
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
  bytes: number
  readonly rules: FolderRules
}

async function readTree(folder: string, tree: Tree, depth: number): Promise<void> {
  const { root, contents, rules } = tree
  const found = await lstat(folder).catch((error: unknown) => {
    throw isMissing(error) ? new AppError('not_found', `No folder ${folder}.`) : fileError(error, folder)
  })
  if (found.isSymbolicLink()) throw rules.refuse(`${folder} is a link: put a real folder there`)
  if (!found.isDirectory()) throw rules.refuse(`${folder} is not a folder`)
  rules.check?.(found, folder)
  if (depth > MAX_DEPTH) throw rules.refuse(`its folders are nested more than ${MAX_DEPTH} deep`)
  for (const name of await visibleNames(folder)) {
    const path = join(folder, name)
    const entry = await lstat(path)
    if (entry.isDirectory()) {
      await readTree(path, tree, depth + 1)
      continue
    }
    if (contents.size >= rules.files) throw rules.refuse(`it has more than ${rules.files} files`)
    const bytes = await readOwnFile(path, tree)
    tree.bytes += bytes.length
    contents.set(relative(root, path), bytes)
  }
}

async function readOwnFile(path: string, { rules, bytes, root }: Tree): Promise<Buffer> {
  try {
    // Neither a link nor a pipe, which would wait for ever, is opened; what was looked at is what is read.
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await file.stat()
    if (!found.isFile()) throw rules.refuse(`${path} is not a regular file`)
    rules.check?.(found, path)
    if (bytes + found.size > rules.totalBytes)
      throw rules.refuse(`it is larger than ${megabytesText(rules.totalBytes)}`)
    if (found.size > rules.fileBytes)
      throw rules.refuse(`${relative(root, path)} is larger than ${megabytesText(rules.fileBytes)}`)
    return await file.readFile()
  } catch (error) {
    if (errorCodeOf(error) === 'ELOOP') throw rules.refuse(`${path} is a link: put a real file there`)
    if (errorCodeOf(error) === 'ENXIO') throw rules.refuse(`${path} is not a regular file`)
    throw fileError(error, path)
  }
}
