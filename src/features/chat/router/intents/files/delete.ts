import { Type } from '../../../../../contract/type.ts'
import { defineIntent } from '../../define-intent.ts'
import { callTool } from '../../answers/call-tool.ts'
import { isThere } from './file-destinations.ts'
import { askForFile, isAll, Place } from './file-slots.ts'
import { findPlace } from './find-file.ts'

const remove = '(delete|remove|erase|trash|bin|discard|get rid of|throw away)'

export const intent = defineIntent({
  name: 'DELETE_FILE',
  label: 'Delete a file',
  example: 'Delete setup.iso from downloads',
  effect: 'removes',
  slots: { path: Type.Optional(Place) },
  isExact: true,
  templates: [
    `${remove} {path:own} [<promptly>|right away]`,
    '(move|put|throw|send) {path:own} (to|into|in) [the|my] (trash|bin|recycle bin|wastebasket|trash can)',
    `${remove} (a|some|this|that|the) (file|folder|files|folders)`,
  ],
  fill: ({ path }, said) => (isAll(said) ? (path === undefined ? {} : { path }) : undefined),
  /** Only after a yes, which asks for the very path. */
  async act(understood, port) {
    const { path: place } = understood.slots
    if (!place) return understood.writer.add(askForFile('Delete', 'Delete the file', '~/old.txt'))
    const path = await findPlace(port, understood, place)
    if (path === undefined || !(await isThere(port, understood, path))) return
    const askBecause = `This moves ${path} to the trash.`
    await callTool(port, understood, { action: 'DELETE_FILE', args: { path }, says: true, askBecause })
  },
})
