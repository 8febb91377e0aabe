import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import { shownValue } from '../spreadsheets/shown-value.ts'
import { mostCharacters, type ExtractedText } from './reader-orders.ts'

/** A workbook as lines of text, sheet by sheet: what a search finds has its whole row beside it. */
export async function readWorkbookText(path: string): Promise<ExtractedText> {
  await using workbook = await openSpreadsheet(path)
  let text = ''
  for (const { name } of workbook.sheets) {
    text += `${text === '' ? '' : '\n\n'}## ${name}\n`
    for await (const { values } of workbook.rows(name)) {
      const cells = values.map((value) => String(shownValue(value) ?? '').replaceAll(/\s+/g, ' '))
      if (cells.some((cell) => cell !== '')) text += `\n${cells.join(' | ').trimEnd()}`
      // The caller refuses what is too long; there is no need to read on.
      if (text.length > mostCharacters) return { title: null, text }
    }
  }
  return { title: null, text }
}
