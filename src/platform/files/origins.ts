import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Reading, ReadingsFor, ToolCall } from '../../contract/tool.ts'
import { surroundingsOf } from './allowed-folders.ts'
import { isInside, linksResolved } from './links.ts'
import { resolveUserPath } from './paths.ts'
import { isOpenToOthers } from './rights.ts'
import { downloadsFolder } from './user-folders.ts'

type Place = Pick<ToolCall, 'home' | 'dataFolder' | 'setting' | 'origins'>

/** Kinds of files that are made to be sent: whoever has one mostly got it from somebody else. */
const sentKinds = new Set(
  '.7z .bz2 .eml .gz .htm .html .mbox .mht .mhtml .msg .pdf .rar .rtf .tar .tgz .xhtml .xz .zip .zst'.split(
    ' ',
  ),
)

/**
 * What the content of a file brings into a conversation. It is private in any case; somebody else may have written it when
 * it lies where things arrive, is of a kind that is sent around, or a tool brought it here.
 */
export async function readingsOfFile(path: string, call: Place): Promise<readonly Reading[]> {
  const real = await linksResolved(resolveUserPath(path, { home: call.home }))
  const isOwn =
    isOpenToOthers(real, await surroundingsOf(call)) &&
    !real.split('/').includes('node_modules') &&
    !sentKinds.has(extname(real).toLowerCase()) &&
    !(await isFromOutside(real, call))
  return isOwn ? ['private'] : ['untrusted', 'private']
}

/** For a tool whose result holds what is in some files. */
export function readsFiles<Args>(pathsOf: (args: Args) => readonly string[]): ReadingsFor<Args> {
  return async (args, call) => {
    const all = await Promise.all(pathsOf(args).map((path) => readingsOfFile(path, call)))
    return [...new Set(all.flat())]
  }
}

/** What was made of a file from outside is from outside as well, wherever it lies. Both paths have no links. */
export async function carryOrigin(from: string, to: string, call: Place): Promise<void> {
  if (await isFromOutside(from, call)) await call.origins?.markOutside(to)
}

async function isFromOutside(path: string, { home, dataFolder, origins }: Place): Promise<boolean> {
  const arrivals = [await downloadsFolder(home), tmpdir(), '/tmp', '/var/tmp', join(dataFolder, 'uploads')]
  const real = await Promise.all(arrivals.map((folder) => linksResolved(folder)))
  // The home folder of a test, or of a live system, may itself lie in a folder for temporary files.
  const ownHome = await linksResolved(home)
  const isThere = real.some(
    (folder) => isInside(path, folder) && !(isInside(ownHome, folder) && isInside(path, ownHome)),
  )
  return isThere || origins?.isFromOutside(path) === true
}
