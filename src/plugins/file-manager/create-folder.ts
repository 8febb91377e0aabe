import { existsSync } from 'node:fs'
import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { fileError } from '../../platform/files/file-error.ts'
import { holdBelow, holdPlace } from '../../platform/files/held-place.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { shown } from './file-preview.ts'

export const createFolder = defineTool({
  action: 'CREATE_FOLDER',
  title: 'Create a folder',
  description: 'Creates a folder and any missing parent folders. An existing folder stays as it is.',
  params: Type.Object({
    path: Type.String({ minLength: 1, description: 'Absolute path of the folder; ~ is your home folder' }),
  }),
  data: Type.Object({
    path: Type.String({ description: 'The folder' }),
    created: Type.Boolean({ description: 'Whether it is new' }),
  }),
  risk: 'write',
  reads: [],
  idempotent: true,
  phrases: ['make a folder ~/Documents/Taxes', 'create the directory ~/backup', 'mkdir ~/projects/new'],
  example: { args: { path: '{folder}/taxes' } },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, access: 'write' }]),
  targets: { paths: ['path'] },
  async preview(params, call) {
    const path = await allowedPath(params.path, call)
    return existsSync(path) ? [] : [{ kind: 'new_folder', path: shown(path, call) }]
  },
  async run(params, call) {
    const path = await allowedPath(params.path, call)
    try {
      await using place = await holdPlace(path, { caller: call, makeFolders: true })
      if (place.existing && !place.existing.isDirectory())
        throw new AppError('conflict', `"${path}" is a file. Choose another name for the folder.`)
      await using folder = await holdBelow(place.folder, place.name, { make: true })
      const created = place.madeFolders || folder.made.length > 0
      return {
        message: created ? `Created the folder ${path}.` : `The folder ${path} already exists.`,
        data: { path, created },
      }
    } catch (error) {
      throw fileError(error, path)
    }
  },
})
