import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Type, type Static } from '../../contract/type.ts'
import { AppError } from '../../contract/errors.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { untrustedArchive as limits } from '../../platform/archives/archive-limits.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { makeParents } from '../../platform/files/output-file.ts'
import {
  allowedPath,
  protectedReason,
  safeFileName,
  type ProtectionOptions,
} from '../../platform/files/paths.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openArchive } from './archive-reader.ts'
import { extractInto, type Extracted } from './extraction.ts'
import { placeAt, placeBeside } from './placement.ts'

const mostNames = 200

const Params = Type.Object({
  path: Type.String({
    minLength: 1,
    description: 'Absolute path of the archive: zip, tar, tar.gz, tgz or gz',
  }),
  to: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Folder to extract into, made when it is missing; left out: a new one beside the archive',
    }),
  ),
  overwrite: Type.Optional(
    Type.Boolean({ default: false, description: 'Replace files that are in the folder already' }),
  ),
})

const Data = Type.Object({
  path: Type.String({
    description: 'Where the content is: the folder, or the one thing that was in the archive',
  }),
  bytes: Type.Integer({ description: 'Bytes written' }),
  files: Type.Integer({ description: 'Files written' }),
  names: Type.Array(Type.String(), { description: `Paths of the first ${mostNames} files in the archive` }),
  skipped: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The entry' }),
      reason: Type.String({ description: 'Why it was left out' }),
    }),
    { description: 'Entries that were left out' },
  ),
})

export const extractArchive = defineTool({
  action: 'EXTRACT_ARCHIVE',
  title: 'Extract an archive',
  description:
    'Unpacks a zip, tar, tar.gz or gz archive into a folder. Links and anything that reaches outside are refused.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: ['untrusted', 'private'],
  idempotent: false,
  phrases: [
    'unzip ~/photos.zip',
    'extract the archive ~/project.tar.gz',
    'unpack this zip file to ~/Documents',
  ],
  example: { args: { path: '{folder}/notes.zip' } },
  needsApproval: (params, call) =>
    reasonToAsk(call, [
      { path: params.path, access: 'read' },
      ...(params.to === undefined ? [] : [{ path: params.to, name: 'to', access: 'write' as const }]),
    ]),
  async run(params, call) {
    const path = await allowedPath(params.path, call, { access: 'read' })
    const place = await placeFor(path, params, call)
    const protection = protectionOf(call)
    try {
      const opened = await openArchive(path, { limits, signal: call.signal })
      const { extracted, destination } = await withDraft(place.draftFolder, async (draft) => {
        const extracted = await extractInto(draft, opened, {
          archive: basename(path),
          limits,
          signal: call.signal,
          reasonToSkip: (entry) =>
            protectedReason(join(place.folder, entry), { ...protection, contents: false }),
          onFile: (files) => call.progress({ message: `${files} files extracted` }),
        })
        if (extracted.files.length + extracted.folders.length === 0) throw nothingIn(path, extracted)
        call.signal.throwIfAborted()
        return { extracted, destination: await settle(draft, { place, extracted, params, call }) }
      })
      return {
        message: sentence(path, destination, extracted),
        data: {
          path: destination,
          bytes: extracted.bytes,
          files: extracted.files.length,
          names: extracted.files.slice(0, mostNames),
          skipped: extracted.skipped,
        },
      }
    } catch (error) {
      throw fileError(error, path)
    }
  },
})

type ExtractParams = Static<typeof Params>

interface Place {
  /** Where the entries are going to be, for asking whether they may be there. */
  readonly folder: string
  /** On the same disk, so that the draft only has to be renamed. */
  readonly draftFolder: string
}

async function placeFor(archive: string, params: ExtractParams, call: ToolCall): Promise<Place> {
  if (params.to === undefined) {
    const beside = await allowedPath(dirname(archive), call, { name: 'The folder of the archive' })
    return { folder: join(beside, plainName(archive)), draftFolder: beside }
  }
  const folder = await allowedPath(params.to, call, { name: 'to' })
  const existing = await stat(folder).catch(() => undefined)
  if (existing && !existing.isDirectory())
    throw new AppError('conflict', `"${folder}" is a file: name a folder.`)
  return { folder, draftFolder: existing ? folder : dirname(folder) }
}

/** Unpacks beside the destination, so that half an archive is never seen, and leaves nothing behind when it fails. */
async function withDraft<T>(folder: string, use: (draft: string) => Promise<T>): Promise<T> {
  const draft = join(folder, `.deskhand-${randomBytes(8).toString('hex')}`)
  const folders = await makeParents(draft)
  try {
    await mkdir(draft)
    return await use(draft)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    await folders.undo()
    throw error
  }
}

interface Settling {
  readonly place: Place
  readonly extracted: Extracted
  readonly params: ExtractParams
  readonly call: ToolCall
}

async function settle(draft: string, { place, extracted, params, call }: Settling): Promise<string> {
  if (params.to !== undefined) {
    await placeAt(draft, place.folder, { extracted, overwrite: params.overwrite ?? false })
    return place.folder
  }
  const tops = new Set([...extracted.files, ...extracted.folders].map((name) => name.split('/')[0]!))
  const [top = ''] = tops
  const isAlone =
    tops.size === 1 && (await protectedReason(join(place.draftFolder, top), protectionOf(call))) === undefined
  return placeBeside(draft, {
    folder: place.draftFolder,
    name: basename(place.folder),
    ...(isAlone && { only: top }),
  })
}

function protectionOf({ home, dataFolder }: ToolCall): ProtectionOptions {
  return { home, dataFolder }
}

/** `photos` of `photos.tar.gz`. */
function plainName(archive: string): string {
  return safeFileName(basename(archive).replace(/(\.tar)?\.(zip|gz|tgz|tar)$/i, ''))
}

function nothingIn(path: string, { skipped }: Extracted): AppError {
  const reason = skipped[0] ? ` ${skipped[0].reason}` : ''
  return new AppError('invalid_request', `"${path}" holds nothing that can be extracted.${reason}`)
}

function sentence(path: string, destination: string, { files, skipped }: Extracted): string {
  const left = skipped.length === 0 ? '' : ` ${skipped.length} entries were left out: ${skipped[0]!.reason}`
  return `Extracted ${files.length} ${files.length === 1 ? 'file' : 'files'} from ${path} to ${destination}.${left}`
}
