import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { ownProgram } from '../files/own-code.ts'
import type { Caller } from '../files/allowed-folders.ts'
import { writeOutput } from '../files/output-file.ts'
import type { WordDocument } from './word-document.ts'

/** Writes the document to `path`, whole or not at all. */
export async function writeWord(
  path: string,
  document: WordDocument,
  { caller, signal }: { caller: Caller; signal: AbortSignal },
): Promise<{ bytes: number }> {
  return writeOutput(
    path,
    async (temporaryPath) => {
      const bytes = await renderedInThread(document, signal)
      await writeFile(temporaryPath, bytes, { signal })
      return { bytes: bytes.length }
    },
    { caller, signal },
  )
}

/** A document of a hundred pages takes more than a second to put together, for which the service must not stand still. */
async function renderedInThread(document: WordDocument, signal: AbortSignal): Promise<Uint8Array> {
  const script = ownProgram('src/platform/documents/word-worker.ts')
  const worker = new Worker(script, { workerData: document })
  try {
    // `once` rejects when the thread fails, and when the signal aborts.
    const [bytes] = (await once(worker, 'message', { signal })) as [Uint8Array]
    return bytes
  } finally {
    await worker.terminate()
  }
}
