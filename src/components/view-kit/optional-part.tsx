import { Suspense, useEffect, type ReactNode } from 'react'
import { Button } from './controls/controls.tsx'
import { DrawBoundary } from './draw-boundary.tsx'
import { reasonOf } from './service.ts'
import { useViewContext } from './view-context.ts'

interface OptionalPartProps {
  /** What telemetry calls it. */
  readonly name: string
  /** When it changes, a failure of before no longer counts. */
  readonly of?: unknown
  /** Shown until its code is here. */
  readonly fallback?: ReactNode
  /** Shown if it cannot be fetched or drawn; nothing unless told otherwise. */
  readonly instead?: (reason: string, again: () => void) => ReactNode
  readonly children: ReactNode
}

/** A part fetched when it is first drawn. If that fails only the part is missing: the page stays as it is. */
export function OptionalPart({ name, of, fallback, instead, children }: OptionalPartProps) {
  const { telemetry } = useViewContext()
  return (
    <DrawBoundary
      of={of}
      onFailure={(error) => telemetry.failed(name, error)}
      instead={(error, again) => instead?.(reasonOf(error), again)}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </DrawBoundary>
  )
}

/** In the place of a dialog that could not be drawn. */
export function Unopened({ reason, onClose }: { reason: string; onClose: () => void }) {
  const { announce } = useViewContext()
  useEffect(() => announce(`Couldn't open this: ${reason}`), [announce, reason])
  return (
    <div className="card fixed end-4 bottom-4 z-30 flex max-w-[min(400px,calc(100vw-32px))] flex-col items-start gap-3 p-4 shadow-high">
      <p className="text-sm wrap-anywhere text-bad">Couldn't open this: {reason}</p>
      <Button onClick={onClose}>Close</Button>
    </div>
  )
}
