import { Type } from '../../../../../contract/type.ts'
import { placeName, type FilePlace } from '../../../../../platform/language/values/file-places.ts'
import { callTool } from '../../answers/call-tool.ts'
import { defineIntent } from '../../define-intent.ts'
import { destinationOf } from './file-destinations.ts'
import { destination, isAll, Place } from './file-slots.ts'
import { findPlace } from './find-file.ts'

export const intent = defineIntent({
  name: 'EXTRACT_ARCHIVE',
  label: 'Unzip',
  example: 'Unzip ~/Downloads/photos.zip',
  effect: 'adds',
  slots: { path: Place, to: Type.Optional(Place) },
  needs: ['path'],
  isExact: true,
  templates: [
    '(unzip|extract|unpack|decompress|untar|uncompress) {path:file} [here|in place]',
    '(unzip|extract|unpack|decompress|untar|uncompress) {path:file} (to|into|in) {to}',
    'open [the] [zip|archive] {path:file} and (extract|unzip|unpack) it',
  ],
  fill({ path, to }, said) {
    const place = path as FilePlace
    const target = typeof to === 'string' ? destination(to) : undefined
    if (!/\.(?:zip|tar|tgz|gz|jar)$/i.test(placeName(place)) || !isAll(said)) return undefined
    if (to !== undefined && !target) return undefined
    return { path: place, to: target }
  },
  async act(understood, port) {
    const { path: from, to: given } = understood.slots
    const path = await findPlace(port, understood, from)
    if (path === undefined) return
    const to = given && (await destinationOf(port, understood, { to: given, from: path }))
    if (given && to === undefined) return
    const args = { path, ...(to !== undefined && { to }) }
    await callTool(port, understood, { action: 'EXTRACT_ARCHIVE', args, says: true })
  },
})
