import { basename, dirname } from 'node:path'

/** Folders full of files that a person who searches does not mean. */
const noise = new Set([
  '$recycle.bin',
  '__pycache__',
  '__macosx',
  'bower_components',
  'cacheddata',
  'caches',
  'lost+found',
  'node_modules',
  'site-packages',
  'system volume information',
  'venv',
])

/** File systems that are made up by the kernel, whose files are not files. */
const virtual = new Set(['/dev', '/proc', '/run', '/sys'])

export interface SkipOptions {
  readonly home: string
  readonly includeHidden: boolean
}

export function isHidden(name: string): boolean {
  return name.startsWith('.')
}

/** Whether a search stays out of a folder; the folder that a person named is never asked about here. */
export function isSkippedFolder(path: string, { home, includeHidden }: SkipOptions): boolean {
  if (virtual.has(path)) return true
  if (includeHidden) return false
  const name = basename(path)
  if (isHidden(name) || noise.has(name.toLowerCase())) return true
  // On macOS these two hold what programs keep for themselves, under the name of an ordinary folder.
  return name === 'Library' && (dirname(path) === home || dirname(path) === '/')
}
