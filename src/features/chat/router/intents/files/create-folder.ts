import { Type } from '../../../../../contract/type.ts'
import { readFilePlace } from '../../../../../platform/language/values/file-places.ts'
import { callTool } from '../../answers/call-tool.ts'
import { defineIntent } from '../../define-intent.ts'
import { askForFile, isAll, Place } from './file-slots.ts'

const create = '(make|create|add|new) [me] [a|an] [new] (folder|directory|subfolder)'

export const intent = defineIntent({
  name: 'CREATE_FOLDER',
  label: 'New folder',
  example: 'Make a folder ~/Documents/Taxes',
  effect: 'adds',
  slots: { path: Type.Optional(Place) },
  isExact: true,
  templates: [
    `${create} [called|named|at|as] {name}`,
    `${create} (in|on|inside|under) {where} (called|named) {name}`,
    `add [a|an] [new] (folder|directory) [called|named] {name} to {where}`,
    'mkdir [-p] {name}',
    create,
  ],
  fill({ name, where }, said) {
    if (!isAll(said)) return undefined
    if (typeof name !== 'string') return {}
    const path = readFilePlace(`folder ${name}${typeof where === 'string' ? ` in ${where}` : ''}`)
    return path && { path }
  },
  async act(understood, port) {
    const { path: place } = understood.slots
    if (!place) return understood.writer.add(askForFile('New folder', 'Make a folder', '~/Documents/Taxes'))
    const { path, name = '', folder = '~' } = place
    const args = { path: path ?? `${folder}/${name}` }
    await callTool(port, understood, { action: 'CREATE_FOLDER', args, says: true })
  },
})
