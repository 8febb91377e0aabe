import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { isPersonal } from '../../contract/endpoint.ts'
import { countOf } from '../../contract/text/counts.ts'
import { bytesText } from '../../contract/text/numbers.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { holdInput } from '../../platform/files/input-file.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { entryType, entryTypes, isoTime } from './entry.ts'
import { textType, type FileType } from './file-type.ts'
import { measuredTree, type TreeSize } from './measured-tree.ts'
import { reasonToWalk, scopeOf } from './scope.ts'
import {
  binaryType,
  decodedChunks,
  detectEncoding,
  openRegularFile,
  type OpenedFile,
} from './text/text-file.ts'

/** Larger files are not read through for the sake of their number of lines. */
const maxCounted = 64 * 1024 * 1024

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of a file or folder' }),
  hash: Type.Optional(Type.Boolean({ default: false, description: 'Also compute the SHA-256 of a file' })),
  measure: Type.Optional(Type.Boolean({ default: false, description: 'Also add up everything in a folder' })),
})

const Data = Type.Object({
  path: Type.String({ description: 'The path' }),
  name: Type.String({ description: 'Last part of the path' }),
  type: Type.Enum([...entryTypes], { description: 'Type of entry' }),
  bytes: Type.Integer({ description: 'Size; 0 for a folder' }),
  created_at: Type.String({ description: 'When it was created' }),
  modified_at: Type.String({ description: 'When its content was last changed' }),
  accessed_at: Type.String({ description: 'When it was last read' }),
  mode: Type.String({ description: 'Permissions in octal, e.g. 0644' }),
  target: Type.Optional(Type.String({ description: 'Where a link points' })),
  items: Type.Optional(Type.Integer({ description: 'Entries in a folder' })),
  total_files: Type.Optional(
    Type.Integer({ description: 'Files in a folder and its subfolders, if measured' }),
  ),
  total_bytes: Type.Optional(Type.Integer({ description: 'Their total size, if measured' })),
  media_type: Type.Optional(Type.String({ description: 'Content type, detected from the first bytes' })),
  kind: Type.Optional(Type.String({ description: 'The same in words' })),
  encoding: Type.Optional(Type.String({ description: 'Text encoding of a text file' })),
  lines: Type.Optional(Type.Integer({ description: 'Lines of a text file' })),
  sha256: Type.Optional(Type.String({ description: 'SHA-256 of the content, if asked for' })),
})

export const fileInfo = defineTool({
  action: 'FILE_INFO',
  title: 'About a file',
  description:
    "Returns the size, dates, permissions and real type of a file or folder, a text file's line count, and its digest if asked.",
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['private'],
  idempotent: true,
  phrases: [
    'how big is ~/video.mp4',
    'when was this file changed',
    'what type of file is ~/download',
    'file info for ~/report.pdf',
  ],
  example: { args: { path: '{folder}/notes.txt' } },
  targets: { paths: ['path'] },
  async needsApproval({ path, hash }, call) {
    const isFolder = async (): Promise<boolean> =>
      (await stat(await allowedPath(path, call, { access: 'read' })).catch(() => undefined))?.isDirectory() ??
      false
    const looksInside = hash === true || !(isPersonal(call.provenance) || (await isFolder()))
    return looksInside ? reasonToAsk(call, [{ path, access: 'read' }]) : reasonToWalk(path, call)
  },
  async run(params, call) {
    const path = await allowedPath(params.path, call, { access: 'read' })
    try {
      const own = await lstat(path)
      const target = own.isSymbolicLink() ? await readlink(path) : undefined
      // A link that leads nowhere is described as itself.
      const stats = target === undefined ? own : await stat(path).catch(() => own)
      const data: Static<typeof Data> = {
        ...factsOf(path, stats),
        type: entryType(own),
        ...(target !== undefined && { target }),
        ...(stats.isDirectory() && { items: (await readdir(path)).length }),
        ...(stats.isDirectory() && params.measure && (await measured(await realpath(path), call))),
        ...(stats.isFile() &&
          (await contentFacts(await realpath(path), { hash: params.hash ?? false, call }))),
      }
      return { message: sentence(data), data }
    } catch (error) {
      throw fileError(error, path)
    }
  },
})

type Facts = Pick<
  Static<typeof Data>,
  'path' | 'name' | 'bytes' | 'created_at' | 'modified_at' | 'accessed_at' | 'mode'
>
type ContentFacts = Pick<Static<typeof Data>, 'media_type' | 'kind' | 'encoding' | 'lines' | 'sha256'>

function factsOf(path: string, stats: Stats): Facts {
  return {
    path,
    name: basename(path),
    bytes: stats.isDirectory() ? 0 : stats.size,
    created_at: isoTime(stats.birthtimeMs),
    modified_at: isoTime(stats.mtimeMs),
    accessed_at: isoTime(stats.atimeMs),
    mode: (stats.mode & 0o7777).toString(8).padStart(4, '0'),
  }
}

async function measured(path: string, call: ToolCall): Promise<TreeSize> {
  const { roots, visible } = await scopeOf(path, call)
  return measuredTree(roots, { signal: call.signal, visible })
}

async function contentFacts(
  path: string,
  { hash, call }: { hash: boolean; call: ToolCall },
): Promise<ContentFacts> {
  const { signal } = call
  await using input = await holdInput(path, call, { describesOnly: !hash })
  await using file = await openRegularFile(path, input)
  const binary = binaryType(file.start, path)
  return {
    ...describeType(file.bytes === 0 ? emptyFile : (binary ?? textType(path))),
    ...(!binary && file.bytes <= maxCounted && (await textFacts(file, signal))),
    ...(hash && { sha256: await digest(file, signal) }),
  }
}

const emptyFile: FileType = { media_type: 'application/x-empty', words: 'an empty file' }

function describeType({ media_type, words }: FileType): Pick<ContentFacts, 'media_type' | 'kind'> {
  return { media_type, kind: words }
}

async function textFacts(
  file: OpenedFile,
  signal: AbortSignal,
): Promise<Pick<ContentFacts, 'encoding' | 'lines'>> {
  const encoding = await detectEncoding(file, signal)
  let lines = 0
  let last = '\n'
  for await (const text of decodedChunks(file, { encoding, signal })) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
    last = text.at(-1) ?? last
  }
  return { encoding, lines: last === '\n' ? lines : lines + 1 }
}

async function digest(file: OpenedFile, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const stream = file.handle.createReadStream({ start: 0, autoClose: false, signal })
  for await (const chunk of stream) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function sentence(data: Static<typeof Data>): string {
  const { path, type, bytes, kind, items = 0, target, total_files: files = 0, total_bytes: total } = data
  if (target !== undefined) return `${path} is a link to ${target}.`
  if (total !== undefined) return `${path} contains ${bytesText(total)} in ${countOf(files, 'file')}.`
  if (type === 'folder') return `${path} is a folder with ${countOf(items, 'entry')}.`
  return `${path} is ${kind ?? 'a device or a pipe'} of ${bytesText(bytes)}.`
}
