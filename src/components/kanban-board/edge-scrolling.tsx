import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, type RefObject } from 'react'
import { edgePull } from './edge-pull.ts'

const PIXELS_A_FRAME = 14

/** While a card is dragged near an edge of the board or of a column, what lies beyond comes into view. */
export function useEdgeScrolling(board: string, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let pointer = { clientX: 0, clientY: 0 }
    let frame = 0
    const step = () => {
      if (place.current) scroll(place.current, pointer)
      frame = requestAnimationFrame(step)
    }
    const stop = () => cancelAnimationFrame(frame)
    const end = monitorForElements({
      canMonitor: ({ source }) => source.data['board'] === board,
      onDragStart({ location }) {
        pointer = location.current.input
        stop()
        step()
      },
      onDrag({ location }) {
        pointer = location.current.input
      },
      onDrop: stop,
    })
    return () => {
      stop()
      end()
    }
  }, [board, place])
}

function scroll(board: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): void {
  const { left, right } = board.getBoundingClientRect()
  board.scrollLeft += edgePull(clientX, left, right) * PIXELS_A_FRAME
  const list = [...board.querySelectorAll('[data-cards]')].find((one) => {
    const side = one.getBoundingClientRect()
    return clientX >= side.left && clientX <= side.right
  })
  if (!list) return
  const { top, bottom } = list.getBoundingClientRect()
  list.scrollTop += edgePull(clientY, top, bottom) * PIXELS_A_FRAME
}
