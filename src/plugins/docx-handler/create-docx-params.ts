import { closed, exactlyOne, literals } from '../../contract/schema.ts'
import { Type, type Static } from '../../contract/type.ts'
import { BlockParam } from './block-params.ts'

export const CreateDocxParams = closed(
  {
    path: Type.String({
      minLength: 1,
      description: 'Absolute path of the new .docx file; ~ is your home folder',
    }),
    title: Type.Optional(
      Type.String({ maxLength: 500, description: 'Title on the first page and in the properties' }),
    ),
    subtitle: Type.Optional(Type.String({ maxLength: 500, description: 'Subtitle' })),
    author: Type.Optional(Type.String({ maxLength: 200, description: 'Author in the properties' })),
    markdown: Type.Optional(
      Type.String({
        description:
          'The content as Markdown: headings, lists, tables, quotes, code, images as ![alt](/absolute/path.png "caption"), ' +
          'a page break as a line \\newpage',
      }),
    ),
    blocks: Type.Optional(
      Type.Array(BlockParam, { minItems: 1, maxItems: 20_000, description: 'The content block by block' }),
    ),
    header: Type.Optional(Type.String({ maxLength: 200, description: 'Header on every page' })),
    footer: Type.Optional(Type.String({ maxLength: 200, description: 'Footer on every page' })),
    page_numbers: Type.Optional(Type.Boolean({ default: true, description: 'Page x of y at the bottom' })),
    table_of_contents: Type.Optional(
      Type.Boolean({ default: false, description: 'Table of contents after the title' }),
    ),
    page_size: Type.Optional(literals(['A4', 'Letter'], { default: 'A4', description: 'Paper size' })),
  },
  exactlyOne(['markdown', 'blocks']),
)
export type CreateDocxParams = Static<typeof CreateDocxParams>
