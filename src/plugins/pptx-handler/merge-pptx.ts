import { AppError } from '../../contract/errors.ts'
import { Type } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { writtenFile } from './params.ts'

const Params = Type.Object({
  paths: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 2,
    maxItems: 50,
    description: 'Absolute paths of the .pptx files, in the order of their slides',
  }),
  output_path: Type.String({ minLength: 1, description: 'Absolute path of the new .pptx file' }),
})

const Data = Type.Object({
  ...writtenFile,
  sources: Type.Array(Type.Object({ path: Type.String(), slides: Type.Integer() })),
  warnings: Type.Array(Type.String(), { description: 'What differs from the originals' }),
})

export const mergePptx = defineTool({
  action: 'MERGE_PPTX',
  title: 'Merge presentations',
  description:
    'Joins PowerPoint presentations into a new one. Every slide keeps its own look: layouts, masters, fonts, colours, images, videos, charts and notes are included.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: true,
  phrases: [
    'merge these two presentations',
    'combine ~/a.pptx and ~/b.pptx into one deck',
    'append the slides of one powerpoint to another',
  ],
  example: {
    args: { paths: ['{folder}/deck.pptx', '{folder}/second.pptx'], output_path: '{folder}/both.pptx' },
  },
  targets: { paths: ['paths', 'output_path'] },
  needsApproval: (params, call) =>
    reasonToAsk(call, [
      { path: params.output_path, name: 'output_path', access: 'write' },
      ...params.paths.map((path) => ({ path, name: 'paths', access: 'read' as const })),
    ]),
  async run(params, call) {
    const target = await outputPath(call, {
      path: params.output_path,
      name: 'output_path',
      extension: '.pptx',
    })
    const paths: string[] = []
    for (const path of params.paths)
      paths.push(await allowedPath(path, call, { name: 'paths', access: 'read' }))
    if (paths.includes(target)) {
      throw new AppError(
        'invalid_request',
        'output_path is one of the files to merge. Choose another name for the result.',
      )
    }
    const { mergeFiles } = await import('./merge-files.ts')
    const merged = await mergeFiles({ paths, target }, call)
    return {
      message: [
        `Merged ${paths.length} presentations into ${target}, which has ${merged.slide_count} slides.`,
        ...merged.warnings,
      ].join(' '),
      data: { path: target, ...merged },
    }
  },
})
