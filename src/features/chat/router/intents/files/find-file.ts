import type { Envelope } from '../../../../../contract/envelope.ts'
import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import type { Understood } from '../../answers/act.ts'
import type { ToolDeps } from '../../answers/call-tool.ts'
import { fileList, filesIn, type FoundFile } from '../../answers/file-list.ts'
import { isCalled } from './found-words.ts'

type Asking = Pick<Understood, 'asked' | 'writer'>

/** What a tool answers, without a word in the conversation: for looking something up on the way. */
export async function lookUp(
  deps: ToolDeps,
  { asked }: Pick<Understood, 'asked'>,
  { action, args }: { action: string; args: Record<string, unknown> },
): Promise<Record<string, unknown> | undefined> {
  const result = await look(deps, asked, { action, args })
  return result.success ? ((result.data ?? {}) as Record<string, unknown>) : undefined
}

function look(
  deps: ToolDeps,
  asked: Understood['asked'],
  wish: { action: string; args: Record<string, unknown> },
): Promise<Envelope> {
  const { provenance, signal } = asked
  return deps.run({ ...wish, provenance, signal, asksNobody: true }, asked)
}

export interface Facts {
  readonly path: string
  /** `link` for one that leads to a file or a folder. */
  readonly type: string
  readonly bytes: number
  /** How many entries a folder has, also one that a link leads to. */
  readonly items?: number
  readonly modified_at: string
}

/** What is at a path; undefined when nothing is. */
export async function factsAt(deps: ToolDeps, asking: Asking, path: string): Promise<Facts | undefined> {
  return (await lookUp(deps, asking, { action: 'FILE_INFO', args: { path } })) as Facts | undefined
}

export function isFolder(facts: Facts | undefined): boolean {
  return facts?.type === 'folder' || facts?.items !== undefined
}

/** Whether nothing is at a path. What may not be looked at without asking may be there. */
export async function isMissing(deps: ToolDeps, { asked }: Asking, path: string): Promise<boolean> {
  const { success, data } = await look(deps, asked, { action: 'FILE_INFO', args: { path } })
  return !success && (data as { error?: { code?: string } } | null)?.error?.code !== 'approval_required'
}

interface FindOptions {
  /** Whether the only file that has the words in its name will do: to look at it, not to change it. */
  readonly isLoose?: boolean
}

/**
 * The path of what was named. A name is looked for in the home folder: the only one of that name is taken, several are
 * asked about, and none is said; then the answer is undefined.
 */
export async function findPlace(
  deps: ToolDeps,
  asking: Asking,
  place: FilePlace & FindOptions,
): Promise<string | undefined> {
  if (place.path !== undefined) return place.path
  const { name = '', isLoose = false } = place
  const { found, isNear } = await searched(deps, asking, place)
  const exact = found.filter((file) => isCalled(file, name))
  const chosen = exact.length === 0 && isLoose && !isNear ? found : exact
  if (chosen.length === 1) return chosen[0]!.path
  const isSure = chosen.length > 0
  askWhich(asking, { place, found: isSure ? chosen : found, isExact: isSure })
  return undefined
}

/** What has the words in its name; `isNear` when it only comes near to them. */
async function searched(
  deps: ToolDeps,
  asking: Asking,
  { name = '', kind, folder }: FilePlace,
): Promise<{ found: readonly FoundFile[]; isNear: boolean }> {
  const args = { query: name, type: kind ?? 'any', limit: 50, ...(folder !== undefined && { path: folder }) }
  const data = await lookUp(deps, asking, { action: 'SEARCH_FILES', args })
  return { found: filesIn(data?.['results']), isNear: data?.['matched_by'] === 'similar' }
}

function askWhich(
  { asked, writer }: Asking,
  { place, found, isExact }: { place: FilePlace; found: readonly FoundFile[]; isExact: boolean },
): void {
  const { name = '', kind, folder } = place
  const where = folder === undefined ? 'your home folder' : folder
  const what = kind === 'folder' ? 'folder' : 'file'
  if (found.length === 0) {
    writer.decline(`No ${what} called ${name} in ${where}.`)
    return
  }
  writer.decline(
    isExact
      ? `${found.length} have that name. Which one?`
      : `No ${what} called ${name} in ${where}. Did you mean one of these?`,
  )
  writer.add(fileList(found, { title: name, messageFor: (path) => saidAgain(asked.message, name, path) }))
}

/** The same wish with the path in place of the name. */
function saidAgain(message: string, name: string, path: string): string {
  const at = message.toLowerCase().indexOf(name.toLowerCase())
  if (at === -1) return `open "${path}"`
  const before = message.slice(0, at).replace(/["']$/, '')
  const after = message.slice(at + name.length).replace(/^["']/, '')
  return `${before}"${path}"${after}`
}
