import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { outputPath, reasonToAsk } from '../../platform/files/asked-paths.ts'
import { deckThemeNames } from '../../platform/presentations/deck-theme-names.ts'
import { slideContentParams, writtenFile } from './params.ts'

const Params = Type.Object({
  path: Type.String({
    minLength: 1,
    description: 'Absolute path of the new .pptx file; ~ is your home folder',
  }),
  title: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'Title, on the first slide',
  }),
  subtitle: Type.Optional(Type.String({ maxLength: 2000, description: 'Subtitle' })),
  slides: Type.Array(
    Type.Object({
      ...slideContentParams,
      layout: Type.Optional(
        Type.Enum(['title', 'section', 'content', 'two_content', 'title_only', 'picture', 'blank'], {
          description: 'Chosen from the content by default',
        }),
      ),
    }),
    { maxItems: 300, description: 'The slides after the first' },
  ),
  theme: Type.Optional(Type.Enum([...deckThemeNames], { default: 'blue', description: 'Colours' })),
})

const Data = Type.Object({
  ...writtenFile,
  theme: Type.Enum([...deckThemeNames]),
  continued: Type.Integer({ description: "Slides added because something didn't fit on one" }),
})

export const createPptx = defineTool({
  action: 'CREATE_PPTX',
  title: 'Create a presentation',
  description:
    "Creates a widescreen PowerPoint presentation with a title slide and slides with bullets, text, images, tables and speaker notes, in one of eight colour themes. Content that doesn't fit continues on further slides.",
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: true,
  phrases: [
    'create a presentation about our quarter',
    'make a powerpoint with these slides',
    'build a slide deck in ~/deck.pptx',
    'write a pptx with a title slide and three bullet slides',
  ],
  example: {
    args: {
      path: '{folder}/review.pptx',
      title: 'Quarterly review',
      subtitle: 'Spring',
      slides: [
        { title: 'Agenda', bullets: ['Where we stand', 'What comes next'], notes: 'Say hello first.' },
        { title: 'Revenue', table: { headers: ['Region', 'Revenue'], rows: [['North', 1200]] } },
      ],
      theme: 'blue',
    },
  },
  targets: { paths: ['path'] },
  needsApproval: (params, call) =>
    reasonToAsk(call, [
      { path: params.path, name: 'path', access: 'write' },
      ...params.slides.map(({ image_path }) => ({
        path: image_path,
        name: 'image_path',
        access: 'read' as const,
      })),
    ]),
  async run(params, call) {
    const path = await outputPath(call, { path: params.path, name: 'path', extension: '.pptx' })
    const theme = params.theme ?? 'blue'
    const { addSlide } = await import('../../platform/presentations/add-slide.ts')
    const { newDeck } = await import('../../platform/presentations/new-deck.ts')
    const { savePresentation } = await import('./edit-presentation.ts')
    const { slideContent } = await import('./slide-content.ts')
    await using deck = await newDeck({ title: params.title.trim(), theme, now: call.now() })
    const cover = {
      title: params.title.trim(),
      subtitle: params.subtitle?.trim() || undefined,
      paragraphs: [],
    }
    await addSlide(deck, cover, { position: 1, layout: 'title' })
    let count = 1
    for (const [index, slide] of params.slides.entries()) {
      call.signal.throwIfAborted()
      const content = await slideContent(slide, call)
      const added = await addSlide(deck, content, {
        position: count + 1,
        layout: slide.layout,
        numbered: true,
      })
      count += added.length
      call.progress({ fraction: (index + 1) / params.slides.length })
    }
    const bytes = await savePresentation(deck, { target: path, call })
    const continued = count - 1 - params.slides.length
    return {
      message:
        `Wrote a presentation of ${countOf(count, 'slide')} to ${path}.` +
        (continued > 0 ? ` ${continued} of them continue content that didn't fit.` : ''),
      data: { path, bytes, slide_count: count, theme, continued },
    }
  },
})
