import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { untrustedArchive as limits } from '../../platform/archives/archive-limits.ts'
import { surroundingsOf } from '../../platform/files/allowed-folders.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { entryOf, holdBelow, holdPlace, type HeldEntry } from '../../platform/files/held-place.ts'
import { hold, type Held } from '../../platform/files/held.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { linksResolved } from '../../platform/files/links.ts'
import { isOwnPath } from '../../platform/files/own-data.ts'
import { allowedPath, safeFileName } from '../../platform/files/paths.ts'
import { removeTree } from '../../platform/files/remove-tree.ts'
import { onTheWay, reasonToAskAbout } from '../../platform/files/rights.ts'
import { openArchive } from './archives/archive-reader.ts'
import { extractInto, type Extracted } from './archives/extraction.ts'
import { mergeInto, placeAt, placeBeside } from './placement.ts'

const maxNames = 200

const Params = Type.Object({
  path: Type.String({
    minLength: 1,
    description: 'Absolute path of the archive: zip, tar, tar.gz, tgz or gz',
  }),
  to: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Folder to extract to, created if missing; a new one beside the archive by default',
    }),
  ),
  overwrite: Type.Optional(
    Type.Boolean({ default: false, description: 'Replace existing files in the folder' }),
  ),
})

const Data = Type.Object({
  path: Type.String({
    description: "Where the content is: the folder, or the archive's only item",
  }),
  bytes: Type.Integer({ description: 'Bytes written' }),
  files: Type.Integer({ description: 'Files written' }),
  names: Type.Array(Type.String(), { description: `Paths of the first ${maxNames} files in the archive` }),
  skipped: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The entry' }),
      reason: Type.String({ description: 'Why it was left out' }),
    }),
    { description: 'Entries left out' },
  ),
})

export const extractArchive = defineTool({
  action: 'EXTRACT_ARCHIVE',
  title: 'Extract an archive',
  description:
    'Unpacks a zip, tar, tar.gz or gz archive into a folder. Refuses links and anything that reaches outside.',
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
  targets: { paths: ['path', 'to'] },
  needsApproval: (params, call) =>
    reasonToAsk(call, [
      { path: params.path, access: 'read' },
      ...(params.to === undefined ? [] : [{ path: params.to, name: 'to', access: 'write' as const }]),
    ]),
  async run(params, call) {
    await using input = await openInput(params.path, call)
    const { path } = input
    try {
      await using place = await placeFor(path, params, call)
      const opened = await openArchive(path, { input, limits, signal: call.signal })
      const { extracted, destination } = await withDraft(place, async (draft) => {
        await using held = await hold(draft.at, { folder: true, noFollow: true })
        const extracted = await extractInto(held, opened, {
          archive: basename(path),
          limits,
          signal: call.signal,
          reasonToSkip: (entry) => reasonToSkip(join(place.real, entry), call),
          onFile: (files) => call.progress({ message: `${files} files extracted` }),
        })
        if (extracted.files.length + extracted.folders.length === 0) throw nothingIn(path, extracted)
        call.signal.throwIfAborted()
        return { extracted, destination: await settle({ draft, held, place, extracted, params, call }) }
      })
      await call.origins?.markOutside(await linksResolved(destination))
      return {
        message: sentence(path, destination, extracted),
        data: {
          path: destination,
          bytes: extracted.bytes,
          files: extracted.files.length,
          names: extracted.files.slice(0, maxNames),
          skipped: extracted.skipped,
        },
      }
    } catch (error) {
      throw fileError(error, path)
    }
  },
})

type ExtractParams = Static<typeof Params>

interface Place extends AsyncDisposable {
  /** The folder as the caller named it. */
  readonly folder: string
  /** Where the entries are going to be, without links, for asking whether they may be there. */
  readonly real: string
  /** Where the draft is made: on the same disk, so that it only has to be renamed. */
  readonly beside: Held
  /** The folder that is there already and gets the files; else what the draft is going to be called. */
  readonly target:
    | { readonly kind: 'merge' }
    | { readonly kind: 'name'; readonly entry: HeldEntry }
    | undefined
}

async function placeFor(archive: string, params: ExtractParams, call: ToolCall): Promise<Place> {
  const isNamed = params.to !== undefined
  const folder = isNamed
    ? await allowedPath(params.to!, call, { name: 'to' })
    : join(
        await allowedPath(dirname(archive), call, { name: 'The folder of the archive' }),
        plainName(archive),
      )
  const found = await holdPlace(folder, { caller: call, makeFolders: isNamed })
  const close = () => found[Symbol.asyncDispose]()
  const real = found.path
  if (!isNamed) return { folder, real, beside: found.folder, target: undefined, [Symbol.asyncDispose]: close }
  if (!found.existing) {
    const target = { kind: 'name', entry: found } as const
    return { folder, real, beside: found.folder, target, [Symbol.asyncDispose]: close }
  }
  try {
    const chain = await holdBelow(found.folder, found.name)
    const both = async (): Promise<void> => {
      await chain[Symbol.asyncDispose]()
      await close()
    }
    return {
      folder,
      real,
      beside: chain.folder,
      target: { kind: 'merge' },
      [Symbol.asyncDispose]: both,
    }
  } catch {
    await close()
    throw new AppError('conflict', `"${folder}" is a file. Give a folder.`)
  }
}

/** Unpacks beside the destination, so that half an archive is never seen, and leaves nothing behind when it fails. */
async function withDraft<T>(place: Place, use: (draft: HeldEntry) => Promise<T>): Promise<T> {
  const draft = entryOf(place.beside, `.deskhand-${randomBytes(8).toString('hex')}`)
  try {
    await mkdir(draft.at)
    return await use(draft)
  } catch (error) {
    await removeTree(draft)
    throw error
  }
}

interface Settling {
  readonly draft: HeldEntry
  readonly held: Held
  readonly place: Place
  readonly extracted: Extracted
  readonly params: ExtractParams
  readonly call: ToolCall
}

async function settle({ draft, held, place, extracted, params, call }: Settling): Promise<string> {
  const { target, beside, folder } = place
  if (target?.kind === 'merge') {
    await mergeInto(beside, held, { extracted, overwrite: params.overwrite ?? false })
    await removeTree(draft)
    return folder
  }
  if (target) {
    await placeAt(draft, target.entry)
    return folder
  }
  const tops = new Set([...extracted.files, ...extracted.folders].map((name) => name.split('/')[0]!))
  const [top = ''] = tops
  const isAlone = tops.size === 1 && (await reasonToSkip(join(beside.path, top), call)) === undefined
  return placeBeside(draft, { name: basename(folder), ...(isAlone && { only: top }) })
}

/** Why an entry stays out: a yes to the folder is not one to whatever start-up file a stranger packed. */
async function reasonToSkip(path: string, call: ToolCall): Promise<string | undefined> {
  if (isOwnPath(path, await surroundingsOf(call)))
    return `"${path}" is protected: it is the service's own data.`
  return reasonToAskAbout({ path }, onTheWay(call), 'write')
}

/** `photos` of `photos.tar.gz`. */
function plainName(archive: string): string {
  return safeFileName(basename(archive).replace(/(\.tar)?\.(zip|gz|tgz|tar)$/i, ''))
}

function nothingIn(path: string, { skipped }: Extracted): AppError {
  const reason = skipped[0] ? ` ${skipped[0].reason}` : ''
  return new AppError('invalid_request', `"${path}" contains nothing to extract.${reason}`)
}

function sentence(path: string, destination: string, { files, skipped }: Extracted): string {
  const left = skipped.length === 0 ? '' : ` ${skipped.length} entries were left out: ${skipped[0]!.reason}`
  return `Extracted ${countOf(files.length, 'file')} from ${path} to ${destination}.${left}`
}
