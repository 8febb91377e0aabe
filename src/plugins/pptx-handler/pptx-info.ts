import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { readsFiles } from '../../platform/files/origins.ts'
import { PresentationPath } from './params.ts'

const Data = Type.Object({
  path: Type.String(),
  bytes: Type.Integer(),
  slide_count: Type.Integer(),
  width_inches: Type.Number(),
  height_inches: Type.Number(),
  slides: Type.Array(
    Type.Object({
      slide_number: Type.Integer(),
      title: Type.String(),
      layout: Type.String(),
      pictures: Type.Integer(),
      tables: Type.Integer(),
      charts: Type.Integer(),
      media: Type.Integer({ description: 'Videos and sounds' }),
      has_notes: Type.Boolean(),
      hidden: Type.Boolean(),
    }),
  ),
  layouts: Type.Array(Type.String(), { description: 'Names to use as layout in ADD_SLIDE_PPTX' }),
  themes: Type.Array(Type.String()),
  title: Type.String(),
  author: Type.String(),
  created: Type.String(),
  modified: Type.String(),
  application: Type.String({ description: 'The program that wrote it' }),
})

export const pptxInfo = defineTool({
  action: 'PPTX_INFO',
  title: 'Describe a presentation',
  description:
    'Describes a PowerPoint presentation: number and size of slides, their titles, layouts, images, tables, charts and notes, and who made it when.',
  params: Type.Object({ path: PresentationPath }),
  data: Data,
  risk: 'read',
  reads: readsFiles(({ path }) => [path]),
  idempotent: true,
  phrases: [
    'how many slides does ~/deck.pptx have',
    'what is in this presentation',
    'list the slides of my powerpoint',
    'which layouts does the deck have',
  ],
  example: { args: { path: '{folder}/deck.pptx' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, name: 'path', access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const { openPresentation } = await import('../../platform/presentations/presentation.ts')
    const { presentationInfo } = await import('../../platform/presentations/presentation-info.ts')
    await using presentation = await openPresentation(file.through)
    const { slides, widthInches, heightInches, layouts, themes, properties } =
      await presentationInfo(presentation)
    return {
      message: `${path} has ${countOf(slides.length, 'slide')} of ${widthInches} × ${heightInches} inches.`,
      data: {
        path,
        bytes: file.held.stats.size,
        slide_count: slides.length,
        width_inches: widthInches,
        height_inches: heightInches,
        slides: slides.map(({ number, hasNotes, ...slide }) => ({
          slide_number: number,
          ...slide,
          has_notes: hasNotes,
        })),
        layouts: [...layouts],
        themes: [...themes],
        ...properties,
      },
    }
  },
})
