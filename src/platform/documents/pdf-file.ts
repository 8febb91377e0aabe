import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { getDocumentProxy } from 'unpdf'
import { AppError } from '../../contract/errors.ts'
import { damaged, passwordProtected } from '../archives/zip-directory.ts'
import { contentKindOf, wordsFor } from './content-kind.ts'
import { namedPath } from '../files/held.ts'

export type PdfFile = Awaited<ReturnType<typeof getDocumentProxy>>

/** Opens a PDF. A password, damage, or another kind of file behind the name each get a sentence of their own. */
export async function openPdf(path: string): Promise<PdfFile> {
  const label = `"${basename(namedPath(path))}"`
  const kind = await contentKindOf(path)
  if (kind !== 'application/pdf') {
    throw new AppError(
      'unsupported_media_type',
      `${label} is ${wordsFor(kind)}, not a PDF, despite its name.`,
    )
  }
  const { getDocumentProxy } = await import('unpdf')
  const bytes = new Uint8Array(await readFile(path))
  try {
    // Silent, and without anything that a document could use to make the parser run or fetch something.
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      enableXfa: false,
      useSystemFonts: false,
      disableFontFace: true,
      useWorkerFetch: false,
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw passwordProtected(label)
    if (error instanceof Error && /Exception$|FormatError/.test(error.name)) throw damaged(label, error)
    throw error
  }
}
