import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { maxFileBytes, type FilePlace, type Found } from './repository-host.ts'
import type { Entry } from './shapes.ts'

/** The contents of a path as GitHub shows them, and Gitea after it. */

/** What an answer says is there; `raw` fetches the bytes when the answer leaves them out, as it does for large files. */
export async function foundIn(
  answer: unknown,
  { place, raw }: { place: FilePlace; raw: () => Promise<Buffer> },
): Promise<Found> {
  if (Array.isArray(answer))
    return { kind: 'folder', names: answer.map(entryOf).map(({ path, type }) => shownName(path, type)) }
  const fields = fieldsOf(answer)
  const type = fields['type']
  if (type === 'symlink') return { kind: 'symlink', target: textOf(fields['target']) ?? '' }
  if (type === 'submodule') return { kind: 'submodule', url: textOf(fields['submodule_git_url']) }
  const size = numberOf(fields['size'])
  if (size !== null && size > maxFileBytes) throw tooLarge(place.path, size)
  const bytes = bytesOf(fields, size) ?? (await raw())
  return { kind: 'file', bytes, id: textOf(fields['sha']), url: textOf(fields['html_url']) }
}

export function entriesOf(answer: unknown): Entry[] {
  return listOf(answer).map(entryOf)
}

/** The entries of a whole tree, below one folder; the one file, where it is none. */
export function treeEntriesOf(answer: unknown, folder: string): Entry[] {
  const entries = listOf(fieldsOf(answer)['tree']).map(treeEntryOf)
  if (folder === '') return entries
  return entries.filter(
    ({ path, type }) => path.startsWith(`${folder}/`) || (path === folder && type !== 'folder'),
  )
}

export function treeEntryOf(value: unknown): Entry {
  const fields = fieldsOf(value)
  const type = treeTypes[String(fields['type'])] ?? 'file'
  return {
    path: textOf(fields['path']) ?? '',
    type: fields['mode'] === '120000' ? 'symlink' : type,
    size: type === 'file' ? numberOf(fields['size']) : null,
  }
}

export function tooLarge(path: string, size?: number): AppError {
  const has = size === undefined ? 'is too large' : `has ${megabytesText(size)}`
  return new AppError(
    'too_large',
    `"${path}" ${has}. Only files up to ${megabytesText(maxFileBytes)} can be read. Clone the repository for this one.`,
  )
}

const treeTypes: Readonly<Record<string, Entry['type']>> = {
  blob: 'file',
  tree: 'folder',
  commit: 'submodule',
}

const types: Readonly<Record<string, Entry['type']>> = {
  file: 'file',
  dir: 'folder',
  symlink: 'symlink',
  submodule: 'submodule',
}

function entryOf(value: unknown): Entry {
  const fields = fieldsOf(value)
  const named = types[String(fields['type'])] ?? 'file'
  // GitHub lists a submodule as a file, for the sake of old programs; only its address gives it away.
  const isSubmodule = named === 'file' && String(fields['git_url']).includes('/git/trees/')
  const type = isSubmodule ? 'submodule' : named
  return {
    path: textOf(fields['path']) ?? textOf(fields['name']) ?? '',
    type,
    size: type === 'file' ? numberOf(fields['size']) : null,
  }
}

function shownName(path: string, type: Entry['type']): string {
  const name = path.split('/').at(-1)!
  return type === 'folder' ? `${name}/` : name
}

function bytesOf(fields: Fields, size: number | null): Buffer | undefined {
  const content = fields['content']
  if (typeof content !== 'string' || fields['encoding'] !== 'base64') return undefined
  if (content === '' && size !== 0) return undefined
  return Buffer.from(content, 'base64')
}
