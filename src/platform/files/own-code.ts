import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The only place that knows where the service's own files are. A checkout runs its TypeScript as it is; the package has one
 * bundle, in which a module is no longer beside its neighbours. So whatever the code finds by its path is named here, by the
 * path that it has in the checkout, as a literal: the build reads these calls, makes an entry of every program, takes the
 * files along, and writes imports in place of `ownModules` and `ownRequire` (`scripts/build/own-calls.ts`).
 */

/** Where the program itself lies, built or as source: whoever may write there is the service from the next start on. */
export const installFolder = packageFolder(import.meta.dirname)

/** Whether this is a checkout, or else the package. */
export const isCheckout = extname(import.meta.filename) === '.ts'

/** Below it everything has the place that it has in a checkout. */
const root = isCheckout ? installFolder : join(installFolder, 'dist')

/** The folder of our own code, and nothing besides. */
export const codeFolder = isCheckout ? join(installFolder, 'src') : root

/** A program that is started by its path, as a process or a thread. */
export function ownProgram(path: string): string {
  return join(root, isCheckout ? path : `${path.slice(0, -extname(path).length)}.js`)
}

/** A file that is read, or a folder of them (with a slash at its end). */
export function ownFile(path: string): string {
  return join(root, path)
}

/** A module as JavaScript text, for a place that sees no file of the service. It imports nothing. */
export async function ownScript(path: string): Promise<string> {
  const text = await readFile(ownProgram(path), 'utf8')
  return isCheckout ? stripTypeScriptTypes(text) : text
}

/** A file of a package that we use. */
export function packageFile(path: string): string {
  return isCheckout ? createRequire(import.meta.url).resolve(path) : join(root, 'packages', path)
}

/** Every module that a pattern finds, by path: whoever adds one adds its file, and nothing else. */
export async function ownModules<Module>(pattern: string): Promise<readonly Module[]> {
  const files = globSync(pattern, { cwd: installFolder }).filter((file) => !file.endsWith('.test.ts'))
  const addresses = files.toSorted().map((file) => pathToFileURL(join(installFolder, file)).href)
  return Promise.all(addresses.map((address) => import(address) as Promise<Module>))
}

/** A package, at once, where it is first needed and nothing can be awaited. */
export function ownRequire(name: string): unknown {
  return createRequire(import.meta.url)(name)
}

function packageFolder(folder: string): string {
  const parent = dirname(folder)
  if (parent === folder || existsSync(join(folder, 'package.json'))) return folder
  return packageFolder(parent)
}
