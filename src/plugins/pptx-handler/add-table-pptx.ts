import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import type { AddedTable } from '../../platform/presentations/add-table.ts'
import { editedFiles, reasonToAskForEdit } from './file-access.ts'
import { Headers, OutputPath, PresentationPath, Rows, SlideNumber, writtenFile } from './params.ts'

const Params = Type.Object({
  path: PresentationPath,
  slide_number: SlideNumber,
  headers: Headers,
  rows: Rows,
  output_path: OutputPath,
})

const Data = Type.Object({
  ...writtenFile,
  slide_number: Type.Integer({ description: 'The slide where the table starts' }),
  slide_numbers: Type.Array(Type.Integer(), { description: 'All slides with the table' }),
  rows: Type.Integer({ description: 'Rows below the header' }),
  columns: Type.Integer(),
  font_points: Type.Number({ description: 'Font size' }),
})

export const addTablePptx = defineTool({
  action: 'ADD_TABLE_PPTX',
  title: 'Add a table to a slide',
  description:
    "Inserts a native, editable table on a slide of an existing PowerPoint presentation, in the presentation's own style. A long table is shrunk or continued on new slides. Everything else stays unchanged.",
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: false,
  phrases: [
    'add a table to slide 3 of my presentation',
    'insert these rows as a table into ~/deck.pptx',
    'put a table with sales by region on the second slide',
  ],
  example: {
    args: {
      path: '{folder}/deck.pptx',
      slide_number: 1,
      headers: ['Region', 'Revenue'],
      rows: [
        ['North', 1200],
        ['South', 950],
      ],
    },
  },
  targets: { paths: ['path', 'output_path'] },
  needsApproval: (params, call) => reasonToAskForEdit(call, params),
  async run(params, call) {
    const files = await editedFiles(call, params)
    const { addTable } = await import('../../platform/presentations/add-table.ts')
    const { tableContent } = await import('../../platform/presentations/table-content.ts')
    const { editPresentation } = await import('./edit-presentation.ts')
    const content = tableContent(params.headers, params.rows)
    const { result, bytes, slideCount } = await editPresentation(files, call, (presentation) =>
      addTable(presentation, { slideNumber: params.slide_number, content }),
    )
    return {
      message: messageOf(result, {
        rows: content.rows.length,
        columns: content.headers.length,
        path: files.target,
      }),
      data: {
        path: files.target,
        bytes,
        slide_count: slideCount,
        slide_number: params.slide_number,
        slide_numbers: [...result.slideNumbers],
        rows: content.rows.length,
        columns: content.headers.length,
        font_points: result.fontPoints,
      },
    }
  },
})

function messageOf(added: AddedTable, table: { rows: number; columns: number; path: string }): string {
  const [first] = added.slideNumbers
  const last = added.slideNumbers.at(-1)
  const size = `${countOf(table.rows, 'row')} and ${countOf(table.columns, 'column')}`
  const place =
    first === last ? `to slide ${first}` : `over slides ${first} to ${last} (the ones after ${first} are new)`
  return (
    `Added a table of ${size} ${place} of ${table.path}.` +
    (added.overlaps ? ' There was no free space, so it covers other content.' : '') +
    (added.leavesSlide ? " A row is taller than the slide, so its end can't be seen." : '')
  )
}
