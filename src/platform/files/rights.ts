import type { Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { isPersonal } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import {
  ALLOWED_FOLDERS,
  surroundingsOf,
  unfitReason,
  type Caller,
  type FolderContext,
} from './allowed-folders.ts'
import { installFolder } from './own-code.ts'
import { isKeyName } from './key-names.ts'
import { folded, isInside } from './links.ts'
import { isOwnByAnotherName, isOwnPath, type OnDisk } from './own-data.ts'
import { isVirtual } from './paths.ts'
import { reasonAt } from './protected-reason.ts'

export type Access = 'read' | 'write'

/** What a call would touch, without links. */
export interface Touched {
  readonly path: string
  /** Of what is there; undefined when it is yet to be made. */
  readonly stats?: Stats | undefined
  /** What is there, and the folder that it is in or will be made in. */
  readonly onDisk?: readonly OnDisk[]
}

/**
 * Why a person must be asked first; undefined when there is no need to. A person is asked about the places that are
 * protected; everybody else also about whatever is outside of the allowed folders, hidden, like a key, or known by a
 * second name.
 */
export async function reasonToAskAbout(
  touched: Touched,
  caller: Caller,
  access: Access,
): Promise<string | undefined> {
  const around = await surroundingsOf(caller)
  if (access === 'read' && isInside(touched.path, join(around.dataFolder, 'uploads'))) return undefined
  const shown = onOneLine(shortPath(touched.path, around))
  const place = reasonAt(touched.path, { homes: around.homes, access, contents: false })
  if (place !== undefined) return `"${shown}" is protected: ${place}`
  if (isPersonal(caller.provenance)) return undefined
  const reason = reasonForOthers(touched, around, access)
  return reason && `"${shown}" ${reason}`
}

/** Throws for what nobody may touch, whatever anybody approved. */
export async function assertNotClosed(touched: Touched, caller: Caller, access: Access): Promise<void> {
  const around = await surroundingsOf(caller)
  const { path, onDisk = [] } = touched
  if (isVirtual(path)) throw closed(path, 'is part of the system or a running program')
  if (access === 'write' && isInside(folded(path), folded(installFolder)))
    throw closed(path, 'belongs to the Deskhand program')
  if (access === 'read' && isInside(path, join(around.dataFolder, 'uploads'))) return
  const own = await Promise.all(onDisk.map((each) => isOwnByAnotherName(each, around)))
  if (isOwnPath(path, around) || own.includes(true)) throw closed(path, "belongs to the service's own data")
}

/**
 * Lets what was opened be used, or throws. The yes to a model, a plugin or a webhook counts for the path that the person
 * saw, and for nothing that a link makes of it since.
 */
export async function admit(
  touched: Touched,
  { named, caller, access }: { named: string; caller: Caller; access: Access },
): Promise<void> {
  await assertNotClosed(touched, caller, access)
  const reason = await reasonToAskAbout(touched, caller, access)
  if (reason === undefined) return
  const isNamed = await isSamePlace(touched.path, named, caller)
  if (caller.isApproved && (isNamed || isPersonal(caller.provenance))) return
  throw new AppError('forbidden', isNamed ? reason : `"${named}" now leads elsewhere. ${reason}`)
}

/** Whether a path means the place that it names, without a link on the way. */
export async function isSamePlace(real: string, named: string, caller: Caller): Promise<boolean> {
  const { home } = await surroundingsOf(caller)
  const place = isInside(named, caller.home) ? home + named.slice(caller.home.length) : named
  // macOS does not tell these spellings apart.
  return process.platform === 'darwin' ? folded(place) === folded(real) : place === real
}

/** The same path with ~ for the home folder, as people write it. */
export function shortPath(path: string, { homes }: Pick<FolderContext, 'homes'>): string {
  const home = homes.find((each) => isInside(path, each))
  return home === undefined ? path : `~${path.slice(home.length)}`
}

/** Whether a caller may do what a person may: one who is, or one to whom a person said yes for exactly this. */
export function hasFreeHand({ provenance, isApproved }: Caller): boolean {
  return isPersonal(provenance) || isApproved
}

/** The caller whose rule counts for what lies on the way: a yes to a folder is not one to every secret in it. */
export function onTheWay<C extends Caller>(caller: C): C {
  return hasFreeHand(caller) ? { ...caller, provenance: 'local-client', isApproved: false } : caller
}

/** Whether a file has a second name, and not one of the many that package managers and git give. */
export function hasSecondName(path: string, stats: Stats): boolean {
  return stats.isFile() && stats.nlink > 1 && !isSharedByDesign(path.split('/'))
}

/** Whether somebody who is not a person may see a path in a listing: in an allowed folder, and nothing hidden on the way. */
export function isOpenToOthers(path: string, { allowed }: Pick<FolderContext, 'allowed'>): boolean {
  const root = allowed.find((folder) => isInside(path, folder))
  return root !== undefined && !partsBelow(path, root).some(isHiddenName)
}

function reasonForOthers(
  { path, stats }: Touched,
  around: FolderContext,
  access: Access,
): string | undefined {
  const verb = access === 'read' ? 'read' : 'change'
  const root = around.allowed.find((folder) => isInside(path, folder))
  const parts = partsBelow(path, root ?? around.homes.find((home) => isInside(path, home)) ?? '')
  const hidden = parts.find(isHiddenName)
  if (hidden !== undefined)
    return `is hidden: "${onOneLine(hidden)}" starts with a dot. ${KEPT_THERE[access]}`
  if (root === undefined)
    return `is outside the folders Deskhand may ${verb} without asking.${howToAllow(path, around, access)}`
  if (parts.some(isKeyName))
    return `looks like a key or a password. Deskhand may not ${verb} it without asking.`
  if (access === 'write' && parts.some(isOfInstaller))
    return 'is inside installed packages, whose code runs whenever a program uses them.'
  if (stats && hasSecondName(parts.join('/'), stats))
    return `has a second name elsewhere (a hard link). Deskhand may not ${verb} it without asking.`
  return undefined
}

/** A name may hold lines of its own, which would read as the question's. */
function onOneLine(name: string): string {
  return name.replaceAll(/[\r\n]/g, (end) => (end === '\n' ? '\\n' : '\\r'))
}

/** What may be at stake, for who has to decide about it. */
const KEPT_THERE: Readonly<Record<Access, string>> = {
  read: 'Programs store settings and passwords in such places.',
  write: 'Programs store their settings in such places, and may run what is there.',
}

/** Said only where the setting takes the folder. */
function howToAllow(path: string, around: FolderContext, access: Access): string {
  if (unfitReason(dirname(path), around, access) !== undefined) return ''
  return ` To always allow its folder, add it to the ${ALLOWED_FOLDERS} setting.`
}

function partsBelow(path: string, root: string): string[] {
  return path.slice(root.length).split('/').filter(Boolean)
}

function isHiddenName(name: string): boolean {
  return name.startsWith('.')
}

/** Folders that npm and pip fill with code, which people do not edit by hand. */
function isOfInstaller(name: string): boolean {
  return ['node_modules', 'site-packages', 'dist-packages'].includes(folded(name))
}

/** Package managers and git store one file under many names. */
function isSharedByDesign(parts: readonly string[]): boolean {
  const git = parts.indexOf('.git')
  return parts.includes('node_modules') || (git >= 0 && parts[git + 1] === 'objects')
}

function closed(path: string, what: string): AppError {
  return new AppError('forbidden', `"${path}" ${what}, which file tools can't touch. Choose another path.`)
}
