import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const USUAL = {
  DESKTOP: 'Desktop',
  DOCUMENTS: 'Documents',
  DOWNLOAD: 'Downloads',
  MUSIC: 'Music',
  PICTURES: 'Pictures',
  VIDEOS: 'Videos',
} as const

/** Documents, Downloads, Desktop, Pictures, Music and Videos, under the names they have on this desktop, where they exist. */
export async function userFolders(home: string): Promise<string[]> {
  const text = await readFile(join(home, '.config', 'user-dirs.dirs'), 'utf8').catch(() => '')
  const folders: string[] = []
  for (const [name, usual] of Object.entries(USUAL)) {
    const path =
      namedIn(text, name, home) ??
      join(home, process.platform === 'darwin' && name === 'VIDEOS' ? 'Movies' : usual)
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
    if (isFolder && !folders.includes(path)) folders.push(path)
  }
  return folders
}

/** `XDG_DOCUMENTS_DIR="$HOME/Dokumente"`. One that is home itself means that there is no such folder. */
function namedIn(text: string, name: string, home: string): string | undefined {
  const value = new RegExp(`^XDG_${name}_DIR="(?:\\$HOME/)?([^"\\n]*)"$`, 'm').exec(text)?.[1]
  if (value === undefined) return undefined
  const path = join(value.startsWith('/') ? value : join(home, value), '.')
  return path === home || home.startsWith(`${path.replace(/\/$/, '')}/`) ? undefined : path.replace(/\/$/, '')
}
