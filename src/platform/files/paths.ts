import { join, resolve } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { installFolder } from './own-code.ts'
import { folded, isInside, linksResolved } from './links.ts'

const maxPathBytes = 4000
const maxNameBytes = 255
const maxSafeNameBytes = 200
const maxExtensionBytes = 32

/** `~` expanded; relative, NUL, UNC and drive-letter paths refused with a sentence before any file is touched. */
export function resolveUserPath(path: string, options: { home: string; name?: string }): string {
  const name = options.name ?? 'path'
  const refusal = reasonToRefuse(path)
  if (refusal !== undefined) throw new AppError('invalid_request', `${name} ${refusal}`)
  const expanded = path === '~' || path.startsWith('~/') ? `${options.home}${path.slice(1)}` : path
  const resolved = resolve(expanded)
  if (Buffer.byteLength(resolved) > maxPathBytes) {
    throw new AppError('invalid_request', `${name} is too long: at most ${maxPathBytes} bytes.`)
  }
  if (resolved.split('/').some((part) => Buffer.byteLength(part) > maxNameBytes)) {
    throw new AppError('invalid_request', `${name} contains a name longer than ${maxNameBytes} bytes.`)
  }
  return resolved
}

/**
 * What every tool does with a path before it touches it: `resolveUserPath`, then a plain refusal of the service's own
 * data folder, of writing to its program and of what the kernel makes up, whatever anyone approved. Uploaded files lie in
 * the data folder and may be read, with `access: 'read'`. With `wholeTree` a folder that holds the data folder is refused
 * as well: copying, moving or deleting it would reach the data folder too.
 */
export async function allowedPath(
  path: string,
  call: Pick<ToolCall, 'home' | 'dataFolder'>,
  options: { name?: string; access?: 'list' | 'read' | 'write'; wholeTree?: boolean } = {},
): Promise<string> {
  const resolved = resolveUserPath(path, { home: call.home, ...(options.name && { name: options.name }) })
  const real = await linksResolved(resolved)
  if (isVirtual(resolved) || isVirtual(real))
    throw forbidden(path, 'is part of the system or a running program')
  const dataFolder = await linksResolved(call.dataFolder)
  if (options.access === 'read' && isInside(real, join(dataFolder, 'uploads'))) return resolved
  const places = [resolved, real].map(folded)
  const refuse = (folders: readonly string[], what: string): void => {
    if (folders.some((folder) => places.some((place) => isInside(place, folder))))
      throw forbidden(path, `belongs to ${what}`)
    if (options.wholeTree && folders.some((folder) => places.some((place) => isInside(folder, place))))
      throw forbidden(path, `contains ${what}`)
  }
  refuse([call.dataFolder, dataFolder].map(folded), "the service's own data")
  if ((options.access ?? 'write') === 'write') refuse([folded(installFolder)], 'the Deskhand program')
  return resolved
}

/** What the kernel makes up: the memory of programs, their open files, the inside of the machine. */
export function isVirtual(path: string): boolean {
  return /^\/(?:proc|sys)(?:\/|$)/.test(path)
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
  return new AppError('forbidden', `"${path}" ${what}, which file tools can't touch. Choose another path.`)
}

function reasonToRefuse(path: string): string | undefined {
  if (path.trim() === '') return 'is empty. Give an absolute path.'
  if (path.includes('\0')) return 'contains a NUL character.'
  if (!path.isWellFormed()) return 'is not valid Unicode text.'
  if (/^[\\/]{2}/.test(path)) return 'is a network path. Give the path of a file on this machine.'
  if (/^[a-z]:/i.test(path)) return 'has a drive letter. Give a path that starts with / or ~.'
  if (/^~[^/]/.test(path)) return "can only use ~ for your own home folder, not another user's."
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
  if (Buffer.byteLength(name) <= maxSafeNameBytes) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= maxExtensionBytes ? name.slice(dot) : ''
  const stem = ending === '' ? name : name.slice(0, dot)
  const room = maxSafeNameBytes - Buffer.byteLength(ending)
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
