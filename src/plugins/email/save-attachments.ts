import { randomBytes } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { ImapFlow } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { errorCodeOf, fileError } from '../../platform/files/file-error.ts'
import { hold, type Held } from '../../platform/files/held.ts'
import { entryOf, holdPlace } from '../../platform/files/held-place.ts'
import { renameNew, syncFolder } from '../../platform/files/output-file.ts'
import { safeFileName } from '../../platform/files/paths.ts'
import { removeTree } from '../../platform/files/remove-tree.ts'
import { reasonToAskAbout } from '../../platform/files/rights.ts'
import type { AttachmentPart } from './message-parts.ts'
import { partContent } from './part-content.ts'
import { isTnef, noSuchAttachment, type Wanted } from './wanted-attachments.ts'

export interface SavedFile {
  readonly path: string
  readonly filename: string
  readonly content_type: string
  readonly bytes: number
  readonly inline: boolean
  readonly inside: string | null
}

/** A whole file that has no name in its folder yet. */
interface Draft extends Omit<SavedFile, 'path'> {
  readonly draft: string
}

interface Saving {
  readonly client: ImapFlow
  readonly uid: number
  readonly call: ToolCall
}

/**
 * Saves all that is wanted or nothing: every file is fetched under a hidden name first, and only when the last one is
 * whole do they get their names, none of which replaces a file that is there.
 */
export async function saveAttachments(folder: string, wanted: Wanted, saving: Saving): Promise<SavedFile[]> {
  const { call } = saving
  try {
    await using place = await holdPlace(join(folder, 'any'), {
      caller: call,
      isEntry: true,
      makeFolders: true,
    })
    const drafts = entryOf(place.folder, `.deskhand-${randomBytes(8).toString('hex')}`)
    try {
      await mkdir(drafts.at, { mode: 0o700 })
      await using held = await hold(drafts.at, { folder: true, noFollow: true })
      const fetched = await fetchAll(held, wanted, saving)
      call.signal.throwIfAborted()
      const placed = await placeAll(place.folder, fetched, call)
      await removeTree(drafts)
      for (const { path } of placed) await call.origins?.markOutside(path)
      return placed
    } catch (error) {
      await removeTree(drafts)
      throw error
    }
  } catch (error) {
    if (errorCodeOf(error) === 'ENOTDIR' || isPartFile(error))
      throw new AppError('conflict', `save_dir "${folder}" is a file. Give a folder.`, { cause: error })
    throw fileError(error, folder)
  }
}

function isPartFile(error: unknown): boolean {
  return error instanceof AppError && errorCodeOf(error.cause) === 'ENOTDIR'
}

async function fetchAll(drafts: Held, wanted: Wanted, saving: Saving): Promise<Draft[]> {
  const total = wanted.parts.reduce((sum, { size }) => sum + size, 0)
  let received = 0
  const fetched: Draft[] = []
  const seen: string[] = []
  for (const [index, part] of wanted.parts.entries()) {
    const draft = join(drafts.through, String(index))
    const message = `Saving ${part.name}`
    const bytes = await fetchPart(draft, part, {
      ...saving,
      onReceived: (count) => {
        received += count
        saving.call.progress({ message, ...(total > 0 && { fraction: Math.min(1, received / total) }) })
      },
    })
    const unpacked = isTnef(part) && !wanted.keepsPacked ? await unpackTnef(draft, part) : []
    const { name: filename, type: content_type, isInline: inline, inside } = part
    const files = unpacked.length > 0 ? unpacked : [{ draft, filename, content_type, bytes, inline, inside }]
    seen.push(...files.map((file) => file.filename))
    fetched.push(...files.filter((file) => wanted.isWanted(file.filename)))
  }
  if (wanted.filename !== undefined && fetched.length === 0) throw noSuchAttachment(wanted.filename, seen)
  return fetched
}

async function fetchPart(
  draft: string,
  part: AttachmentPart,
  { client, uid, call, onReceived }: Saving & { onReceived: (bytes: number) => void },
): Promise<number> {
  await using file = await open(draft, 'wx', 0o666)
  let bytes = 0
  for await (const piece of partContent(client, { uid, part }, { signal: call.signal, onReceived })) {
    await file.writeFile(piece)
    bytes += piece.length
  }
  await file.sync()
  return bytes
}

/** Each file in a winmail.dat as a draft of its own. */
async function unpackTnef(packed: string, part: AttachmentPart): Promise<Draft[]> {
  const { tnefEntries } = await import('./tnef-file.ts')
  const drafts: Draft[] = []
  await using file = await open(packed, 'r')
  for (const [index, { name, type, start, length }] of (await tnefEntries(file)).entries()) {
    const draft = `${packed}-${index}`
    await using output = await open(draft, 'wx', 0o666)
    if (length > 0)
      await output.writeFile(file.createReadStream({ start, end: start + length - 1, autoClose: false }))
    await output.sync()
    drafts.push({
      draft,
      filename: name.trim() === '' ? `attachment-${index + 1}.bin` : name,
      content_type: type === '' ? 'application/octet-stream' : type,
      bytes: length,
      inline: false,
      inside: part.name,
    })
  }
  return drafts
}

async function placeAll(folder: Held, drafts: readonly Draft[], call: ToolCall): Promise<SavedFile[]> {
  const placed: SavedFile[] = []
  // Where the folder itself is protected, a person has allowed it; a name alone must not lead to such a place.
  const isAllowed = (await reasonToAskAbout({ path: folder.path }, call, 'write')) !== undefined
  try {
    for (const { draft, ...file } of drafts) {
      const path = await place(draft, { folder, name: safeFileName(file.filename), isAllowed, call })
      placed.push({ path, ...file })
    }
    await syncFolder(folder.through)
    return placed
  } catch (error) {
    for (const { path } of placed) await unlink(entryOf(folder, basename(path)).at).catch(() => {})
    throw error
  }
}

interface Placing {
  readonly folder: Held
  readonly name: string
  readonly isAllowed: boolean
  readonly call: ToolCall
}

const maxNumbers = 10_000

async function place(draft: string, { folder, name, isAllowed, call }: Placing): Promise<string> {
  const extension = extname(name)
  const stem = extension === '' ? name : name.slice(0, -extension.length)
  for (let number = 1; number <= maxNumbers; number += 1) {
    const entry = entryOf(folder, number === 1 ? name : `${stem} (${number})${extension}`)
    if (!isAllowed && (await reasonToAskAbout({ path: entry.path }, call, 'write'))) continue
    try {
      await renameNew(draft, entry.at)
      return entry.path
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    }
  }
  throw new AppError(
    'conflict',
    `"${folder.path}" has too many files called "${name}". Choose another folder.`,
  )
}
