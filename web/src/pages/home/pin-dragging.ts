import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Beside } from './arrange.ts'

interface PinDragging {
  readonly place: RefObject<HTMLDivElement | null>
  readonly handle: RefObject<HTMLButtonElement | null>
  readonly dragging: boolean
  /** Where a dragged one would come to lie. */
  readonly edge: Beside['edge'] | undefined
}

interface PinDraggingOptions {
  readonly enabled: boolean
  readonly onDrop: (draggedId: string, beside: Beside) => void
}

/** A pinned widget that can be dragged by its handle, and upon which another one can be let go. */
export function usePinDragging(id: string, { enabled, onDrop }: PinDraggingOptions): PinDragging {
  const place = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<Beside['edge']>()
  useEffect(() => {
    const element = place.current
    const dragHandle = handle.current
    if (!enabled || !element || !dragHandle) return undefined
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ pin: id }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['pin'] === 'string' && source.data['pin'] !== id,
        getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['left', 'right'] }),
        onDrag: ({ self }) => setEdge(edgeOf(self.data)),
        onDragLeave: () => setEdge(undefined),
        onDrop({ source, self }) {
          setEdge(undefined)
          onDrop(String(source.data['pin']), { id, edge: edgeOf(self.data) })
        },
      }),
    )
  }, [id, enabled, onDrop])
  return { place, handle, dragging, edge }
}

function edgeOf(data: Record<string | symbol, unknown>): Beside['edge'] {
  return extractClosestEdge(data) === 'right' ? 'after' : 'before'
}
