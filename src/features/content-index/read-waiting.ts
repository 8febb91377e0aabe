import { extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { firstKindOf } from '../../platform/documents/content-kind.ts'
import { mayHaveText, plainTypes } from '../../platform/documents/extract-text.ts'
import { readPlainText } from '../../platform/documents/plain-text.ts'
import type { DocumentSections } from '../../platform/documents/reader-orders.ts'
import { runReaders } from '../../platform/documents/run-reader.ts'
import type { Caller } from '../../platform/files/allowed-folders.ts'
import { holdInput } from '../../platform/files/input-file.ts'
import { readingsOfFile } from '../../platform/files/origins.ts'
import type { ReadOutcome, WaitingFile } from './index-rows.ts'

/** Nobody in particular: what a model would have to ask about is not for the index. */
export type Indexer = Caller & Pick<ToolCall, 'origins'>

export interface ReadOptions {
  readonly caller: Indexer
  readonly signal: AbortSignal
  /** Resolves when work may go on. */
  readonly turn: () => Promise<void>
  readonly secondsPerDocument: number
}

/** Longer texts are logs and dumps, which would crowd out the letters. */
const maxText = 2 * 1024 * 1024
const maxDocument = 50 * 1024 * 1024
/** Of one file: a thousand pages. */
const maxCharacters = 2_000_000
const atOnce = 16
const officeEnding = /^\.(?:docx|xlsx|pptx|od[tsp]|xls)$/i

/** Reads some files. Texts are read here; whatever has to be parsed, in the sandbox. */
export async function readFiles(
  files: readonly WaitingFile[],
  options: ReadOptions,
): Promise<Map<number, ReadOutcome>> {
  const outcomes = new Map<number, ReadOutcome>()
  const documents: HeldDocument[] = []
  await using held = new AsyncDisposableStack()
  for (const file of files) {
    options.signal.throwIfAborted()
    const outcome = await lookAt(file, options, held)
    if ('state' in outcome) outcomes.set(file.number, outcome)
    else documents.push(outcome)
  }
  // One that strangers made must not be able to change what is read of one's own.
  for (const group of Map.groupBy(documents, ({ isFromOutside }) => isFromOutside).values())
    for (let from = 0; from < group.length; from += atOnce) {
      await options.turn()
      for (const [number, outcome] of await readDocuments(group.slice(from, from + atOnce), options))
        outcomes.set(number, outcome)
    }
  return outcomes
}

interface HeldDocument {
  readonly number: number
  /** Leads to the file that was judged. */
  readonly through: string
  readonly isFromOutside: boolean
  /** Else it may as well be an archive of anything. */
  readonly isDocument: boolean
}

const other: ReadOutcome = { state: 'other' }

async function lookAt(
  { number, path, bytes }: WaitingFile,
  { caller }: ReadOptions,
  held: AsyncDisposableStack,
): Promise<ReadOutcome | HeldDocument> {
  try {
    const input = held.use(await holdInput(path, caller))
    // A link on the way, or another file by now: the next look at the folder will tell.
    if (input.held.path !== path || !input.held.stats.isFile()) return other
    const mimeType = await firstKindOf(input.through)
    if (!mayHaveText(mimeType)) return other
    if (plainTypes.has(mimeType))
      return bytes > maxText ? { state: 'too_large' } : await readText(input.through, mimeType)
    const isDocument = mimeType !== 'application/zip' || officeEnding.test(extname(path))
    if (bytes > maxDocument) return isDocument ? { state: 'too_large' } : other
    const isFromOutside = (await readingsOfFile(path, caller)).includes('untrusted')
    return { number, through: input.through, isFromOutside, isDocument }
  } catch (error) {
    return failureOf(error)
  }
}

async function readText(path: string, mimeType: string): Promise<ReadOutcome> {
  const text = (await readPlainText(path)).replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').toWellFormed()
  return {
    state: 'indexed',
    content: { mimeType, title: null, sections: [{ place: null, text }], isCut: false },
  }
}

async function readDocuments(
  documents: readonly HeldDocument[],
  { signal, secondsPerDocument }: ReadOptions,
): Promise<[number, ReadOutcome][]> {
  const orders = documents.map(({ through }) => ({ path: through, maxCharacters }))
  const read = await runReaders('sections', orders, { signal, seconds: secondsPerDocument })
  return documents.map(({ number, isDocument }, at) => [number, outcomeOf(read[at]!, isDocument)])
}

function outcomeOf(read: PromiseSettledResult<DocumentSections>, isDocument: boolean): ReadOutcome {
  if (read.status === 'fulfilled') return { state: 'indexed', content: read.value }
  return isDocument ? failureOf(read.reason) : other
}

/** A failure is remembered until the file changes: what hangs a reader would hang it every time. */
function failureOf(error: unknown): ReadOutcome {
  if (!(error instanceof AppError)) throw error
  if (['forbidden', 'not_found', 'conflict'].includes(error.code)) return other
  return { state: 'unreadable', reason: error.message }
}
