import { Type } from '../../contract/type.ts'
import { defineTool } from '../../contract/tool.ts'
import { openInput } from '../../platform/files/input-file.ts'
import { readsFiles } from '../../platform/files/origins.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { PresentationPath } from './params.ts'

const maxCharacters = 300_000

const Params = Type.Object({
  path: PresentationPath,
  slide_number: Type.Optional(Type.Integer({ minimum: 1, description: 'Read only this slide' })),
})

const Data = Type.Object({
  path: Type.String(),
  slide_count: Type.Integer(),
  text: Type.String({ description: 'The whole text as Markdown, slide by slide' }),
  slides: Type.Array(
    Type.Object({
      slide_number: Type.Integer(),
      title: Type.String(),
      text: Type.String({ description: 'Everything but the title, in reading order' }),
      tables: Type.Array(Type.Array(Type.Array(Type.String()))),
      notes: Type.String({ description: 'Speaker notes' }),
      hidden: Type.Boolean({ description: 'Hidden from the show' }),
    }),
  ),
  truncated: Type.Boolean({
    description: 'Whether later slides were left out because the text is very long',
  }),
})

export const readPptx = defineTool({
  action: 'READ_PPTX',
  title: 'Read a presentation',
  description:
    'Reads the text of a PowerPoint presentation slide by slide: titles, text, tables, words in charts and diagrams, and speaker notes.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: readsFiles(({ path }) => [path]),
  idempotent: true,
  phrases: [
    'read ~/deck.pptx',
    'what does the presentation say',
    'show me the text of slide 3',
    'get the speaker notes of my powerpoint',
  ],
  example: { args: { path: '{folder}/deck.pptx' } },
  targets: { paths: ['path'] },
  needsApproval: (params, call) => reasonToAsk(call, [{ path: params.path, name: 'path', access: 'read' }]),
  async run(params, call) {
    await using file = await openInput(params.path, call)
    const { path } = file
    const { openPresentation } = await import('../../platform/presentations/presentation.ts')
    const { readSlide, slidesAsMarkdown } = await import('../../platform/presentations/read-slides.ts')
    await using presentation = await openPresentation(file.through)
    const entries = (await presentation.slides()).map((entry, index) => ({ entry, number: index + 1 }))
    if (params.slide_number !== undefined) await presentation.slide(params.slide_number)
    const wanted = entries.filter(({ number }) => number === (params.slide_number ?? number))
    const slides = []
    let characters = 0
    for (const each of wanted) {
      call.signal.throwIfAborted()
      const slide = await readSlide(presentation, each)
      characters += slide.text.length + slide.notes.length
      if (characters > maxCharacters && slides.length > 0) break
      slides.push(slide)
    }
    const truncated = slides.length < wanted.length
    return {
      message:
        `Read ${slides.length} of ${entries.length} slides of ${path}.` +
        (truncated ? ' The text is very long. Ask for the other slides one by one.' : ''),
      data: {
        path,
        slide_count: entries.length,
        text: slidesAsMarkdown(slides),
        slides: slides.map(({ number, tables, ...slide }) => ({
          slide_number: number,
          ...slide,
          tables: tables.map((rows) => rows.map((row) => [...row])),
        })),
        truncated,
      },
    }
  },
})
