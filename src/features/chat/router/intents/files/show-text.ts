import type { ActWriter } from '../../held-writer.ts'
import { sheetOfCsv, tableOf } from './shown-table.ts'

const PREVIEW = 20_000

/** A table where the name says that it is one, else the text. */
export function showText(
  writer: { readonly say: ActWriter['say']; add(component: Parameters<ActWriter['add']>[0]): unknown },
  { name, text, more }: { readonly name: string; readonly text: string; readonly more: boolean },
): void {
  const sheet = /\.(?:csv|tsv)$/i.test(name) ? sheetOfCsv(text) : undefined
  if (sheet) {
    writer.add(tableOf({ caption: name, more, ...sheet }))
    return
  }
  writer.add({ type: 'code', code: text.slice(0, PREVIEW), filename: name.slice(0, 300), wrap: true })
  if (more || text.length > PREVIEW) writer.say('This is only the beginning of the file.')
}
