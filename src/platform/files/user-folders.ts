import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isInside } from './links.ts'

/** Those that hold what a person made or saved. Templates and Public are left out: what lies there is for others. */
const kinds = ['DOCUMENTS', 'DOWNLOAD', 'DESKTOP', 'PICTURES', 'MUSIC', 'VIDEOS'] as const

const usual: Readonly<Record<(typeof kinds)[number], readonly string[]>> = {
  DOCUMENTS: ['Documents'],
  DOWNLOAD: ['Downloads'],
  DESKTOP: ['Desktop'],
  PICTURES: ['Pictures'],
  MUSIC: ['Music'],
  // macOS calls it Movies.
  VIDEOS: process.platform === 'darwin' ? ['Movies', 'Videos'] : ['Videos'],
}

/**
 * The person's folders for documents, downloads and the like, as `~/.config/user-dirs.dirs` names them. A desktop that has
 * no such folder writes the home folder there, which holds everything else too, so it never counts.
 */
export async function userFolders(home: string): Promise<string[]> {
  const named = await namedFolders(home)
  const folders = kinds.flatMap((kind) => {
    const path = named.get(kind)
    return path === undefined ? usual[kind].map((name) => join(home, name)) : [path]
  })
  return [...new Set(folders)].filter((folder) => !isInside(home, folder))
}

/** The folder that downloads arrive in: what lies there was made by somebody else. */
export async function downloadsFolder(home: string): Promise<string> {
  const named = (await namedFolders(home)).get('DOWNLOAD')
  return named === undefined || isInside(home, named) ? join(home, 'Downloads') : named
}

async function namedFolders(home: string): Promise<Map<string, string>> {
  const text = await readFile(join(home, '.config', 'user-dirs.dirs'), 'utf8').catch(() => '')
  const named = new Map<string, string>()
  // As the specification has it: "$HOME/…" or an absolute path, in quotes, with \ before special characters.
  for (const [, kind, rest] of text.matchAll(/^[ \t]*XDG_([A-Z]+)_DIR="((?:[^"\\\n]|\\.)*)"/gm)) {
    const value = rest!.replaceAll(/\\(.)/g, '$1')
    const path = /^\$HOME(?=\/|$)/.test(value) ? `${home}${value.slice('$HOME'.length)}` : value
    if (path.startsWith('/')) named.set(kind!, resolve(path))
  }
  return named
}
