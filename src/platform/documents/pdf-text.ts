import { openPdf } from './pdf-file.ts'
import { titleOfPdf } from './pdf-info.ts'
import { pageText } from './pdf-pages.ts'
import type { DocumentSection, ReadDocument, ReadingOptions } from './read-document.ts'

/** A whole PDF as text, page by page; pages without text are left out. */
export async function readPdfText(
  path: string,
  { onProgress, mostCharacters }: ReadingOptions,
): Promise<ReadDocument> {
  const pdf = await openPdf(path)
  const sections: DocumentSection[] = []
  let characters = 0
  for (let page = 1; page <= pdf.numPages && characters <= mostCharacters; page += 1) {
    const text = await pageText(pdf, page)
    if (text !== '') sections.push({ place: `page ${page}`, heading: `[Page ${page}]`, text })
    characters += text.length
    onProgress(page / pdf.numPages)
  }
  return { title: await titleOfPdf(pdf), sections }
}
