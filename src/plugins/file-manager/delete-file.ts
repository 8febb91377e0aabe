import { lstat } from 'node:fs/promises'
import { Type } from '../../contract/type.ts'
import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { carryOrigin } from '../../platform/files/origins.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { entryType, entryTypes } from './entry.ts'
import { previewedDeletion } from './file-preview.ts'

const Params = Type.Object({
  path: Type.String({ minLength: 1, description: 'Absolute path of the file or folder to delete' }),
})

const Data = Type.Object({
  path: Type.String({ description: 'What was deleted' }),
  trash_path: Type.String({ description: 'Where it is now; move it back to undo' }),
  type: Type.Enum([...entryTypes], { description: 'Type of entry' }),
  bytes: Type.Integer({ description: 'Size; 0 for a folder' }),
})

export const deleteFile = defineTool({
  action: 'DELETE_FILE',
  title: 'Delete',
  description: 'Moves a file or folder to the trash. You can restore it from there.',
  params: Params,
  data: Data,
  risk: 'dangerous',
  trashes: true,
  actOf: ({ path }) => ({ verb: 'Move', subject: path, rest: 'to the trash' }),
  reads: [],
  idempotent: false,
  phrases: [
    'delete ~/old.txt',
    'remove the file ~/draft.docx',
    'move ~/junk to the trash',
    'throw this file away',
  ],
  example: { args: { path: '{folder}/notes.txt' } },
  needsApproval: (params, call) =>
    reasonToAsk(call, [{ path: params.path, access: 'write', wholeTree: true, isEntry: true }]),
  targets: { paths: ['path'] },
  preview: async ({ path }, call) => [
    await previewedDeletion(await allowedPath(path, call, { wholeTree: true }), call),
  ],
  async run(params, call) {
    const path = await allowedPath(params.path, call, { wholeTree: true })
    if (isInside(await linksResolved(call.home), path) || isInside(call.home, path)) {
      throw new AppError('forbidden', `"${path}" is or contains your home folder, which is never deleted.`)
    }
    try {
      const stats = await lstat(path)
      call.signal.throwIfAborted()
      const { moveToTrash } = await import('./trash.ts')
      const trashPath = await moveToTrash(path, {
        caller: call,
        now: call.now(),
        signal: call.signal,
        platform: process.platform,
        userId: process.getuid?.() ?? 0,
      })
      await carryOrigin(await linksResolved(path), trashPath, call)
      await call.origins?.forget(path)
      return {
        message: `Moved ${path} to the trash.`,
        data: {
          path,
          trash_path: trashPath,
          type: entryType(stats),
          bytes: stats.isDirectory() ? 0 : stats.size,
        },
      }
    } catch (error) {
      throw fileError(error, path)
    }
  },
})
