import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the program itself lies, built or as source: whoever may write there is the service from the next start on. */
export const installFolder = packageFolder(dirname(fileURLToPath(import.meta.url)))

function packageFolder(folder: string): string {
  const parent = dirname(folder)
  if (parent === folder || existsSync(join(folder, 'package.json'))) return folder
  return packageFolder(parent)
}
