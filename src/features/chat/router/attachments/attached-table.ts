import type { AttachedContent, AttachedPicture } from '../../attached-content.ts'
import { sheetOfCsv } from '../intents/files/shown-table.ts'

export interface AttachedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  readonly more: boolean
}

/** The rows of a workbook, or of a file whose name says that it is a table. */
export function tableIn(content: Exclude<AttachedContent, AttachedPicture>): AttachedTable | undefined {
  if (content.kind === 'sheet') return content.columns.length === 0 ? undefined : content
  const { name, text, truncated } = content
  const sheet = /\.(?:csv|tsv)$/i.test(name) ? sheetOfCsv(text) : undefined
  return sheet && { name, ...sheet, more: truncated }
}
