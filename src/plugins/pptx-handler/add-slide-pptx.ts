import { Type } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { editedFiles, reasonToAskForEdit } from './file-access.ts'
import { OutputPath, PresentationPath, slideContentParams, writtenFile } from './params.ts'

const Params = Type.Object({
  path: PresentationPath,
  ...slideContentParams,
  layout: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        "Name of one of the presentation's layouts, or title, section, content, two_content, title_only, picture or blank; chosen from the content by default",
    }),
  ),
  position: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Number of the new slide; at the end by default' }),
  ),
  output_path: OutputPath,
})

const Data = Type.Object({
  ...writtenFile,
  slide_number: Type.Integer({ description: 'Number of the new slide' }),
  slide_numbers: Type.Array(Type.Integer(), {
    description: 'All new slides, if the content needed several',
  }),
})

export const addSlidePptx = defineTool({
  action: 'ADD_SLIDE_PPTX',
  title: 'Add a slide',
  description:
    'Adds a slide with a title, bullets, text, an image or a table and speaker notes to an existing PowerPoint presentation, using its own layouts and fonts. All other slides stay unchanged.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: false,
  phrases: [
    'add a slide to my presentation',
    'add a slide about next steps to ~/deck.pptx',
    'insert a new slide after slide 2',
    'append a slide with these bullet points',
  ],
  example: {
    args: { path: '{folder}/deck.pptx', title: 'Next steps', bullets: ['Hire', 'Ship'], position: 2 },
  },
  targets: { paths: ['path', 'output_path'] },
  needsApproval: (params, call) =>
    reasonToAskForEdit(call, params, [{ path: params.image_path, name: 'image_path', access: 'read' }]),
  async run(params, call) {
    const files = await editedFiles(call, params)
    const { addSlide } = await import('../../platform/presentations/add-slide.ts')
    const { neighbourOf } = await import('../../platform/presentations/new-slide.ts')
    const { editPresentation } = await import('./edit-presentation.ts')
    const { newSlidePosition } = await import('./position.ts')
    const { slideContent } = await import('./slide-content.ts')
    const content = await slideContent(params, call)
    const { result, bytes, slideCount } = await editPresentation(files, call, async (presentation) => {
      const position = newSlidePosition(params.position, (await presentation.slides()).length)
      const like = await neighbourOf(presentation, position)
      return addSlide(presentation, content, { position, layout: params.layout, like })
    })
    const [first = 1] = result
    const more = result.length > 1 ? ` The content needed ${result.length} slides.` : ''
    return {
      message: `Added slide ${first} to ${files.target}, which now has ${slideCount}.${more}`,
      data: {
        path: files.target,
        bytes,
        slide_count: slideCount,
        slide_number: first,
        slide_numbers: result,
      },
    }
  },
})
