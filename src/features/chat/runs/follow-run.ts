import type { Database } from '../../../platform/database/database.ts'
import type { LiveRun } from './live-run.ts'
import { isLast, type RunEvent } from './run-event.ts'
import { eventsAfter } from './run-rows.ts'

const ROWS_AT_A_TIME = 200

export interface FollowOptions {
  readonly database: Database
  readonly run: number
  /** The run while it goes on in this process. */
  readonly live: () => LiveRun | undefined
  readonly after: number
}

/**
 * Events of a run in order. A reader that keeps up is served from memory; one that is behind reads the log, so that
 * however slow it is, nothing piles up for it.
 */
export async function* followRun({ database, run, live, after }: FollowOptions): AsyncIterable<RunEvent> {
  let seq = after
  for (;;) {
    const running = live()
    const news = running?.news()
    const events = running?.since(seq) ?? eventsAfter(database, run, { after: seq, rows: ROWS_AT_A_TIME })
    for (const event of events) {
      yield event
      seq = event.seq
      if (isLast(event.fact)) return
    }
    if (events.length > 0) continue
    // Nothing left and nobody at it: the reader had all of it.
    if (!news) return
    await news
  }
}
