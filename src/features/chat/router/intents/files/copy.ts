import { Type } from '../../../../../contract/type.ts'
import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { destination, goingTo, isAll, Place } from './file-slots.ts'
import { transfer } from './transfer.ts'

const copy = '(copy|back up|duplicate|(make|create) a (copy|duplicate) of)'
const into = '(to|into|as|in|onto|on)'

export const intent = defineIntent({
  name: 'COPY_FILE',
  label: 'Copy a file',
  example: 'Copy sales.csv to my desktop',
  effect: 'adds',
  slots: { path: Place, to: Type.Optional(Place), isTwin: optional.boolean },
  needs: ['path'],
  isExact: true,
  templates: [
    `${copy} {own:own} ${into} {to} [<promptly>|right away]`,
    // "copy music to phone" names no folder of this machine for sure.
    `${copy} {place:file} ${into} {sure}`,
    '(copy|back up) {path:file}',
    '(duplicate|(make|create) a (copy|duplicate) of) {twin:file}',
  ],
  fill({ own, to, place, sure, path, twin }, said) {
    if (!isAll(said)) return undefined
    if (path !== undefined) return { path }
    // A duplicate has its place beside the file; a copy is wanted somewhere.
    if (twin !== undefined) return { path: twin as FilePlace, isTwin: true }
    const target = typeof to === 'string' ? goingTo(to) : destination(sure as string)
    return target && { path: (own ?? place) as FilePlace, to: target }
  },
  act: (understood, port) => transfer(understood, port, 'COPY_FILE'),
})
