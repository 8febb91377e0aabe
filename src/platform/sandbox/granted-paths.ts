import { mkdir } from 'node:fs/promises'
import { extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { PluginPermissions } from '../../contract/plugin-module.ts'
import { surroundingsOf, unfitReason } from '../files/allowed-folders.ts'
import { isInside, linksResolved } from '../files/links.ts'
import { allowedPath } from '../files/paths.ts'

/** What can be seen inside the sandbox, beside Node. */
export interface Mounts {
  readonly read: readonly string[]
  readonly write: readonly string[]
}

export interface Places {
  /** What `~` means. */
  readonly home: string
  /** The service's own folder, which no plugin sees. */
  readonly dataFolder: string
}

/**
 * The paths of a manifest as they are now. Keys, passwords, start-up files, whatever is hidden and the service's own data
 * are refused, whoever enabled the plugin: a person who reads `~/.ssh` in a list may not know what it means.
 */
export async function grantedPaths(
  { read, write }: Required<Pick<PluginPermissions, 'read' | 'write'>>,
  places: Places,
): Promise<Mounts> {
  return {
    read: await Promise.all(read.map((path) => grantable(path, { ...places, access: 'read' }))),
    write: await Promise.all(write.map((path) => grantable(path, { ...places, access: 'write' }))),
  }
}

/** Devices, other processes, and the sockets of programs: reading there is a way out of any sandbox. */
const CLOSED = ['/dev', '/proc', '/run', '/sys', '/tmp/.X11-unix', '/tmp/.ICE-unix', '/var/run']

async function grantable(path: string, options: Places & { access: 'read' | 'write' }): Promise<string> {
  const resolved = await allowedPath(path, options, { name: `The path ${path}`, wholeTree: true })
  const real = await linksResolved(resolved)
  if (CLOSED.some((place) => isInside(real, place) || isInside(place, real)))
    throw new AppError(
      'forbidden',
      `A plugin can't have ${path}: it contains devices or sockets of other programs.`,
    )
  const around = await surroundingsOf({ ...options, setting: () => undefined })
  // As a person names it and where it really leads: the rule is the one for the folders that a model may be given.
  for (const place of new Set([resolved, real])) {
    const reason = unfitReason(place, around, options.access)
    if (reason !== undefined) throw new AppError('forbidden', `A plugin can't have ${path}. ${reason}`)
  }
  // What is not there cannot be let into the sandbox. A name with an ending is a file, which is the plugin's to make.
  if (options.access === 'write' && extname(resolved) === '') await mkdir(resolved, { recursive: true })
  return resolved
}
