import { AppError } from '../../contract/errors.ts'
import { Type, type Static } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { editedFiles, reasonToAskForEdit } from './file-access.ts'
import { OutputPath, PresentationPath, writtenFile } from './params.ts'

const Params = Type.Object({
  path: PresentationPath,
  order: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      description: 'Current slide numbers in their new order; the rest follow unchanged',
    }),
  ),
  slide_number: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Instead of order: the slide to move, together with position',
    }),
  ),
  position: Type.Optional(Type.Integer({ minimum: 1, description: 'New number of this slide' })),
  output_path: OutputPath,
})

const Data = Type.Object({
  ...writtenFile,
  order: Type.Array(Type.Integer(), { description: 'For each slide, its previous number' }),
})

export const reorderSlidesPptx = defineTool({
  action: 'REORDER_SLIDES_PPTX',
  title: 'Reorder slides',
  description:
    "Reorders the slides of a PowerPoint presentation: give the whole new order, or one slide and its new position. The slides themselves don't change.",
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: false,
  phrases: [
    'move slide 5 to the second position in my presentation',
    'reorder the slides of ~/deck.pptx',
    'put the last slide first',
    'swap slides 2 and 3',
  ],
  example: { args: { path: '{folder}/deck.pptx', slide_number: 2, position: 1 } },
  targets: { paths: ['path', 'output_path'] },
  needsApproval: (params, call) => reasonToAskForEdit(call, params),
  async run(params, call) {
    const files = await editedFiles(call, params)
    assertOneWay(params)
    const { completeOrder, reorderSlides } = await import('../../platform/presentations/slide-list.ts')
    const { editPresentation } = await import('./edit-presentation.ts')
    const { result, bytes, slideCount } = await editPresentation(files, call, async (presentation) => {
      const count = (await presentation.slides()).length
      if (params.slide_number !== undefined) await presentation.slide(params.slide_number)
      const order = params.order ? completeOrder(params.order, count) : movedOrder(params, count)
      await reorderSlides(presentation, order)
      return order
    })
    return {
      message: `The slides of ${files.target} are now in this order: ${shownOrder(result)}.`,
      data: { path: files.target, bytes, slide_count: slideCount, order: result },
    }
  },
})

function assertOneWay({ order, slide_number, position }: Static<typeof Params>): void {
  const isMove = slide_number !== undefined && position !== undefined
  if (order !== undefined ? slide_number === undefined && position === undefined : isMove) return
  throw new AppError('invalid_request', 'Give either order, or slide_number together with position.')
}

function movedOrder({ slide_number, position }: Static<typeof Params>, count: number): number[] {
  if (position! > count) {
    throw new AppError(
      'invalid_request',
      `position ${position} is too large: the presentation has ${count} slides.`,
    )
  }
  const order = Array.from({ length: count }, (_, index) => index + 1).filter(
    (number) => number !== slide_number,
  )
  order.splice(position! - 1, 0, slide_number!)
  return order
}

function shownOrder(order: readonly number[]): string {
  return order.length <= 40 ? order.join(', ') : `${order.slice(0, 40).join(', ')} …`
}
