import { basename, dirname, join, resolve } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { isInside, linksResolved } from './links.ts'
import { protectedPlaces } from './protected-places.ts'

const longestPathBytes = 4000
const longestNameBytes = 255
const longestSafeNameBytes = 200
const longestExtensionBytes = 32

/** `~` expanded; relative, NUL, UNC and drive-letter paths refused with a sentence before any file is touched. */
export function resolveUserPath(path: string, options: { home: string; name?: string }): string {
  const name = options.name ?? 'path'
  const refusal = reasonToRefuse(path)
  if (refusal !== undefined) throw new AppError('invalid_request', `${name} ${refusal}`)
  const expanded = path === '~' || path.startsWith('~/') ? `${options.home}${path.slice(1)}` : path
  const resolved = resolve(expanded)
  if (Buffer.byteLength(resolved) > longestPathBytes) {
    throw new AppError('invalid_request', `${name} is too long: at most ${longestPathBytes} bytes.`)
  }
  if (resolved.split('/').some((part) => Buffer.byteLength(part) > longestNameBytes)) {
    throw new AppError('invalid_request', `${name} has a name longer than ${longestNameBytes} bytes in it.`)
  }
  return resolved
}

/**
 * What every tool does with a path before it touches it: `resolveUserPath`, then a plain refusal of the service's own
 * data folder, whatever anyone approved. Uploaded files lie in it and may be read, with `access: 'read'`. With `wholeTree`
 * a folder that holds the data folder is refused as well: copying, moving or deleting it would reach the data folder too.
 */
export async function allowedPath(
  path: string,
  call: Pick<ToolCall, 'home' | 'dataFolder'>,
  options: { name?: string; access?: 'read' | 'write'; wholeTree?: boolean } = {},
): Promise<string> {
  const resolved = resolveUserPath(path, { home: call.home, ...(options.name && { name: options.name }) })
  const real = await linksResolved(resolved)
  if (/^\/proc\/\d+(\/|$)/.test(real)) throw forbidden(path, 'is the inside of a running program')
  const dataFolder = await linksResolved(call.dataFolder)
  if (options.access === 'read' && isInside(real, join(dataFolder, 'uploads'))) return resolved
  const folders = [call.dataFolder, dataFolder].map(folded)
  const places = [resolved, real].map(folded)
  if (folders.some((folder) => places.some((place) => isInside(place, folder)))) {
    throw forbidden(path, "belongs to the service's own data")
  }
  if (options.wholeTree && folders.some((folder) => places.some((place) => isInside(folder, place)))) {
    throw forbidden(path, "holds the service's own data")
  }
  return resolved
}

/**
 * Why a write, delete, move or read there needs a person's yes; undefined when it does not. Links are followed, so that a
 * harmless name cannot lead to a protected place. Unless `contents` is false, a folder that holds a protected place counts
 * too. `access: 'read'` asks about secrets only.
 */
export async function protectedReason(path: string, options: ProtectionOptions): Promise<string | undefined> {
  const home = await linksResolved(options.home)
  const dataFolder = options.dataFolder && (await linksResolved(options.dataFolder))
  const inRealFolder = join(await linksResolved(dirname(path)), basename(path))
  for (const candidate of new Set([path, inRealFolder, await linksResolved(path)])) {
    const reason =
      ownDataReason(candidate, dataFolder) ??
      placeReason(candidate, { home, options }) ??
      repositoryReason(candidate, options)
    if (reason !== undefined) return `"${path}" is protected: ${reason}`
  }
  return undefined
}

export interface ProtectionOptions {
  readonly home: string
  readonly dataFolder?: string
  readonly access?: 'read' | 'write'
  readonly contents?: boolean
}

/**
 * A name that is safe in any folder of any system: NFKC, the last part only, no controls or bidi marks, no characters
 * or device names that Windows reserves, no leading dot, at most 200 bytes with the extension kept, never empty.
 */
export function safeFileName(name: string): string {
  const visible = withoutInvisible(withoutInvisible(name).normalize('NFKC'))
  const base =
    visible
      .replaceAll('\\', '/')
      .split('/')
      .findLast((part) => part.trim() !== '') ?? ''
  const portable = base.replace(/[<>:"|?*]/g, '_')
  const trimmed = portable.replace(/^[.\s]+/u, '').replace(/[.\s]+$/u, '')
  if (trimmed === '') return 'file'
  return shortened(isReservedByWindows(trimmed) ? `_${trimmed}` : trimmed)
}

function forbidden(path: string, what: string): AppError {
  return new AppError('forbidden', `"${path}" ${what}, which no file tool may touch: name another path.`)
}

function ownDataReason(path: string, dataFolder: string | undefined): string | undefined {
  return dataFolder && isInside(folded(path), folded(dataFolder))
    ? "It is the service's own data."
    : undefined
}

function placeReason(
  path: string,
  { home, options }: { home: string; options: ProtectionOptions },
): string | undefined {
  const name = folded(path)
  const countsContents = options.contents !== false
  if (countsContents && [home, options.home].some((folder) => isInside(folded(folder), name))) {
    return 'It is or holds your whole home folder.'
  }
  for (const { reason, secret, paths } of protectedPlaces) {
    if (options.access === 'read' && !secret) continue
    for (const place of paths.flatMap((pattern) => placesOf(pattern, [home, options.home]))) {
      if (isInside(name, place)) return reason
      if (countsContents && isInside(place, name)) return `It holds ${basename(place)}. ${reason}`
    }
  }
  return undefined
}

function placesOf(pattern: string, homes: readonly string[]): string[] {
  if (!pattern.startsWith('~')) return [folded(pattern)]
  return homes.map((home) => folded(home + pattern.slice(1)))
}

function repositoryReason(path: string, options: ProtectionOptions): string | undefined {
  if (options.access === 'read') return undefined
  const inside = folded(path)
    .split('/')
    .some((part) => part === '.git' || part === '.hg' || part === '.svn')
  return inside ? 'It is inside a repository, whose hooks and settings run commands.' : undefined
}

/** Some disks do not tell these spellings apart, and asking once too often does no harm. */
function folded(path: string): string {
  return path
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
}

function reasonToRefuse(path: string): string | undefined {
  if (path.trim() === '') return 'is empty: give an absolute path.'
  if (path.includes('\0')) return 'has a NUL character in it.'
  if (!path.isWellFormed()) return 'is not valid Unicode text.'
  if (/^[\\/]{2}/.test(path)) return 'is a network path: give the path of a file on this machine.'
  if (/^[a-z]:/i.test(path)) return 'has a drive letter: give a path that starts with / or ~.'
  if (/^~[^/]/.test(path)) return "may use ~ for your own home folder only, not another user's."
  if (!/^[~/]/.test(path))
    return `must be an absolute path that starts with / or ~, not "${path.slice(0, 100)}".`
  return undefined
}

/** Controls, bidi marks and other formats, half surrogates, line and paragraph separators. */
function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
}

function isReservedByWindows(name: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)\s*(\.|$)/i.test(name)
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longestSafeNameBytes) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= longestExtensionBytes ? name.slice(dot) : ''
  const stem = ending === '' ? name : name.slice(0, dot)
  const room = longestSafeNameBytes - Buffer.byteLength(ending)
  return firstBytes(stem, room).replace(/[.\s]+$/u, '') + ending
}

/** Cut between characters, never inside one. */
function firstBytes(text: string, bytes: number): string {
  let used = 0
  let kept = ''
  for (const character of text) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    kept += character
  }
  return kept
}
