import { useCallback, useEffect, useRef, useState } from 'react'
import { ServiceError, type AnswerOf, type Service } from '../../../src/components/view-kit/service.ts'
import { useShell } from './shell.ts'
import { type Notification, isAboutApproval } from './notice.ts'

export type OpenConfirmation = AnswerOf<'GET /api/confirmations'>['confirmations'][number]
export type WorkflowSummary = AnswerOf<'GET /api/workflows'>['workflows'][number]

export interface Attention {
  readonly confirmations: readonly OpenConfirmation[]
  readonly notifications: readonly Notification[]
  readonly unread: number
  readonly running: readonly WorkflowSummary[]
  /** Questions and unread notices together. */
  readonly count: number
}

const CALM: Attention = { confirmations: [], notifications: [], unread: 0, running: [], count: 0 }

const AGAIN_MS = 2_000

const MOVES = [
  'confirmation.requested',
  'confirmation.resolved',
  'notification',
  'notification.read',
  'workflow.created',
  'workflow.updated',
  'workflow.deleted',
] as const

/** What waits for a person and what is under way, kept fresh by the events. */
export function useAttention(): Attention & { readonly refresh: () => void } {
  const { service, events } = useShell()
  const [attention, setAttention] = useState(CALM)
  const asked = useRef(0)
  const again = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refresh = useCallback(() => {
    asked.current += 1
    const number = asked.current
    readAttention(service).then(
      (answer) => {
        if (number === asked.current) setAttention(answer)
      },
      (error: unknown) => {
        // Without an answer the last one stays; the bar above the page says why. One that was too busy is asked again.
        const isBusy = error instanceof ServiceError && !error.isOffline && error.status >= 500
        if (isBusy && number === asked.current) again.current = setTimeout(refresh, AGAIN_MS)
      },
    )
  }, [service])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(refresh, 100)
    }
    refresh()
    const offs = [...MOVES.map((type) => events.on(type, soon)), events.onResync(soon)]
    return () => {
      clearTimeout(timer)
      clearTimeout(again.current)
      for (const off of offs) off()
    }
  }, [events, refresh])
  return { ...attention, refresh }
}

async function readAttention(service: Service): Promise<Attention> {
  const [{ confirmations }, { notifications, unread }, { workflows }] = await Promise.all([
    service.call('GET /api/confirmations'),
    service.call('GET /api/notifications', { query: { limit: 30 } }),
    service.call('GET /api/workflows', { query: { limit: 30 } }),
  ])
  const running = workflows.filter(({ status }) => ['running', 'waiting', 'paused'].includes(status))
  const isAsked = (notice: Notification) => isAboutApproval(notice) || waitsFor(notice, confirmations)
  // A question is told once: where it can be answered.
  const others = notifications.filter((notice) => !isAsked(notice))
  const news = unread - notifications.filter((notice) => !notice.read && isAsked(notice)).length
  return { confirmations, notifications: others, unread: news, running, count: confirmations.length + news }
}

/** A flow that waits for an answer to one of these questions. */
function waitsFor({ type, action }: Notification, open: readonly OpenConfirmation[]): boolean {
  const waiting = type === 'workflow_waiting' ? action?.['workflow_id'] : undefined
  return waiting !== undefined && open.some(({ workflow_id }) => workflow_id === waiting)
}
