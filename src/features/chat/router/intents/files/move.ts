import { Type } from '../../../../../contract/type.ts'
import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { goingTo, isAll, Place, renamedTo } from './file-slots.ts'
import { transfer } from './transfer.ts'

export const intent = defineIntent({
  name: 'MOVE_FILE',
  label: 'Move or rename a file',
  example: 'Rename notes.txt to plumber.txt',
  effect: 'changes',
  slots: { path: Place, to: Type.Optional(Place), verb: optional.text },
  needs: ['path'],
  isExact: true,
  templates: [
    '(move|relocate|put) {path:own} (to|into|in|onto|on|as) {to} [<promptly>|right away]',
    'rename {path:own} (to|as|into) {name}',
    'change the name of {path:own} to {name}',
    'move {moved:own}',
    'rename {renamed:own}',
  ],
  fill({ path, to, name, moved, renamed }, said) {
    if (!isAll(said)) return undefined
    if (moved !== undefined) return { path: moved as FilePlace, verb: 'move' }
    if (renamed !== undefined) return { path: renamed as FilePlace, verb: 'rename' }
    const target = typeof name === 'string' ? renamedTo(name) : goingTo(to as string)
    return target && { path: path as FilePlace, to: target }
  },
  act: (understood, port) => transfer(understood, port, 'MOVE_FILE'),
})
