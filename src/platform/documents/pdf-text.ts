import { openPdf } from './pdf-file.ts'
import { titleOfPdf } from './pdf-info.ts'
import { pageText } from './pdf-pages.ts'
import { mostCharacters, type ExtractedText } from './reader-orders.ts'

/** A whole PDF as text, page by page, with the number of each page in front of it. */
export async function readPdfText(
  path: string,
  onProgress: (fraction: number) => void,
): Promise<ExtractedText> {
  const pdf = await openPdf(path)
  let text = ''
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const content = await pageText(pdf, page)
    if (content !== '') text += `${text === '' ? '' : '\n\n'}[Page ${page}]\n\n${content}`
    // The caller refuses what is too long; there is no need to read on.
    if (text.length > mostCharacters) break
    onProgress(page / pdf.numPages)
  }
  return { title: await titleOfPdf(pdf), text }
}
