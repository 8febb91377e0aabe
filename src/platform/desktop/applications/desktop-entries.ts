import { readFile, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

/** An application as the freedesktop.org "desktop entry" of it says. */
export interface DesktopEntry {
  /** Name of its file without the ending. */
  readonly id: string
  readonly name: string
  /** What it is started with; places for files and addresses are left out. */
  readonly command: readonly [string, ...string[]]
  readonly isInTerminal: boolean
  readonly folder: string | null
  /** Other words by which it may be asked for. */
  readonly words: readonly string[]
  readonly isHidden: boolean
  /** What its maker says that it is, e.g. `TerminalEmulator`. */
  readonly categories: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** The best match for what somebody calls it; null when nothing fits. */
export async function findApplication(query: string, environment: Environment): Promise<DesktopEntry | null> {
  const entries = await readDesktopEntries(environment)
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, query.trim().toLowerCase()) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank || one.entry.name.length - other.entry.name.length)
  return ranked[0]?.entry ?? null
}

/** Folders that come first win, as everywhere on such a desktop. */
export async function readDesktopEntries(environment: Environment): Promise<readonly DesktopEntry[]> {
  const entries = new Map<string, DesktopEntry | null>()
  for (const folder of applicationFolders(environment)) {
    const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
    for (const name of names.filter((each) => each.endsWith('.desktop')).toSorted()) {
      const id = name.slice(0, -'.desktop'.length).replaceAll('/', '-')
      if (entries.has(id)) continue
      const text = await readFile(join(folder, name), 'utf8').catch(() => '')
      entries.set(id, parseDesktopEntry(id, text))
    }
  }
  return [...entries.values()].filter((entry) => entry !== null)
}

function applicationFolders(environment: Environment): string[] {
  const own = environment['XDG_DATA_HOME'] || join(environment['HOME'] || homedir(), '.local/share')
  const shared = environment['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share'
  return [own, ...shared.split(':')].filter(Boolean).map((folder) => join(folder, 'applications'))
}

/** null for what is no application, or was taken away by its owner. */
export function parseDesktopEntry(id: string, text: string): DesktopEntry | null {
  const values = valuesOfMainGroup(text)
  const name = values.get('Name')
  const [program, ...rest] = argumentsOf(values.get('Exec') ?? '')
  if (values.get('Type') !== 'Application' || values.get('Hidden') === 'true' || !name || !program)
    return null
  const words = [
    ...[...values].filter(([key]) => /^(Generic)?Name(\[|$)/.test(key)).map(([, value]) => value),
    ...(values.get('Keywords') ?? '').split(';'),
  ]
  return {
    id,
    name,
    command: [program, ...rest],
    isInTerminal: values.get('Terminal') === 'true',
    folder: values.get('Path') || null,
    words: words.map((word) => word.trim().toLowerCase()).filter(Boolean),
    isHidden: values.get('NoDisplay') === 'true',
    categories: (values.get('Categories') ?? '').split(';').filter(Boolean),
  }
}

function valuesOfMainGroup(text: string): Map<string, string> {
  const values = new Map<string, string>()
  let group = ''
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('[')) group = line
    const [, key, value] = /^([^#=]+?)\s*=\s*(.*)$/.exec(line) ?? []
    if (group === '[Desktop Entry]' && key !== undefined && value !== undefined) values.set(key, value)
  }
  return values
}

/** The words of an Exec line: quotes as the specification has them, without codes such as %f and %U. */
export function argumentsOf(exec: string): string[] {
  const words = exec.match(/"(?:\\.|[^"\\])*"|[^\s"]+/g) ?? []
  return words.flatMap((word) => {
    const isQuoted = word.startsWith('"')
    const plain = isQuoted ? word.slice(1, -1).replaceAll(/\\(["`$\\])/g, '$1') : word
    if (!isQuoted && /^%[a-zA-Z]$/.test(plain)) return []
    return [plain.replaceAll(/%(.)/g, (_, code: string) => (code === '%' ? '%' : ''))]
  })
}

function rankOf(entry: DesktopEntry, query: string): number {
  if (query === '') return 0
  const id = entry.id.toLowerCase()
  const name = entry.name.toLowerCase()
  const shown = entry.isHidden ? 0 : 0.5
  if (id === query || `${id}.desktop` === query) return 6 + shown
  if (name === query) return 5 + shown
  if (basename(entry.command[0]).toLowerCase() === query || id.split('.').at(-1) === query) return 4 + shown
  if (entry.isHidden) return 0
  if (entry.words.includes(query)) return 3
  if (name.startsWith(query)) return 2
  return entry.words.some((word) => word.includes(query)) ? 1 : 0
}
