import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ownProgram } from '../files/own-code.ts'
import { AppError } from '../../contract/errors.ts'
import type { ChartRequest, DrawnChart } from './chart-request.ts'
import type { ThreadAnswer, ThreadData } from './chart-thread.ts'

/** How long the thread is kept for the next chart; loading it again takes less than half a second. */
const usualIdle = 30_000
/** Of objects, not of the numbers of a table, which have their own limit. */
const maxMegabytes = 1024

export interface ChartRenderer {
  render(request: ChartRequest, options: { readonly signal: AbortSignal }): Promise<DrawnChart>
}

/**
 * Draws charts in a thread of its own, one after the other, so that reading 100,000 rows does not hold up the service. The
 * thread starts with the first chart and goes when nobody wants another.
 */
export function createChartRenderer({ idleMilliseconds = usualIdle } = {}): ChartRenderer {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function stop(): Promise<void> {
    const stopped = thread
    thread = undefined
    clearTimeout(idle)
    await stopped?.terminate()
  }

  async function draw(request: ChartRequest, signal: AbortSignal): Promise<DrawnChart> {
    signal.throwIfAborted()
    clearTimeout(idle)
    thread ??= startThread()
    thread.ref()
    try {
      thread.postMessage(request)
      return chartOf(await nextAnswer(thread, signal))
    } catch (error) {
      // Another thread for the next one: this one may be gone, or still at work on what nobody waits for.
      if (!(error instanceof Refusal)) await stop()
      throw error
    } finally {
      thread?.unref()
      idle = setTimeout(() => void stop(), idleMilliseconds).unref()
    }
  }

  return {
    render(request, { signal }) {
      const drawn = last.then(() => draw(request, signal))
      last = drawn.catch(() => undefined)
      return drawn
    },
  }
}

/** What the thread itself answered; it is ready for the next request. */
class Refusal extends AppError {}

function startThread(): Worker {
  const script = ownProgram('src/platform/charts/chart-thread.ts')
  const folder = getCompileCacheDir()
  const workerData: ThreadData = { compiledFolder: folder && dirname(folder) }
  return new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: maxMegabytes } })
}

async function nextAnswer(thread: Worker, signal: AbortSignal): Promise<ThreadAnswer> {
  const settled = new AbortController()
  const options = { signal: AbortSignal.any([signal, settled.signal]) }
  try {
    // `once` rejects when the thread fails, and when the signal aborts.
    const answered = once(thread, 'message', options) as Promise<[ThreadAnswer]>
    const ended = once(thread, 'exit', options).then((): never => {
      throw new Error('The chart thread ended early.')
    })
    const [answer] = await Promise.race([answered, ended])
    return answer
  } catch (error) {
    throw isOutOfMemory(error) ? tooLarge(error) : error
  } finally {
    settled.abort()
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooLarge(cause: unknown): AppError {
  const message = 'The table is too large to draw. Make an extract with the columns you need.'
  return new AppError('too_large', message, { cause })
}

function chartOf(answer: ThreadAnswer): DrawnChart {
  if ('chart' in answer) return answer.chart
  if ('refusal' in answer) throw new Refusal(answer.refusal.code, answer.refusal.message)
  throw new Error(`Couldn't draw the chart: ${answer.failure}`)
}
