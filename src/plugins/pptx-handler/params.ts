import { Type, type Static } from '../../contract/type.ts'

export const PresentationPath = Type.String({
  minLength: 1,
  description: 'Absolute path of the .pptx file; ~ is your home folder',
})

export const SlideNumber = Type.Integer({
  minimum: 1,
  description: 'Slide number, counted from 1',
})

export const OutputPath = Type.Optional(
  Type.String({
    minLength: 1,
    description: 'Where to save the result; changes the file itself by default',
  }),
)

const Cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

export const Headers = Type.Array(Cell, { minItems: 1, maxItems: 75, description: 'Column headers' })

export const Rows = Type.Array(Type.Union([Type.Array(Cell), Type.Record(Type.String(), Cell)]), {
  maxItems: 5000,
  description: 'Rows of the table, each a list of values or an object keyed by header',
})

/** What can stand on a slide that is made new. */
export const slideContentParams = {
  title: Type.Optional(Type.String({ maxLength: 1000, description: 'Title of the slide' })),
  bullets: Type.Optional(
    Type.Array(Type.String({ maxLength: 5000 }), {
      maxItems: 500,
      description: 'Bullet points; indent with two spaces per level, **stars** make words bold',
    }),
  ),
  text: Type.Optional(
    Type.String({ maxLength: 50_000, description: 'Text without bullets, above any bullets' }),
  ),
  image_path: Type.Optional(Type.String({ minLength: 1, description: 'Absolute path of an image' })),
  table: Type.Optional(Type.Object({ headers: Headers, rows: Rows }, { description: 'A table' })),
  notes: Type.Optional(Type.String({ maxLength: 50_000, description: 'Speaker notes' })),
}

const SlideContentParams = Type.Object(slideContentParams)
export type SlideContentParams = Static<typeof SlideContentParams>

/** What every tool says about the file that it wrote. */
export const writtenFile = {
  path: Type.String({ description: 'The file that was written' }),
  bytes: Type.Integer({ description: 'Its size' }),
  slide_count: Type.Integer({ description: 'Number of slides now' }),
}
