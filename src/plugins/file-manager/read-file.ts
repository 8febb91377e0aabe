import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { readsFiles } from '../../platform/files/origins.ts'
import { LineWindow, type LineWindowOptions } from './text/line-window.ts'
import {
  binaryType,
  decodedChunks,
  detectEncoding,
  openRegularFile,
  type DecodeOptions,
  type OpenedFile,
} from './text/text-file.ts'

const defaultLines = 2000
const maxCharacters = 200_000
/** Beyond this, the whole file is not read just to tell its encoding and count its lines. */
const maxCounted = 256 * 1024 * 1024

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the text file' }),
  offset: Type.Optional(
    Type.Integer({ default: 0, minimum: 0, description: 'Lines to skip at the beginning' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      default: defaultLines,
      minimum: 1,
      maximum: 100_000,
      description: 'Maximum number of lines to return',
    }),
  ),
  from_character: Type.Optional(
    Type.Integer({
      default: 0,
      minimum: 0,
      description: 'Characters of the first line to skip, for a very long line',
    }),
  ),
  max_characters: Type.Optional(
    Type.Integer({
      'x-for-programs': true,
      default: maxCharacters,
      minimum: 1,
      maximum: maxCharacters,
      description: 'Maximum number of characters to return; a longer text ends at its last full line',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was read' }),
  bytes: Type.Integer({ description: 'Size of the whole file' }),
  content: Type.String({ description: 'The text' }),
  encoding: Type.Enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'], {
    description: 'Text encoding',
  }),
  offset: Type.Integer({ description: 'Lines skipped at the beginning' }),
  lines: Type.Integer({ description: 'Lines in content' }),
  total_lines: Type.Optional(
    Type.Integer({ description: 'Lines in the file; omitted for a very large file' }),
  ),
  truncated: Type.Boolean({ description: 'Whether there is more of the file' }),
  next_offset: Type.Optional(Type.Integer({ description: 'The offset to continue with, if truncated' })),
  cut_line: Type.Optional(Type.Boolean({ description: 'Whether the line itself was too long and was cut' })),
  next_character: Type.Optional(
    Type.Integer({ description: 'The from_character to continue with in the same line, if it was cut' }),
  ),
})

export const readFile = defineTool({
  action: 'READ_FILE',
  title: 'Read a file',
  description: 'Reads a text file, whole or by lines. Rejects other file types by name.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: readsFiles(({ path }) => [path]),
  idempotent: true,
  phrases: [
    'read the file ~/notes.txt',
    'what is in ~/todo.md',
    'show me the contents of a file',
    'open the text file',
  ],
  example: { args: { path: '{folder}/notes.txt' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'read' }]),
  async run(params, call) {
    await using input = await openInput(params.path, call)
    const { path } = input
    await using file = await openRegularFile(path, input)
    const binary = binaryType(file.start, path)
    if (binary) {
      const advice = binary.reader ? `use ${binary.reader} for it` : 'only text files can be read'
      throw new AppError('unsupported_media_type', `"${path}" is ${binary.words}: ${advice}.`)
    }
    const counted = file.bytes <= maxCounted
    const encoding = counted ? await detectEncoding(file, call.signal) : 'utf-8'
    const offset = params.offset ?? 0
    const limit = params.limit ?? defaultLines
    const { from_character: fromCharacter = 0, max_characters: most = maxCharacters } = params
    const window = { offset, limit, fromCharacter, maxCharacters: most }
    const piece = await readLines(file, { ...window, counted, encoding, signal: call.signal })
    return {
      message: sentence(path, piece, window),
      data: { path, bytes: file.bytes, encoding, offset, ...piece },
    }
  },
})

type Piece = Pick<
  Static<typeof Data>,
  'content' | 'lines' | 'total_lines' | 'truncated' | 'next_offset' | 'cut_line' | 'next_character'
>

interface LineOptions extends DecodeOptions, LineWindowOptions {
  readonly counted: boolean
}

async function readLines(file: OpenedFile, options: LineOptions): Promise<Piece> {
  const window = new LineWindow(options)
  for await (const text of decodedChunks(file, options)) {
    window.push(text)
    if (window.goesOn && !options.counted) break
  }
  const { content, goesOn, totalLines, nextCharacter } = window
  const lines = lineCount(content)
  return {
    content,
    lines,
    ...(options.counted && { total_lines: totalLines }),
    truncated: goesOn,
    ...(goesOn && { next_offset: options.offset + lines }),
    ...(nextCharacter !== undefined && { cut_line: true, next_character: nextCharacter }),
  }
}

function lineCount(text: string): number {
  if (text === '') return 0
  let count = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function sentence(path: string, piece: Piece, { offset, fromCharacter }: LineWindowOptions): string {
  const total = piece.total_lines === undefined ? '' : ` of ${piece.total_lines}`
  if (piece.lines === 0) return nothingThere(path, { offset, fromCharacter })
  if (!piece.truncated && offset === 0 && fromCharacter === 0)
    return `Read ${path}: ${countOf(piece.lines, 'line')}.`
  const start = fromCharacter === 0 ? '' : `, from character ${fromCharacter + 1} of the first line`
  const range = `Read lines ${offset + 1} to ${offset + piece.lines}${total} of ${path}${start}`
  if (piece.next_character !== undefined)
    return `${range}. That line is long and was cut. Continue with offset ${offset} and from_character ${piece.next_character}.`
  return piece.truncated ? `${range}. Continue with offset ${piece.next_offset}.` : `${range}.`
}

function nothingThere(
  path: string,
  { offset, fromCharacter }: Pick<LineWindowOptions, 'offset' | 'fromCharacter'>,
): string {
  if (fromCharacter > 0) return `${path} has no character ${fromCharacter + 1} in line ${offset + 1}.`
  return offset === 0 ? `${path} is empty.` : `${path} has no line after ${offset}.`
}
