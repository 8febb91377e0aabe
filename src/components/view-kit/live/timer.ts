import { useCallback, useState, useSyncExternalStore } from 'react'
import { isOver, leftMs } from '../../../contract/timer-clock.ts'
import type { Timer } from '../../../contract/timer.ts'
import { useService, reasonOf, ServiceError, type CallInput, type Service } from '../service.ts'
import { useWidgetName } from '../store/persisted.ts'
import { useViewContext, type ViewContext } from '../view-context.ts'
import { TimerFeed } from './timer-feed.ts'
import { useTicking } from './ticking.ts'

export type NewTimer = NonNullable<CallInput<'POST /api/timers'>['body']>
export type TimerChange = NonNullable<CallInput<'POST /api/timers/:timer_id'>['body']>

export interface TimerOfCard {
  /** Null before it was started, and after it was cancelled. */
  readonly timer: Timer | null
  readonly isLoading: boolean
  /** Why the last press did nothing. */
  readonly problem: string | undefined
  /** Makes it, and starts it. */
  readonly begin: () => void
  readonly change: (change: TimerChange) => void
  readonly cancel: () => void
}

interface Card {
  readonly type: string
  readonly id: string | undefined
  readonly timer_id: string | undefined
  /** What is begun by whoever presses Start. */
  readonly wish: NewTimer
}

/** The timer of a card. The service counts; a card without one of its own gets it when somebody starts it. */
export function useTimer({ type, id, timer_id, wish }: Card): TimerOfCard {
  const feed = feedOf(useViewContext(), useService())
  const own = `tmr_${useWidgetName(type, id)}`
  const name = timer_id ?? own
  const [problem, setProblem] = useState<string>()
  const service = useService()
  const subscribe = useCallback((listener: () => void) => feed.subscribe(name, listener), [feed, name])
  const known = useSyncExternalStore(subscribe, () => feed.known(name))
  const send = (request: Promise<Timer>) => {
    setProblem(undefined)
    request.then(
      (timer) => feed.put(timer),
      (error: unknown) => {
        // Another page was faster: its card is shown here, too.
        if (!(error instanceof ServiceError && error.code === 'conflict')) setProblem(reasonOf(error))
      },
    )
  }
  return {
    timer: known ?? null,
    isLoading: known === undefined,
    problem,
    begin: () => send(service.call('POST /api/timers', { body: { ...wish, timer_id: name } })),
    change: (change) =>
      send(service.call('POST /api/timers/:timer_id', { params: { timer_id: name }, body: change })),
    cancel() {
      const gone = service.call('DELETE /api/timers/:timer_id', { params: { timer_id: name } })
      gone.catch((error: unknown) => setProblem(reasonOf(error)))
    },
  }
}

/** What is left of it at this moment, and whether that is nothing; nothing of what never began. */
export function useTimeLeft(timer: Timer | null, lengthMs: number): { leftMs: number; over: boolean } {
  const runs = timer?.status === 'running'
  const end = timer?.ends_at ? Date.parse(timer.ends_at) : undefined
  const now = useTicking(200, runs, end)
  if (!timer) return { leftMs: lengthMs, over: false }
  const left = isOver(timer) ? 0 : leftMs(timer, new Date(now))
  return { leftMs: left, over: isOver(timer) || (runs && left === 0) }
}

const feeds = new WeakMap<ViewContext, TimerFeed>()

function feedOf(context: ViewContext, service: Service): TimerFeed {
  let feed = feeds.get(context)
  if (!feed) feeds.set(context, (feed = new TimerFeed(service, context.events)))
  return feed
}
