import { useCallback, useEffect, useRef, useState } from 'react'
import {
  ServiceError,
  useService,
  type AnswerOf,
  type CallInput,
  type Route,
} from '../../../src/components/view-kit/service.ts'
import type { ShellEvent } from '../../../src/components/view-kit/live/events.ts'
import { useShell } from '../frame/shell.ts'

export interface Answered<Data> {
  readonly data: Data | undefined
  readonly error: ServiceError | undefined
  readonly refresh: () => void
}

/** What the service answers, asked again whenever one of these events says that it changed. */
export function useAnswer<R extends Route>(
  route: R,
  input: CallInput<R>,
  changedBy: readonly ShellEvent['type'][] = [],
): Answered<AnswerOf<R>> {
  const service = useService()
  const { events } = useShell()
  const [state, setState] = useState<{ data?: AnswerOf<R>; error?: ServiceError }>({})
  const key = JSON.stringify(input)
  const moves = changedBy.join(' ')
  const asked = useRef(0)
  const refresh = useCallback(() => {
    asked.current += 1
    const number = asked.current
    // An answer to what was asked before may come later; it no longer counts.
    const isLatest = () => number === asked.current
    service.call(route, JSON.parse(key) as CallInput<R>).then(
      (data) => {
        if (isLatest()) setState({ data })
      },
      (error: unknown) => {
        if (isLatest() && error instanceof ServiceError) setState((before) => ({ ...before, error }))
      },
    )
  }, [service, route, key])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        refresh()
      }, 120)
    }
    setState({})
    refresh()
    const types = moves.split(' ') as ShellEvent['type'][]
    const offs = [...types.map((type) => events.on(type, soon)), events.onResync(soon)]
    return () => {
      clearTimeout(timer)
      for (const off of offs) off()
    }
  }, [events, refresh, moves])
  return { data: state.data, error: state.error, refresh }
}
