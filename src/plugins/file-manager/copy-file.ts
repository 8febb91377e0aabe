import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { bytesText } from '../../contract/text/numbers.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { holdPlace } from '../../platform/files/held-place.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { carryOrigin } from '../../platform/files/origins.ts'
import { allowedPath, resolveUserPath } from '../../platform/files/paths.ts'
import { entryType, entryTypes } from './entry.ts'
import { previewedTransfer } from './file-preview.ts'
import { checkDestination, copyEntry, destinationFor } from './transfer.ts'

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the file or folder to copy' }),
  to: Type.String({
    minLength: 1,
    description: 'Absolute path of the copy, or an existing folder to copy into',
  }),
  overwrite: Type.Optional(
    Type.Boolean({ default: false, description: 'Replace an existing file; folders are never replaced' }),
  ),
})

const Data = Type.Object({
  path: Type.String({ description: 'The copy' }),
  from: Type.String({ description: 'What was copied' }),
  type: Type.Enum([...entryTypes], { description: 'Type of entry' }),
  bytes: Type.Integer({ description: 'Bytes copied' }),
  files: Type.Integer({ description: 'Files copied' }),
  skipped: Type.Integer({
    description: 'Devices, pipes, sockets and, for a model, files with a hard link elsewhere: all left out',
  }),
  overwritten: Type.Boolean({ description: 'Whether another file was replaced' }),
})

export const copyFile = defineTool({
  action: 'COPY_FILE',
  title: 'Copy',
  description: 'Copies a file, or a folder with everything in it. Overwrites nothing unless asked.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: false,
  phrases: ['copy ~/report.pdf to ~/Backup', 'make a copy of ~/notes.txt', 'duplicate the folder ~/project'],
  example: { args: { path: '{folder}/notes.txt', to: '{folder}/copy of notes.txt' } },
  async needsApproval(params, call) {
    const source = resolveUserPath(params.path, { home: call.home })
    const to = resolveUserPath(params.to, { home: call.home, name: 'to' })
    return reasonToAsk(call, [
      { path: source, access: 'read', wholeTree: true },
      {
        path: await destinationFor(source, to),
        name: 'to',
        access: 'write',
        wholeTree: true,
        isEntry: true,
      },
    ])
  },
  targets: { paths: ['path', 'to'] },
  async preview({ path, to, overwrite = false }, call) {
    const from = await allowedPath(path, call, { access: 'read', wholeTree: true })
    return [await previewedTransfer('copy', { from, to: await allowedPath(to, call), overwrite }, call)]
  },
  async run(params, call) {
    await allowedPath(params.path, call, { access: 'read', wholeTree: true })
    // A link that was named itself stands for what it leads to; links inside a folder are copied as links.
    await using input = await openInput(params.path, call)
    const { path: named, held: source } = input
    const to = await allowedPath(params.to, call, { name: 'to' })
    const destination = await allowedPath(await destinationFor(named, to), call, { name: 'to' })
    const overwrite = params.overwrite ?? false
    try {
      const { stats } = source
      if (!stats.isFile() && !stats.isDirectory()) {
        throw new AppError('invalid_request', `"${named}" is a device or a pipe. Those can't be copied.`)
      }
      await using place = await holdPlace(destination, { caller: call, isEntry: true, makeFolders: true })
      const existing = checkDestination(source, { destination: place, overwrite })
      const copied = await copyEntry(source, place, {
        caller: call,
        signal: call.signal,
        overwrite,
        durable: stats.isFile(),
        onCopied: (bytes) => call.progress({ message: `${bytes} bytes copied` }),
      })
      await carryOrigin(source.path, place.path, call)
      return {
        message: `Copied ${named} to ${destination} (${bytesText(copied.bytes)} in ${countOf(copied.files, 'file')}).`,
        data: {
          path: destination,
          from: named,
          type: entryType(stats),
          ...copied,
          overwritten: existing !== undefined,
        },
      }
    } catch (error) {
      throw fileError(error, named)
    }
  },
})
