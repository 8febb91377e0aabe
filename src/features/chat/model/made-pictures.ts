import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import type { DrawnFile } from '../../../contract/tool.ts'
import { runReader } from '../../../platform/documents/run-reader.ts'
import type { AnswerWriter } from '../answering.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'

const MAX_SHOWN = 6
/** The first that is not too large to be a part of the answer. */
const EDGES = [1_400, 900, 500]
const MAX_CHARACTERS = 690_000

/** Shows the person the pictures that a call made, as a part of the answer. Only the service's own tools are believed. */
export async function showMade(
  entry: CatalogEntry | undefined,
  { success, data }: Envelope,
  { writer, signal }: { writer: AnswerWriter; signal: AbortSignal },
): Promise<void> {
  if (!success || entry?.origin !== 'built_in' || entry.tool.draws !== true) return
  const { files = [] } = (data ?? {}) as { files?: readonly DrawnFile[] }
  const pictures = files.filter(({ mime_type }) => mime_type.startsWith('image/'))
  for (const { name, path } of pictures.slice(0, MAX_SHOWN)) {
    const url = await addressOf(path, signal)
    if (url !== undefined) writer.add({ type: 'image', url, alt: name, caption: name })
  }
}

async function addressOf(path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    for (const maxEdge of EDGES) {
      const { shown } = await runReader('picture', { path, maxEdge }, { signal })
      const url = `data:${shown.mediaType};base64,${shown.base64}`
      if (url.length <= MAX_CHARACTERS) return url
    }
  } catch (error) {
    // What is called a picture need not be one; the file itself is there all the same.
    if (!(error instanceof AppError) || signal.aborted) throw error
  }
  return undefined
}
