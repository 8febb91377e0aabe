import { untrustedArchive } from '../archives/archive-limits.ts'
import { openPresentation } from '../presentations/presentation.ts'
import { readSlide, slidesAsMarkdown } from '../presentations/read-slides.ts'
import { packageProperties } from './package-properties.ts'
import type { ReadDocument } from './read-document.ts'
import { largestDocumentBytes } from './reader-orders.ts'

export async function readPresentationText(path: string): Promise<ReadDocument> {
  const limits = { ...untrustedArchive, fileBytes: largestDocumentBytes, entries: 20_000 }
  await using presentation = await openPresentation(path, { limits })
  const slides = []
  for (const [index, entry] of (await presentation.slides()).entries()) {
    slides.push(await readSlide(presentation, { entry, number: index + 1 }))
  }
  const { title } = await packageProperties(presentation.pack)
  return {
    title: title ?? (slides[0]?.title.trim() || null),
    sections: slides.map((slide) => ({ place: `slide ${slide.number}`, text: slidesAsMarkdown([slide]) })),
  }
}
