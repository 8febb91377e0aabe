import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ImapFlow } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { linksResolved } from '../../platform/files/links.ts'
import { makeParents, renameNew, syncFolder } from '../../platform/files/output-file.ts'
import { protectedReason, safeFileName } from '../../platform/files/paths.ts'
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
  const target = await linksResolved(folder)
  await checkFolder(target, folder)
  const folders = await makeParents(join(target, 'any')).catch((error: unknown) => {
    throw fileError(error, folder)
  })
  let drafts: string | undefined
  try {
    drafts = await mkdtemp(join(target, '.deskhand-'))
    const fetched = await fetchAll(drafts, wanted, saving)
    saving.call.signal.throwIfAborted()
    return await placeAll(target, fetched, saving.call)
  } catch (error) {
    if (drafts !== undefined) await rm(drafts, { recursive: true, force: true })
    drafts = undefined
    await folders.undo()
    throw fileError(error, folder)
  } finally {
    if (drafts !== undefined) await rm(drafts, { recursive: true, force: true })
  }
}

async function checkFolder(target: string, folder: string): Promise<void> {
  const found = await stat(target).catch(() => undefined)
  if (found && !found.isDirectory()) {
    throw new AppError('conflict', `save_dir "${folder}" is a file: name a folder.`)
  }
}

async function fetchAll(drafts: string, wanted: Wanted, saving: Saving): Promise<Draft[]> {
  const total = wanted.parts.reduce((sum, { size }) => sum + size, 0)
  let received = 0
  const fetched: Draft[] = []
  const seen: string[] = []
  for (const [index, part] of wanted.parts.entries()) {
    const draft = join(drafts, String(index))
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
    if (length > 0) await output.writeFile(createReadStream(packed, { start, end: start + length - 1 }))
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

async function placeAll(folder: string, drafts: readonly Draft[], call: ToolCall): Promise<SavedFile[]> {
  const placed: SavedFile[] = []
  // Where the folder itself is protected, a person has allowed it; a name alone must not lead to such a place.
  const isAllowed = (await protectedReason(folder, { home: call.home, contents: false })) !== undefined
  try {
    for (const { draft, ...file } of drafts) {
      const path = await place(draft, { folder, name: safeFileName(file.filename), isAllowed, call })
      placed.push({ path, ...file })
    }
    await syncFolder(folder)
    return placed
  } catch (error) {
    for (const { path } of placed) await rm(path, { force: true })
    throw error
  }
}

interface Placing {
  readonly folder: string
  readonly name: string
  readonly isAllowed: boolean
  readonly call: ToolCall
}

const mostNumbers = 10_000

async function place(draft: string, { folder, name, isAllowed, call }: Placing): Promise<string> {
  const extension = extname(name)
  const stem = extension === '' ? name : name.slice(0, -extension.length)
  for (let number = 1; number <= mostNumbers; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${extension}`)
    if (!isAllowed && (await protectedReason(path, { home: call.home, contents: false }))) continue
    try {
      await renameNew(draft, path)
      return path
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    }
  }
  throw new AppError('conflict', `"${folder}" has too many files called "${name}": name another folder.`)
}
