import { useEffect, useSyncExternalStore } from 'react'
import type { Reading } from './live-readings.ts'
import type { AnswerOf, CallInput, Route } from '../service.ts'
import { useViewContext } from '../view-context.ts'

export interface LiveData<Data> extends Reading<Data> {
  readonly refresh: () => void
}

/** What one GET of the service answers, kept fresh while somebody looks. Pass it to `LiveCard`. */
export function useLiveData<R extends Route>(
  route: R,
  input: CallInput<R>,
  { everyMs }: { everyMs: number },
): LiveData<AnswerOf<R>> {
  const entry = useViewContext().readings.entry(route, input)
  const state = useSyncExternalStore(entry.subscribe, entry.state)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') entry.refreshAfter(everyMs)
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [entry, everyMs])
  return { ...state, refresh: entry.refresh }
}
