import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useEffect, useState, type RefObject } from 'react'
import type { Destination } from './board.ts'

type Edge = 'top' | 'bottom'

interface Dragged {
  readonly board: string
  readonly columnId: string
  readonly cardId?: string
}

/** A card that can be dragged and dropped upon. `edge` is where a dragged one would come to lie. */
export function useCardDragging(
  place: RefObject<HTMLElement | null>,
  data: Required<Dragged>,
  enabled: boolean,
) {
  const { board, columnId, cardId } = data
  const [dragging, setDragging] = useState(false)
  const [edge, setEdge] = useState<Edge>()
  useEffect(() => {
    const element = place.current
    if (!element || !enabled) return undefined
    const show = (own: Record<string | symbol, unknown>) =>
      setEdge((extractClosestEdge(own) ?? undefined) as Edge | undefined)
    return combine(
      draggable({
        element,
        getInitialData: () => ({ board, columnId, cardId }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['board'] === board && source.data['cardId'] !== cardId,
        getData: ({ input }) =>
          attachClosestEdge({ board, columnId, cardId }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => show(self.data),
        onDragLeave: () => setEdge(undefined),
        onDrop: () => setEdge(undefined),
      }),
    )
  }, [place, board, columnId, cardId, enabled])
  return { dragging, edge }
}

/** A column takes cards at its end, where no card is below the pointer. */
export function useColumnTarget(place: RefObject<HTMLElement | null>, { board, columnId }: Dragged): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['board'] === board,
      getData: () => ({ board, columnId }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [place, board, columnId])
  return over
}

/** Tells where a card of this board was let go. */
export function useDrops(board: string, onDrop: (cardId: string, to: Destination) => void): void {
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data['board'] === board,
        onDrop({ source, location }) {
          const target = location.current.dropTargets[0]?.data
          if (!target) return
          const { columnId, cardId } = target as unknown as Dragged
          const edge = extractClosestEdge(target) === 'bottom' ? 'after' : 'before'
          onDrop((source.data as unknown as Required<Dragged>).cardId, {
            columnId,
            ...(cardId !== undefined && { beside: { cardId, edge } }),
          })
        },
      }),
    [board, onDrop],
  )
}
