import { openSpreadsheet } from '../spreadsheets/read/open-spreadsheet.ts'
import { shownValue } from '../spreadsheets/read/shown-value.ts'
import type { DocumentSection, ReadDocument, ReadingOptions } from './read-document.ts'

/** A workbook as lines of text, sheet by sheet: what a search finds has its whole row beside it. */
export async function readWorkbookText(
  path: string,
  { mostCharacters }: Pick<ReadingOptions, 'mostCharacters'>,
): Promise<ReadDocument> {
  await using workbook = await openSpreadsheet(path)
  const sections: DocumentSection[] = []
  let characters = 0
  for (const { name } of workbook.sheets) {
    const lines: string[] = []
    for await (const { values } of workbook.rows(name)) {
      const cells = values.map((value) => String(shownValue(value) ?? '').replaceAll(/\s+/g, ' '))
      if (cells.some((cell) => cell !== '')) lines.push(cells.join(' | ').trimEnd())
      characters += lines.at(-1)?.length ?? 0
      if (characters > mostCharacters) break
    }
    sections.push({ place: `sheet ${name}`, heading: `## ${name}`, text: lines.join('\n') })
    if (characters > mostCharacters) break
  }
  return { title: null, sections }
}
