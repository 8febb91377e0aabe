import { constants } from 'node:fs'
import { open, rm, stat, writeFile as writeBytes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Type, type Static } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { linksResolved } from '../../platform/files/links.ts'
import { makeParents, replaceableFile, syncFolder, writeOutput } from '../../platform/files/output-file.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { sizeText } from './size-text.ts'

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the file; ~ is your home folder' }),
  content: Type.String({ description: 'The text to write' }),
  mode: Type.Optional(
    Type.Enum(['write', 'append'], {
      default: 'write',
      description: 'write replaces what is there, append adds to its end',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was written' }),
  bytes: Type.Integer({ description: 'Size of the file now' }),
  written_bytes: Type.Integer({ description: 'How much of that was written by this call' }),
  mode: Type.Enum(['write', 'append'], { description: 'What was done' }),
  created: Type.Boolean({ description: 'Whether the file is new' }),
})

export const writeFile = defineTool({
  action: 'WRITE_FILE',
  title: 'Write a file',
  description: 'Creates a text file, replaces its content, or adds to its end. Folders on the way are made.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  // Adding twice is not the same as adding once.
  idempotent: false,
  phrases: [
    'write hello to ~/notes.txt',
    'create a file called ~/todo.md',
    'save this text to a file',
    'append a line to ~/log.txt',
    'add this to the end of my notes file',
    'write the result to ~/result.txt',
    'write their names to a text file',
    'put the list into a file',
  ],
  example: {
    args: { path: '{folder}/notes.txt', content: 'Hello\n' },
    data: { path: '{folder}/notes.txt', bytes: 6, written_bytes: 6, mode: 'write', created: true },
  },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'write' }]),
  async run(params, call) {
    const path = await allowedPath(params.path, call)
    const mode = params.mode ?? 'write'
    const content = Buffer.from(params.content)
    const change = { path, content, signal: call.signal }
    const { bytes, created } = await (mode === 'append' ? appendTo(change) : replace(change))
    return {
      message: `${sentenceStart(mode, created)} ${path} (${sizeText(bytes)}).`,
      data: { path, bytes, written_bytes: content.length, mode, created },
    }
  },
})

type Mode = Static<typeof Data>['mode']

interface Change {
  readonly path: string
  readonly content: Buffer
  readonly signal: AbortSignal
}

interface Changed {
  readonly bytes: number
  readonly created: boolean
}

async function replace({ path, content, signal }: Change): Promise<Changed> {
  const created = (await stat(path).catch(() => undefined)) === undefined
  await writeOutput(path, (temporaryPath) => writeBytes(temporaryPath, content, { signal }), { signal })
  return { bytes: content.length, created }
}

/** Added in place: a log of gigabytes is not copied for a line. What was added by half is taken back. */
async function appendTo({ path, content, signal }: Change): Promise<Changed> {
  signal.throwIfAborted()
  try {
    const target = await linksResolved(path)
    const existing = await replaceableFile(target)
    const folders = await makeParents(target)
    try {
      const bytes = await append(target, content)
      if (!existing) await syncFolder(dirname(target))
      return { bytes, created: !existing }
    } catch (error) {
      if (!existing) await rm(target, { force: true })
      await folders.undo()
      throw error
    }
  } catch (error) {
    throw fileError(error, path)
  }
}

async function append(path: string, content: Buffer): Promise<number> {
  // NOFOLLOW: links were resolved before, so one that is there now was put there in between.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW
  await using file = await open(path, flags, 0o666)
  const { size: before } = await file.stat()
  try {
    await file.appendFile(content)
    await file.sync()
  } catch (error) {
    await file.truncate(before)
    throw error
  }
  return (await file.stat()).size
}

function sentenceStart(mode: Mode, created: boolean): string {
  if (created) return 'Created'
  return mode === 'append' ? 'Added to' : 'Wrote'
}
