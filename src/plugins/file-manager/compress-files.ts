import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { createZipWriter } from '../../platform/archives/zip-writer.ts'
import type { Caller } from '../../platform/files/allowed-folders.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { holdInput } from '../../platform/files/input-file.ts'
import { linksResolved } from '../../platform/files/links.ts'
import { writeOutput } from '../../platform/files/output-file.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { hasFreeHand, reasonToAskAbout } from '../../platform/files/rights.ts'
import { collectSources, type ArchiveSource } from './archives/archive-sources.ts'
import { tarBlocks } from './archives/tar-writer.ts'
import { leftOutSentence } from './search/left-out.ts'

const Params = Type.Object({
  paths: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    maxItems: 1000,
    description: 'Absolute paths of the files and folders to put into the archive',
  }),
  to: Type.String({ minLength: 1, description: 'Absolute path of the archive, e.g. ~/backup.zip' }),
  format: Type.Optional(
    Type.Enum(['auto', 'zip', 'tar.gz'], {
      default: 'auto',
      description: "auto uses the file name's ending: .zip, .tar.gz or .tgz",
    }),
  ),
  overwrite: Type.Optional(Type.Boolean({ default: false, description: 'Replace an existing archive' })),
})

const Data = Type.Object({
  path: Type.String({ description: 'The archive' }),
  bytes: Type.Integer({ description: 'Size of the archive' }),
  format: Type.Enum(['zip', 'tar.gz'], { description: 'Format of the archive' }),
  files: Type.Integer({ description: 'Files in it' }),
  source_bytes: Type.Integer({ description: 'Size of the files before compression' }),
  skipped: Type.Integer({ description: 'Links, devices and pipes that were left out' }),
  left_out: Type.Optional(
    Type.Integer({
      description: 'Hidden files, keys and similar that a model may not read without asking',
    }),
  ),
})

export const compressFiles = defineTool({
  action: 'COMPRESS_FILES',
  title: 'Compress files',
  description: 'Packs files and folders into a zip or tar.gz archive.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: false,
  phrases: [
    'zip the folder ~/project',
    'compress ~/Pictures to ~/pictures.zip',
    'make a tar.gz of my documents',
  ],
  example: { args: { paths: ['{folder}/notes.txt'], to: '{folder}/packed.zip' } },
  targets: { paths: ['paths', 'to'] },
  needsApproval: (params, call) =>
    reasonToAsk(call, [
      ...params.paths.map((path) => ({ path, name: 'paths', access: 'read' as const, wholeTree: true })),
      { path: params.to, name: 'to', access: 'write' },
    ]),
  async run(params, call) {
    const to = await allowedPath(params.to, call, { name: 'to' })
    const format = formatOf(to, params.format ?? 'auto')
    const paths: string[] = []
    for (const path of params.paths) {
      paths.push(await allowedPath(path, call, { name: 'paths', access: 'read', wholeTree: true }))
    }
    const target = await linksResolved(to)
    const {
      sources,
      bytes: sourceBytes,
      skipped,
      leftOut,
    } = await collectSources(paths, {
      signal: call.signal,
      isLeftOut: (path) => path === target,
      mayRead: async (path, stats) =>
        hasFreeHand(call) || (await reasonToAskAbout({ path, stats }, call, 'read')) === undefined,
    })
    const files = sources.filter(({ stats }) => stats.isFile()).length
    if (files === 0 && skipped > 0)
      throw new AppError('invalid_request', 'Nothing to compress: only links and devices.')
    const packing = { sources, caller: call, signal: call.signal, onRead: progressOf(sourceBytes, call) }
    const bytes = await writeOutput(
      to,
      async (temporaryPath) => {
        await (format === 'zip' ? writeZip(temporaryPath, packing) : writeTarGz(temporaryPath, packing))
        return (await stat(temporaryPath)).size
      },
      { caller: call, signal: call.signal, overwrite: params.overwrite ?? false },
    )
    return {
      message: `Packed ${countOf(files, 'file')} into ${to} (${bytes} bytes).${leftOutSentence({ hidden: leftOut })}`,
      data: {
        path: to,
        bytes,
        format,
        files,
        source_bytes: sourceBytes,
        skipped,
        ...(leftOut > 0 && { left_out: leftOut }),
      },
    }
  },
})

type Format = Static<typeof Data>['format']

interface Packing {
  readonly sources: readonly ArchiveSource[]
  readonly caller: Caller
  readonly signal: AbortSignal
  readonly onRead: (bytes: number) => void
}

function formatOf(path: string, asked: Format | 'auto'): Format {
  if (asked !== 'auto') return asked
  if (/\.zip$/i.test(path)) return 'zip'
  if (/\.(tar\.gz|tgz)$/i.test(path)) return 'tar.gz'
  throw new AppError('invalid_request', 'to must end in .zip, .tar.gz or .tgz, or set format.')
}

async function writeZip(path: string, { sources, caller, signal, onRead }: Packing): Promise<void> {
  await using zip = await createZipWriter(path, { signal })
  for (const source of sources) {
    const attributes = { modified: source.stats.mtime, mode: source.stats.mode }
    if (!source.stats.isFile()) {
      await zip.add(source.name, '', attributes)
      continue
    }
    const entry = await zip.stream(source.name, attributes)
    try {
      await using file = await holdInput(source.path, caller)
      for await (const chunk of createReadStream(file.through, { signal, highWaterMark: 256 * 1024 })) {
        await entry.write(chunk as Buffer)
        onRead((chunk as Buffer).length)
      }
    } catch (error) {
      throw fileError(error, source.path)
    }
    await entry.end()
  }
  await zip.close()
}

async function writeTarGz(path: string, { sources, ...options }: Packing): Promise<void> {
  const { signal } = options
  await pipeline(tarBlocks(sources, options), createGzip(), createWriteStream(path), { signal })
}

function progressOf(total: number, call: ToolCall): (bytes: number) => void {
  let read = 0
  let reported = 0
  return (bytes) => {
    read += bytes
    // A hundred reports are enough for any bar.
    if (read - reported < total / 100 && read < total) return
    reported = read
    call.progress({ fraction: Math.min(1, read / total), message: `${read} of ${total} bytes read` })
  }
}
