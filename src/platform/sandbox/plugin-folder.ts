import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { PluginManifest } from '../../contract/plugin-module.ts'
import {
  hashOfContents,
  readFolderContents,
  writeFolderContents,
  type FolderContents,
} from '../files/folder-contents.ts'
import { pluginLimits } from './limits.ts'
import { readManifest } from './plugin-manifest.ts'

/** Everything in a plugin's folder, read once: what is hashed is what later runs. */
export interface PluginFiles {
  readonly manifest: PluginManifest
  /** The module, relative to the folder. */
  readonly entry: string
  /** SHA-256 over the names and contents of all files, in hexadecimal. */
  readonly hash: string
  readonly contents: FolderContents
}

/**
 * Reads the folder, or throws the reason why nothing in it may run: a file that others can change, a link, or a manifest
 * that says too little. Names that begin with a dot are passed over, and a plugin does not see them either.
 */
export async function readPluginFolder(path: string): Promise<PluginFiles> {
  const contents = await readFolderContents(path, {
    files: pluginLimits.files,
    totalBytes: pluginLimits.folderBytes,
    fileBytes: pluginLimits.folderBytes,
    refuse: refused,
    check: assertOwn,
  })
  const manifest = readManifest(manifestText(contents))
  if (manifest.agent !== basename(path))
    throw refused(
      `the folder is named ${basename(path)}, but its agent is ${manifest.agent}: use the same name for both`,
    )
  return { manifest, entry: entryOf(manifest, contents), hash: hashOfContents(contents), contents }
}

/** Writes what was read into a new folder of its own, where nobody edits it while it runs. */
export function writePluginCopy({ contents }: PluginFiles, folder: string): Promise<void> {
  return writeFolderContents(contents, folder)
}

/** Whoever can change the code can do what the user allowed it to do. */
function assertOwn({ uid, mode }: { uid: number; mode: number }, path: string): void {
  if (process.platform === 'win32') return
  if (uid !== process.geteuid?.()) throw refused(`${path} belongs to another user`)
  if ((mode & 0o022) !== 0)
    throw refused(`other users can change ${path}: run chmod -R go-w on the plugin's folder`)
}

function manifestText(contents: FolderContents): string {
  const bytes = contents.get('plugin.json')
  if (bytes === undefined) throw refused('it has no plugin.json')
  return bytes.toString('utf8')
}

function entryOf({ entry }: PluginManifest, contents: FolderContents): string {
  const candidates = entry === undefined ? ['plugin.ts', 'plugin.js'] : [entry]
  const found = candidates.find((name) => contents.has(name))
  if (found === undefined) throw refused(`it has no ${candidates.join(' or ')}`)
  return found
}

function refused(reason: string): AppError {
  return new AppError('conflict', `Can't use the plugin: ${reason}.`)
}
