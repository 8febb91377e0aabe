import { basename, dirname, extname } from 'node:path'
import { Type } from '../../../../../contract/type.ts'
import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { destinationOf } from './file-destinations.ts'
import { destination, isAll, newName, Place } from './file-slots.ts'
import { factsAt, findPlace, isFolder } from './find-file.ts'

const archive = '(zip|zip file|zip archive|archive|tar.gz|tarball)'
const pack = `((zip|compress|archive|pack|tar) [up]|(make|create) (a|an) ${archive} (of|from|with|out of))`

export const intent = defineIntent({
  name: 'COMPRESS_FILES',
  label: 'Zip files',
  example: 'Zip ~/Documents/Reports to ~/Desktop/reports.zip',
  effect: 'adds',
  slots: { paths: Type.Array(Place), to: Type.Optional(Place), tar: optional.boolean },
  needs: ['paths'],
  isExact: true,
  templates: [
    `${pack} {paths:places} [(to|into|as|in) [a|an] ${archive}]`,
    `put {paths:places} (in|into) (a|an) ${archive}`,
    `${pack} {paths:places} (to|into|as|in|onto|on|called|named) {to}`,
  ],
  fill({ paths, to }, said) {
    // "zip music to phone" names no file of this machine for sure.
    const isSure =
      !(paths as FilePlace[]).some(({ kind }) => kind === 'folder') || /\bfolder\b/.test(said.lower)
    const target =
      typeof to === 'string' ? (destination(to) ?? (isSure ? newName(to) : undefined)) : undefined
    if (!isAll(said) || (to !== undefined && !target)) return undefined
    const tar = /\btar(?:ball)?\b/.test(said.lower) || undefined
    return { paths: paths as FilePlace[], to: target, tar }
  },
  async act(understood, port) {
    const paths: string[] = []
    for (const place of understood.slots.paths) {
      const path = await findPlace(port, understood, place)
      if (path === undefined) return
      paths.push(path)
    }
    const to = await archivePath(understood, port, paths[0]!)
    if (to !== undefined)
      await callTool(port, understood, { action: 'COMPRESS_FILES', args: { paths, to }, says: true })
  },
})

/** Beside the first of the files unless a place was named; in a folder it has the name of the first. */
async function archivePath(
  understood: Understood<{ readonly to?: FilePlace; readonly tar?: boolean }>,
  port: ActPort,
  first: string,
): Promise<string | undefined> {
  const { to: given, tar } = understood.slots
  const ending = tar === true ? '.tar.gz' : '.zip'
  const plain = first.replace(/\/$/, '')
  const name = `${basename(plain) === '~' ? 'home' : basename(plain, extname(plain))}${ending}`
  if (!given) return plain === '~' ? `~/${name}` : `${dirname(plain)}/${name}`
  const to = await destinationOf(port, understood, { to: given, from: plain, keepsEnding: false })
  if (to === undefined || /\.(?:zip|tar\.gz|tgz)$/i.test(to)) return to
  return isFolder(await factsAt(port, understood, to)) ? `${to.replace(/\/$/, '')}/${name}` : `${to}${ending}`
}
