import { basename } from 'node:path'
import { Type } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { editedFiles, reasonToAskForEdit } from './file-access.ts'
import { OutputPath, PresentationPath, SlideNumber, writtenFile } from './params.ts'

const Params = Type.Object({
  path: PresentationPath,
  slide_number: SlideNumber,
  image_path: Type.String({ minLength: 1, description: 'Absolute path of the image' }),
  left_inches: Type.Optional(
    Type.Number({ default: 1, minimum: -500, maximum: 500, description: 'From the left edge of the slide' }),
  ),
  top_inches: Type.Optional(
    Type.Number({ default: 2.5, minimum: -500, maximum: 500, description: 'From the top edge of the slide' }),
  ),
  width_inches: Type.Optional(
    Type.Number({
      default: 5,
      minimum: 0.01,
      maximum: 500,
      description: "Width; the height keeps the image's proportions",
    }),
  ),
  output_path: OutputPath,
})

const Data = Type.Object({
  ...writtenFile,
  slide_number: Type.Integer(),
  shape_id: Type.Integer({ description: 'Id of the new picture on the slide' }),
  left_inches: Type.Number(),
  top_inches: Type.Number(),
  width_inches: Type.Number(),
  height_inches: Type.Number(),
  outside_slide: Type.Enum(['no', 'partly', 'wholly'], { description: 'Whether it extends over the edge' }),
})

export const addImagePptx = defineTool({
  action: 'ADD_IMAGE_PPTX',
  title: 'Add an image to a slide',
  description:
    'Inserts an image (PNG, JPEG, GIF, BMP, TIFF, WebP or SVG) on a slide of an existing PowerPoint presentation, at a position and width in inches. Everything else in the file stays unchanged.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: false,
  phrases: [
    'add this picture to slide 2 of my presentation',
    'insert ~/logo.png into ~/deck.pptx',
    'put an image on the first slide',
    'place the chart image on slide 3 of the powerpoint',
  ],
  example: { args: { path: '{folder}/deck.pptx', slide_number: 1, image_path: '{folder}/logo.png' } },
  targets: { paths: ['path', 'output_path', 'image_path'] },
  needsApproval: (params, call) =>
    reasonToAskForEdit(call, params, [{ path: params.image_path, name: 'image_path', access: 'read' }]),
  async run(params, call) {
    const files = await editedFiles(call, params)
    await using pictureFile = await openInput(params.image_path, call, { name: 'image_path' })
    const { addPicture } = await import('../../platform/presentations/add-picture.ts')
    const { emu, inches, outsideOf } = await import('../../platform/presentations/geometry.ts')
    const { readPicture } = await import('../../platform/presentations/picture-file.ts')
    const { editPresentation } = await import('./edit-presentation.ts')
    const picture = await readPicture(pictureFile.through)
    const width = emu(params.width_inches ?? 5)
    const height = Math.max(1, Math.round((width * picture.size.height) / picture.size.width))
    const rect = { x: emu(params.left_inches ?? 1), y: emu(params.top_inches ?? 2.5), width, height }
    const { result, bytes, slideCount } = await editPresentation(files, call, async (presentation) => {
      const { part } = await presentation.slide(params.slide_number)
      const shapeId = await addPicture(presentation, part, { picture, rect })
      return { shapeId, outside: outsideOf(await presentation.size(), rect) }
    })
    const size = `${inches(width)} × ${inches(height)} inches`
    return {
      message:
        `Added ${basename(pictureFile.path)} (${size}) to slide ${params.slide_number} of ${files.target}.` +
        outsideWarning(result.outside) +
        (picture.convertedFrom
          ? ` It was converted from ${picture.convertedFrom.toUpperCase()} to PNG.`
          : ''),
      data: {
        path: files.target,
        bytes,
        slide_count: slideCount,
        slide_number: params.slide_number,
        shape_id: result.shapeId,
        left_inches: inches(rect.x),
        top_inches: inches(rect.y),
        width_inches: inches(width),
        height_inches: inches(height),
        outside_slide: result.outside,
      },
    }
  },
})

function outsideWarning(outside: 'no' | 'partly' | 'wholly'): string {
  if (outside === 'no') return ''
  if (outside === 'wholly') return ' It lies outside the slide, where no one will see it.'
  return ' Part of it extends over the edge of the slide.'
}
