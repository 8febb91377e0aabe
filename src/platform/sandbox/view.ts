import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import type { HiddenEntry } from './hidden-entries.ts'
import { SYSTEM_FOLDERS } from './toolchains.ts'

/** What a confined program sees of this machine. Everything else is not there. */
export interface View {
  readonly home: string
  /** A folder of this machine that stands for home; an empty one when left out. */
  readonly privateHome?: string | undefined
  /** Folders in an empty home that programs keep their caches in. They are in memory, and gone with the program. */
  readonly caches: readonly string[]
  readonly read: readonly string[]
  readonly write: readonly string[]
  /** Parts of `write` that cannot be changed all the same, nor moved away. */
  readonly fixed: readonly string[]
  /** Parts of `write` that cannot be moved away. */
  readonly pinned: readonly string[]
  readonly hidden: readonly HiddenEntry[]
  /** Bytes of each folder in memory; without a limit when left out. */
  readonly memoryBytes?: number | undefined
}

/** By name: what programs need to run, and nothing that holds the passwords or networks of this machine. */
const SETTINGS = [
  'alternatives',
  'bash.bashrc',
  'ca-certificates',
  'ca-certificates.conf',
  'chromium',
  'chromium.d',
  'crypto-policies',
  'debian_version',
  'default/locale',
  'environment.d',
  'fonts',
  'gai.conf',
  'group',
  'host.conf',
  'inputrc',
  'java',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.alias',
  'locale.conf',
  'localtime',
  'lsb-release',
  'machine-id',
  'magic',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'passwd',
  'perl',
  'pki/ca-trust',
  'pki/tls/certs',
  'profile',
  'protocols',
  'python3',
  'rpc',
  'services',
  'shells',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'static',
  'terminfo',
  'timezone',
]

export function mountsOf(view: View): string[] {
  const { home, privateHome, memoryBytes } = view
  const memory = (path: string) => [
    ...(memoryBytes === undefined ? [] : ['--size', String(memoryBytes)]),
    '--tmpfs',
    path,
  ]
  return [
    ...systemMounts(),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...['/dev/shm', '/tmp', '/run', '/var/tmp'].flatMap(memory),
    ...(privateHome === undefined ? ['--tmpfs', home] : ['--bind', privateHome, home]),
    ...(privateHome === undefined ? view.caches.flatMap(memory) : []),
    ...inOrder(view).flatMap(([option, path]) => [option, path, path]),
    ...view.pinned.flatMap((path) => ['--bind-try', path, path]),
    ...view.fixed.flatMap((path) => ['--ro-bind-try', path, path]),
    ...view.hidden.flatMap(mask),
  ]
}

/** Comes last. What is written beside the caches would be lost without a word, so it fails instead. */
export function closingMounts({ home, privateHome }: View): string[] {
  return privateHome === undefined ? ['--remount-ro', home] : []
}

/** The files that every program finds, whatever this machine's own say. */
export const ownFiles: Readonly<Record<string, string>> = {
  '/etc/hosts': '127.0.0.1 localhost sandbox\n::1 localhost\n',
}

/** The programs of this machine, with what they need to run, to be read only. */
export function systemMounts(): string[] {
  const folders = SYSTEM_FOLDERS.flatMap((path) => {
    if (!existsSync(path)) return []
    return lstatSync(path).isSymbolicLink()
      ? ['--symlink', readlinkSync(path), path]
      : ['--ro-bind', path, path]
  })
  const settings = SETTINGS.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`])
  return [...folders, ...settings]
}

/** A folder before those in it, so that none covers another. Missing ones are left out: a folder may have been moved. */
function inOrder({ read, write }: View): [option: string, path: string][] {
  const all: [string, string][] = [
    ...read.map((path): [string, string] => ['--ro-bind-try', path]),
    ...write.map((path): [string, string] => ['--bind-try', path]),
  ]
  return all.toSorted(([, a], [, b]) => a.split('/').length - b.split('/').length)
}

function mask({ path, isFolder }: HiddenEntry): string[] {
  return isFolder
    ? ['--perms', '0000', '--tmpfs', path, '--remount-ro', path]
    : ['--ro-bind', '/dev/null', path]
}
