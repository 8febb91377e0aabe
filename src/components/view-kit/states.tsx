import { KeyRound, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from './controls/controls.tsx'
import { formatMoment, formatRelative } from '../../contract/text/moments.ts'
import type { ServiceError } from './service.ts'
import { useViewContext } from './view-context.ts'

/** A grey place of the right height while something is on its way. */
export function Skeleton({ height, label = 'Loading' }: { height: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="skeleton" style={{ height }}>
      <span className="sr-only">{label}</span>
    </div>
  )
}

/** Nothing there: one sentence and one thing to do. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 py-2 text-sm text-ink-3">
      <p>{children}</p>
      {action}
    </div>
  )
}

/** What happened and what can be done: try again, or set what is missing. */
export function Failure({
  error,
  onRetry,
}: {
  error: Pick<ServiceError, 'message' | 'code'>
  onRetry?: () => void
}) {
  const { show } = useViewContext()
  const setting =
    error.code === 'not_configured' ? /\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/.exec(error.message)?.[0] : undefined
  return (
    <div role="alert" className="flex flex-col items-start gap-3 text-sm">
      <p className="flex items-start gap-2 text-ink-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        {error.message}
      </p>
      {setting !== undefined ? (
        <Button onClick={() => show('settings', setting)}>
          <KeyRound aria-hidden className="size-4" />
          Set {setting}
        </Button>
      ) : (
        onRetry && (
          <Button onClick={onRetry}>
            <RotateCw aria-hidden className="size-4" />
            Try again
          </Button>
        )
      )}
    </div>
  )
}

/** A time as a person says it, the exact one on hover; it goes with the clock. */
export function Ago({ at }: { at: string | Date }) {
  const moment = typeof at === 'string' ? new Date(at) : at
  useNow(30_000)
  return (
    <time dateTime={moment.toISOString()} title={formatMoment(moment)}>
      {formatRelative(moment)}
    </time>
  )
}

/** Draws again every so often, for what depends on the time. Answers with the time in milliseconds. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
