import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { isDamage, openIndexForReading, removeIndexFile } from './index-file.ts'
import type { FromSearcher, IndexPlan, ToKeeper, ToSearcher } from './index-messages.ts'
import { unreadFiles } from './index-rows.ts'
import type { KeepOptions } from './keep-index.ts'
import { searchIndex } from './search-index.ts'

/**
 * The programs beside the service that keep the index and search it. Neither a long file nor a common word holds up the
 * service, and when they end their memory is free again.
 */
const graceMs = 3_000
const [, , role, path = ''] = process.argv
if (role === 'keep') keep()
else serveSearches()

function keep(): void {
  const stopping = new AbortController()
  const { signal } = stopping
  let restUntil = 0
  // Until it is known whether the machine runs on its battery.
  let isHeld = true
  let held = Promise.withResolvers<void>()
  const stopped = once(signal, 'abort')
  const turn = async (): Promise<void> => {
    for (;;) {
      await Promise.race([held.promise, stopped])
      const rest = restUntil - performance.now()
      if (rest <= 0 || signal.aborted) return
      await sleep(rest)
    }
  }
  const hold = (wanted: boolean): void => {
    // Said again while it waits already: whoever waits waits for the same.
    if (wanted && !isHeld) held = Promise.withResolvers()
    if (!wanted) held.resolve()
    isHeld = wanted
  }
  process.on('message', (message: ToKeeper) => {
    if (message.kind === 'plan') void work(message.plan, { signal, turn })
    else if (message.kind === 'rest') restUntil = performance.now() + message.ms
    else hold(message.isHeld)
  })
  const stop = (): void => {
    stopping.abort()
    setTimeout(() => process.exit(0), graceMs).unref()
  }
  process.once('SIGTERM', stop)
  // Whoever asked is gone, however it ended.
  process.once('disconnect', stop)
}

async function work(plan: IndexPlan, options: Pick<KeepOptions, 'signal' | 'turn'>): Promise<void> {
  const { keepIndex } = await import('./keep-index.ts')
  try {
    await keepIndex(plan, { ...options, tell: (message) => void process.send?.(message) })
  } catch (error) {
    // It is made of files that are still there.
    if (isDamage(error)) removeIndexFile(plan.index)
    if (!options.signal.aborted) throw error
  }
  process.disconnect?.()
}

function serveSearches(): void {
  process.once('disconnect', () => process.exit(0))
  let database: DatabaseSync | undefined
  process.on('message', (request: ToSearcher) => {
    try {
      database ??= openIndexForReading(path)
      process.send?.(answer(request, database))
    } catch (error) {
      database = undefined
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.send?.({ id: request.id, failure } satisfies FromSearcher)
    }
  })
}

function answer(request: ToSearcher, database: DatabaseSync | undefined): FromSearcher {
  const { id } = request
  if ('search' in request)
    return { id, found: database ? searchIndex(database, request.search) : { files: [], hasAllWords: true } }
  return { id, files: database ? unreadFiles(database, request.unread) : [] }
}
