import { Type } from '../../../../../contract/type.ts'
import { placeName, type FilePlace } from '../../../../../platform/language/values/file-places.ts'
import { callTool } from '../../answers/call-tool.ts'
import { defineIntent } from '../../define-intent.ts'
import { besides, destinationOf, replacing } from './file-destinations.ts'
import { destination, isAll, newName, Place } from './file-slots.ts'
import { findPlace } from './find-file.ts'

const convert = '(convert|export|save|turn|change) [[the] excel [file]]'

export const intent = defineIntent({
  name: 'XLSX_TO_CSV',
  label: 'Spreadsheet to CSV',
  example: 'Convert ~/Documents/budget.xlsx to csv',
  effect: 'adds',
  slots: { path: Place, to: Type.Optional(Place) },
  needs: ['path'],
  isExact: true,
  templates: [
    `${convert} {path:table} (to|into|as) [a] (csv|comma separated values|comma-separated values) [file]`,
    `${convert} {path:table} (to|into|as) {to}`,
    '[make|create] [a] csv (from|of|out of) {path:table}',
    '(xlsx|xls|excel|ods) to csv [:] {path:table}',
  ],
  fill({ path, to }, said) {
    const place = path as FilePlace
    const target = typeof to === 'string' ? (destination(to) ?? newName(to)) : undefined
    if (/\.(?:csv|tsv)$/i.test(placeName(place)) || !isAll(said)) return undefined
    if (to !== undefined && !(target && /\.csv$/i.test(placeName(target)))) return undefined
    return { path: place, to: target }
  },
  async act(understood, port) {
    const { path: from, to: given } = understood.slots
    const path = await findPlace(port, understood, from)
    if (path === undefined) return
    const to = given
      ? await destinationOf(port, understood, { to: given, from: path })
      : besides(path, '.csv')
    if (to === undefined) return
    await callTool(port, understood, {
      action: 'XLSX_TO_CSV',
      args: { path, output_path: to },
      says: true,
      ...(await replacing(port, understood, to)),
    })
  },
})
