import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import type { ChartRequest, DrawnChart } from './chart-request.ts'

export type ThreadAnswer =
  | { readonly chart: DrawnChart }
  /** A failure that the caller can act on. */
  | { readonly refusal: { readonly code: ErrorCode; readonly message: string } }
  /** Anything else is a bug and is told with its trace. */
  | { readonly failure: string }

export interface ThreadData {
  /** Where the program keeps what it has compiled; a thread does not know by itself. */
  readonly compiledFolder: string | undefined
}

const { compiledFolder } = workerData as ThreadData
// Four hundred small files are drawn from: half of the time of a first chart goes into compiling them.
if (compiledFolder !== undefined) enableCompileCache(compiledFolder)
const { drawChart } = await import('./draw-chart.ts')

/** One request at a time: the renderer sends the next one when this one is answered. */
parentPort?.on('message', (request: ChartRequest) => {
  void answerOf(request).then((answer) => {
    parentPort?.postMessage(answer)
    // A thread that is stopped writes nothing down.
    flushCompileCache()
  })
})

async function answerOf(request: ChartRequest): Promise<ThreadAnswer> {
  try {
    return { chart: await drawChart(request) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
