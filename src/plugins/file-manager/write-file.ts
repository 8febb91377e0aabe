import { constants } from 'node:fs'
import { lstat, open, unlink, writeFile as writeBytes } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import { bytesText } from '../../contract/text/numbers.ts'
import { defineTool, type ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { errorCodeOf, fileError } from '../../platform/files/file-error.ts'
import { holdPlace, type HeldPlace } from '../../platform/files/held-place.ts'
import { linksResolved } from '../../platform/files/links.ts'
import { replaceable, syncFolder, writeOutput } from '../../platform/files/output-file.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { previewedDiff, shown } from './file-preview.ts'
import { readWhole } from './text/whole-text.ts'

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the file; ~ is your home folder' }),
  content: Type.String({ description: 'The text to write' }),
  mode: Type.Optional(
    Type.Enum(['write', 'append'], {
      default: 'write',
      description: 'write replaces the content, append adds to the end',
    }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The file that was written' }),
  bytes: Type.Integer({ description: 'Size of the file now' }),
  written_bytes: Type.Integer({ description: 'Bytes written by this call' }),
  mode: Type.Enum(['write', 'append'], { description: 'What was done' }),
  created: Type.Boolean({ description: 'Whether the file is new' }),
})

export const writeFile = defineTool({
  action: 'WRITE_FILE',
  title: 'Write a file',
  description: 'Creates a text file, replaces its content, or adds to its end. Creates missing folders.',
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
  targets: { paths: ['path'] },
  async preview({ path: given, content, mode }, call) {
    const path = await allowedPath(given, call)
    const existing = await lstat(path).catch(() => undefined)
    if (!existing) return [{ ...previewedDiff({ path, before: '', after: content }, call), kind: 'create' }]
    try {
      const { text } = await readWhole(path, call)
      return [
        previewedDiff({ path, before: text, after: mode === 'append' ? text + content : content }, call),
      ]
    } catch {
      // No text, or too much of it: how much is lost is told all the same.
      const verb = mode === 'append' ? 'Adds to' : 'Replaces'
      return [
        { kind: 'change', path: shown(path, call), note: `${verb} a file of ${bytesText(existing.size)}.` },
      ]
    }
  },
  async run(params, call) {
    const path = await allowedPath(params.path, call)
    const mode = params.mode ?? 'write'
    const content = Buffer.from(params.content)
    const change = { path, content, call }
    const { bytes, created } = await (mode === 'append' ? appendTo(change) : replace(change))
    return {
      message: `${sentenceStart(mode, created)} ${path} (${bytesText(bytes)}).`,
      data: { path, bytes, written_bytes: content.length, mode, created },
    }
  },
})

type Mode = Static<typeof Data>['mode']

interface Change {
  readonly path: string
  readonly content: Buffer
  readonly call: ToolCall
}

interface Changed {
  readonly bytes: number
  readonly created: boolean
}

async function replace({ path, content, call }: Change): Promise<Changed> {
  const { signal } = call
  const created = (await lstat(await linksResolved(path)).catch(() => undefined)) === undefined
  await writeOutput(path, (temporaryPath) => writeBytes(temporaryPath, content, { signal }), {
    caller: call,
    signal,
  })
  return { bytes: content.length, created }
}

/** Others may add to the same file at the same time; each time one of them makes or replaces it, it is looked at again. */
const maxTries = 50

/** Added in place: a log of gigabytes is not copied for a line. What was added by half is taken back. */
async function appendTo(change: Change): Promise<Changed> {
  for (let tries = 1; ; tries += 1) {
    change.call.signal.throwIfAborted()
    try {
      return await appendOnce(change)
    } catch (error) {
      const isOvertaken = error instanceof Overtaken || errorCodeOf(error) === 'EEXIST'
      if (!isOvertaken || tries >= maxTries) throw fileError(error, change.path)
    }
  }
}

async function appendOnce({ path, content, call }: Change): Promise<Changed> {
  await using place = await holdPlace(path, { caller: call, makeFolders: true })
  const existing = await replaceable(place)
  const bytes = await append(place, content)
  if (!existing) await syncFolder(place.folder.through)
  return { bytes, created: !existing }
}

/** Somebody put another file under the name between the judgement and the opening. */
class Overtaken extends AppError {
  constructor(path: string) {
    super('conflict', `"${path}" was just replaced. Try again.`)
  }
}

async function append({ at, path, existing }: HeldPlace, content: Buffer): Promise<number> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK
  await using file = await open(at, existing ? flags : flags | constants.O_CREAT | constants.O_EXCL, 0o666)
  const before = await file.stat()
  // What is there now must be what was judged: neither a link nor, by a hard link, another file.
  if (existing && (before.ino !== existing.ino || before.dev !== existing.dev)) throw new Overtaken(path)
  try {
    await file.appendFile(content)
    await file.sync()
  } catch (error) {
    if (existing) await file.truncate(before.size)
    else await unlink(at)
    throw error
  }
  return (await file.stat()).size
}

function sentenceStart(mode: Mode, created: boolean): string {
  if (created) return 'Created'
  return mode === 'append' ? 'Added to' : 'Wrote'
}
