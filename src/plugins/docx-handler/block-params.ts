import { Type, type Static } from '../../contract/type.ts'
import { closed, literals } from '../../contract/schema.ts'

const blockTypes = [
  'heading',
  'paragraph',
  'bullet_list',
  'numbered_list',
  'table',
  'image',
  'quote',
  'code',
  'divider',
  'page_break',
] as const

/** One object for all kinds of block: a form and a model both manage this better than ten alternatives. */
export const BlockParam = closed(
  {
    type: literals(blockTypes, { description: 'Block type' }),
    text: Type.Optional(
      Type.String({
        description:
          'heading, paragraph, quote: the text, with **bold**, *italic*, `code` and [links](https://…); code: as is',
      }),
    ),
    level: Type.Optional(
      Type.Integer({ default: 1, minimum: 1, maximum: 6, description: 'heading: 1 is the largest' }),
    ),
    items: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 10_000,
        description: 'bullet_list, numbered_list: the items; indent with two spaces per level',
      }),
    ),
    headers: Type.Optional(Type.Array(Type.String(), { maxItems: 60, description: 'table: column names' })),
    rows: Type.Optional(
      Type.Array(Type.Array(Type.String(), { maxItems: 60 }), {
        maxItems: 10_000,
        description: 'table: the cells of each row',
      }),
    ),
    path: Type.Optional(Type.String({ minLength: 1, description: 'image: absolute path of the image' })),
    caption: Type.Optional(Type.String({ description: 'image: caption below it' })),
    alt: Type.Optional(Type.String({ description: "image: alt text for people who can't see it" })),
    width_percent: Type.Optional(
      Type.Number({ minimum: 5, maximum: 100, description: 'image: share of the text width' }),
    ),
  },
  { description: 'A part of the document' },
)
export type BlockParam = Static<typeof BlockParam>
