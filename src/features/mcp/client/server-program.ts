import { mkdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import type { ProgramToStart } from '../../../platform/sandbox/launcher.ts'
import { isInside } from '../../../platform/files/links.ts'
import { allowedPath } from '../../../platform/files/paths.ts'
import type { ServerConfig } from './server-config.ts'

type StdioConfig = Extract<ServerConfig, { command: string }>

export interface ServerPlaces {
  readonly home: string
  readonly dataFolder: string
}

/**
 * How a server is started. In the sandbox it sees the user's folders and what its own setting names: the person wrote
 * that. It has a home of its own that stays, where programs such as npx keep what they downloaded.
 */
export async function serverProgram(
  { server, config, variables }: { server: string; config: StdioConfig; variables: Record<string, string> },
  places: ServerPlaces,
): Promise<ProgramToStart> {
  const { command, args = [], rights = 'work' } = config
  const words = [expanded(command, places.home), ...args.map((word) => expanded(word, places.home))]
  const program = {
    words,
    rights,
    folder: places.home,
    isFolderGranted: true,
    stdin: 'pipe' as const,
    variables,
  }
  if (rights === 'full') return { ...program, words: [command, ...args] }
  const privateHome = join(places.dataFolder, 'mcp', server)
  await mkdir(privateHome, { recursive: true, mode: 0o700 })
  const write: string[] = []
  const read: string[] = []
  for (const path of new Set([...words, ...Object.values(variables)].flatMap(pathsIn))) {
    const kind = await kindOf(path, places)
    if (kind === 'folder' && words.slice(1).flatMap(pathsIn).includes(path)) write.push(path)
    else if (kind === 'folder') read.push(path)
    // A script needs the files beside it, and the packages above those.
    else if (kind === 'file') read.push(path, ...(await codeAround(path, places)))
  }
  return { ...program, privateHome, read, write }
}

function expanded(word: string, home: string): string {
  return word.replace(/^~(?=\/|$)/, home)
}

/** `/path`, `--option=/path`. */
function pathsIn(word: string): string[] {
  const path = /^(?:--?[\w-]+=)?(\/.*)$/s.exec(word)?.[1]
  return path !== undefined && isAbsolute(path) && !path.includes('\0')
    ? [path.replace(/(?<=.)\/+$/, '')]
    : []
}

async function kindOf(path: string, places: ServerPlaces): Promise<'file' | 'folder' | undefined> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts || (!facts.isFile() && !facts.isDirectory())) return undefined
  // The service's own data is nobody's, and home as a whole would bring every key along.
  const isFolder = facts.isDirectory()
  const access = isFolder ? 'write' : 'read'
  const isRefused = await allowedPath(path, places, { access, wholeTree: isFolder }).then(
    () => false,
    () => true,
  )
  if (isRefused || (facts.isDirectory() && isInside(places.home, path))) return undefined
  return facts.isFile() ? 'file' : 'folder'
}

/** The nearest folder above with a package in it, else the script's own. Never home, or what holds it. */
async function codeAround(path: string, { home }: ServerPlaces): Promise<string[]> {
  if (!/\.(?:[cm]?[jt]s|py|rb|php|pl|jar)$/.test(path)) return []
  const own = dirname(path)
  for (let folder = own; folder !== '/' && !isInside(home, folder); folder = dirname(folder))
    for (const name of ['package.json', 'pyproject.toml', 'node_modules', 'pyvenv.cfg'])
      if (
        await stat(join(folder, name)).then(
          () => true,
          () => false,
        )
      )
        return [folder]
  return isInside(home, own) || own === '/tmp' || own === '/' ? [] : [own]
}
