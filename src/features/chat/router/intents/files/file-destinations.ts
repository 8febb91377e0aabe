import { basename, dirname, extname } from 'node:path'
import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import { fileEndings } from '../../../../../platform/language/values/file-places.ts'
import type { Understood } from '../../answers/act.ts'
import type { ToolDeps, Wish } from '../../answers/call-tool.ts'
import { plainName } from '../../answers/file-list.ts'
import { factsAt, findPlace, isFolder, isMissing } from './find-file.ts'

/** The same path with another end: where a tool writes when nobody said where. */
export function besides(path: string, ending: string): string {
  return `${dirname(path)}/${basename(path, extname(path))}${ending}`
}

const hasEnding = new RegExp(String.raw`\.(?:${fileEndings})$`, 'i')

interface Destination {
  readonly to: FilePlace
  /** The file that goes there: a bare name is a name in its folder. */
  readonly from?: string
  /** Whether a name without an ending gets that of the file. */
  readonly keepsEnding?: boolean
}

/** Where something shall go; undefined when it is not sure, which was said. */
export async function destinationOf(
  deps: ToolDeps,
  understood: Understood,
  { to, from, keepsEnding = true }: Destination,
): Promise<string | undefined> {
  if (to.path !== undefined) return surePath(deps, understood, to)
  if (to.folder !== undefined) return `${to.folder}/${to.name!}`
  if (to.kind === 'folder') return findPlace(deps, understood, to)
  const ending = keepsEnding && from !== undefined && extname(to.name!) === '' ? extname(from) : ''
  return `${from === undefined ? '~' : dirname(from)}/${to.name!}${ending}`
}

/** A path with spaces that is not in quotes may be a path and other words: it must be there, or end like a file. */
async function surePath(
  deps: ToolDeps,
  understood: Understood,
  { path = '', isQuoted }: FilePlace,
): Promise<string | undefined> {
  if (isQuoted || !/\s/.test(path) || hasEnding.test(path)) return path
  if (await factsAt(deps, understood, path)) return path
  understood.writer.decline(`I'm not sure where the path ends in ${plainName(path)}. Put it in quotes.`)
  return undefined
}

/** Whether there is something at the path; said when there is not. */
export async function isThere(deps: ToolDeps, understood: Understood, path: string): Promise<boolean> {
  if (!(await isMissing(deps, understood, path))) return true
  understood.writer.decline(`No file or folder ${plainName(path)}.`)
  return false
}

/** Why a person is asked before something is written there: what is in a file is not lost without a yes. */
export async function replacing(
  deps: ToolDeps,
  understood: Understood,
  path: string,
): Promise<Pick<Wish, 'askBecause'>> {
  const there = await factsAt(deps, understood, path)
  // A link counts as what it leads to, for that is what would be replaced.
  if (!there || isFolder(there) || there.bytes === 0) return {}
  return { askBecause: `${path} already exists and will be replaced.` }
}
