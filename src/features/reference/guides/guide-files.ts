import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { installFolder } from '../../../platform/files/own-code.ts'
import { contents, generatedPages } from './contents.ts'

/** A checkout and the package have them at the same place. */
const folder = join(installFolder, 'docs')

const known = new Set(contents.flatMap(({ pages }) => pages))

/** The Markdown of a guide. Only those in the list are read, whatever is asked for. */
export async function readGuide(name: string): Promise<string> {
  if (!known.has(name)) throw noGuide(name)
  return readFile(join(folder, generatedPages.has(name) ? 'reference' : '', `${name}.md`), 'utf8')
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** A picture of a guide as an address that needs no further request. */
export async function readPicture(path: string): Promise<string> {
  const bytes = await readFile(join(folder, path))
  return `data:${mediaTypes[extname(path)]};base64,${bytes.toString('base64')}`
}

function noGuide(name: string): AppError {
  return new AppError('not_found', `There is no guide "${name}". /docs lists all.`)
}
