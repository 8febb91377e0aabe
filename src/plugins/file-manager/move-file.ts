import { Type } from '../../contract/type.ts'
import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { holdPlace } from '../../platform/files/held-place.ts'
import { carryOrigin } from '../../platform/files/origins.ts'
import { allowedPath, resolveUserPath } from '../../platform/files/paths.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { entryType, entryTypes } from './entry.ts'
import { previewedTransfer } from './file-preview.ts'
import { checkDestination, destinationFor, moveEntry } from './transfer.ts'

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the file or folder to move or rename' }),
  to: Type.String({
    minLength: 1,
    description: 'Its new absolute path, or an existing folder to move it into',
  }),
  overwrite: Type.Optional(
    Type.Boolean({ default: false, description: 'Replace an existing file; folders are never replaced' }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'Where it is now' }),
  from: Type.String({ description: 'Where it was' }),
  type: Type.Enum([...entryTypes], { description: 'Type of entry' }),
  bytes: Type.Integer({ description: 'Size; 0 for a folder' }),
  overwritten: Type.Boolean({ description: 'Whether another file was replaced' }),
})

export const moveFile = defineTool({
  action: 'MOVE_FILE',
  title: 'Move or rename',
  description: 'Moves or renames a file or folder, also to another disk. Overwrites nothing unless asked.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: false,
  phrases: [
    'move ~/report.pdf to ~/Documents',
    'rename ~/a.txt to ~/b.txt',
    'put this file into my documents folder',
  ],
  example: { args: { path: '{folder}/notes.txt', to: '{folder}/archive/notes.txt' } },
  async needsApproval(params, call) {
    const source = resolveUserPath(params.path, { home: call.home })
    const to = resolveUserPath(params.to, { home: call.home, name: 'to' })
    return reasonToAsk(call, [
      { path: source, access: 'write', wholeTree: true, isEntry: true },
      { path: await destinationFor(source, to), name: 'to', access: 'write', isEntry: true },
    ])
  },
  targets: { paths: ['path', 'to'] },
  async preview({ path, to, overwrite = false }, call) {
    const from = await allowedPath(path, call, { wholeTree: true })
    return [await previewedTransfer('move', { from, to: await allowedPath(to, call), overwrite }, call)]
  },
  async run(params, call) {
    const from = await allowedPath(params.path, call, { wholeTree: true })
    const to = await allowedPath(params.to, call, { name: 'to' })
    const destination = await allowedPath(await destinationFor(from, to), call, { name: 'to' })
    const overwrite = params.overwrite ?? false
    try {
      await using source = await holdPlace(from, { caller: call, isEntry: true })
      const { existing: stats } = source
      if (!stats) throw new AppError('not_found', `No file or folder "${from}".`)
      await using place = await holdPlace(destination, { caller: call, isEntry: true, makeFolders: true })
      const existing = checkDestination({ path: source.path, stats }, { destination: place, overwrite })
      call.signal.throwIfAborted()
      await moveEntry(source, place, {
        caller: call,
        signal: call.signal,
        overwrite,
        onCopied: (bytes) => call.progress({ message: `${bytes} bytes copied` }),
      })
      await carryOrigin(source.path, place.path, call)
      await call.origins?.forget(source.path)
      return {
        message: `Moved ${from} to ${destination}.`,
        data: {
          path: destination,
          from,
          type: entryType(stats),
          bytes: stats.isDirectory() ? 0 : stats.size,
          overwritten: existing !== undefined,
        },
      }
    } catch (error) {
      throw fileError(error, from)
    }
  },
})
