import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../controls/controls.tsx'
import type { Stored } from './stored.ts'

const OFFERED_MS = 12_000

interface UndoBarProps {
  readonly removed: NonNullable<Stored<object>['removed']>
  /** What happened to it, where it was not removed. */
  readonly did?: string
}

/** A way back for some seconds after something was removed; it stays while somebody is at it. */
export function UndoBar({ removed, did = 'removed' }: UndoBarProps) {
  const { what, undo, forget } = removed
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(forget, OFFERED_MS)
    return () => clearTimeout(timer)
  }, [isHeld, forget])
  return (
    <div
      className="mt-3 flex items-center gap-2 rounded-lg bg-surface-2 py-1 ps-3 pe-1 text-sm text-ink-2"
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span dir="auto" className="clip flex-1 first-letter:uppercase">
        {what} {did}
      </span>
      <Button look="quiet" onClick={undo}>
        <Undo2 aria-hidden className="size-4" /> Undo
      </Button>
    </div>
  )
}
