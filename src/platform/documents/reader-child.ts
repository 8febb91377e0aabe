import { Console } from 'node:console'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { AppError } from '../../contract/errors.ts'
import type { AnswerOf, OrderOf, ReaderMessage, ReaderTask } from './reader-orders.ts'
import { namedPath } from '../files/held.ts'

/** The program that parses documents: it reads what it is to do from its input, and tells an answer in each line. */
type Reader<Task extends ReaderTask> = (
  order: OrderOf<Task>,
  onProgress: (fraction: number) => void,
) => Promise<AnswerOf<Task>>

const readers: { readonly [Task in ReaderTask]: Reader<Task> } = {
  pdf_info: async (order) => (await import('./pdf-info.ts')).readPdfInfo(order),
  pdf_pages: async (order, onProgress) => (await import('./pdf-pages.ts')).readPdfPages(order, onProgress),
  pdf_search: async (order, onProgress) => (await import('./pdf-search.ts')).searchPdf(order, onProgress),
  docx: async (order) => (await import('./docx-content.ts')).readDocxContent(order.path),
  text: async (order, onProgress) => (await import('./extract-text.ts')).extractText(order, onProgress),
  sections: async (order, onProgress) =>
    (await import('./extract-text.ts')).extractSections(order, onProgress),
  picture: async (order) => (await import('./shown-picture.ts')).showPicture(order),
  web_page: async (order) => (await import('./web-page.ts')).readWebPage(order),
}

// What a library prints must not come between the answers.
globalThis.console = new Console(process.stderr)
const { task, orders } = JSON.parse(await text(process.stdin)) as ReaderRequest
for (const order of orders) tell(await answer(task, order))

interface ReaderRequest {
  readonly task: ReaderTask
  readonly orders: readonly OrderOf<ReaderTask>[]
}

function tell(message: ReaderMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

async function answer(task: ReaderTask, order: OrderOf<ReaderTask>): Promise<ReaderMessage> {
  const read = readers[task] as Reader<ReaderTask>
  try {
    return {
      kind: 'answer',
      answer: await read(order, (fraction) => tell({ kind: 'progress', fraction })),
    }
  } catch (error) {
    return failureOf(error, `"${basename(namedPath(order.path))}"`)
  }
}

function failureOf(error: unknown, label: string): ReaderMessage {
  if (error instanceof AppError) return { kind: 'refused', code: error.code, message: error.message }
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { kind: 'refused', code: 'invalid_request', message: `${label} is nested too deeply to read.` }
  }
  if (error instanceof RangeError && /allocat|string length|buffer length/i.test(error.message)) {
    return { kind: 'refused', code: 'too_large', message: `${label} needs too much memory to read.` }
  }
  return { kind: 'stumbled', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
