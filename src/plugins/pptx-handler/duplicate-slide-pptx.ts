import { Type } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { editedFiles, reasonToAskForEdit } from './file-access.ts'
import { OutputPath, PresentationPath, SlideNumber, writtenFile } from './params.ts'

const Params = Type.Object({
  path: PresentationPath,
  slide_number: SlideNumber,
  position: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Number of the copy; right after the original by default',
    }),
  ),
  output_path: OutputPath,
})

const Data = Type.Object({
  ...writtenFile,
  slide_number: Type.Integer({ description: 'Number of the copy' }),
})

export const duplicateSlidePptx = defineTool({
  action: 'DUPLICATE_SLIDE_PPTX',
  title: 'Duplicate a slide',
  description:
    'Copies a slide of a PowerPoint presentation with its pictures, charts, animations and notes. Charts and notes of the copy can be changed without changing the original; comments stay with the original.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: false,
  phrases: [
    'duplicate slide 2 of my presentation',
    'copy the first slide in ~/deck.pptx',
    'make a copy of slide 5',
  ],
  example: { args: { path: '{folder}/deck.pptx', slide_number: 1 } },
  targets: { paths: ['path', 'output_path'] },
  needsApproval: (params, call) => reasonToAskForEdit(call, params),
  async run(params, call) {
    const files = await editedFiles(call, params)
    const { duplicateSlide } = await import('../../platform/presentations/duplicate-slide.ts')
    const { editPresentation } = await import('./edit-presentation.ts')
    const { newSlidePosition } = await import('./position.ts')
    const { slide_number: slideNumber } = params
    const { result, bytes, slideCount } = await editPresentation(files, call, async (presentation) => {
      await presentation.slide(slideNumber)
      const count = (await presentation.slides()).length
      const position = newSlidePosition(params.position ?? slideNumber + 1, count)
      await duplicateSlide(presentation, { slideNumber, position })
      return position
    })
    return {
      message: `Copied slide ${slideNumber} of ${files.target}; the copy is slide ${result} of ${slideCount}.`,
      data: { path: files.target, bytes, slide_count: slideCount, slide_number: result },
    }
  },
})
