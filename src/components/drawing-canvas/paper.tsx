import {
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { useViewContext } from '../view-kit/view-context.ts'
import { drawStroke, withPoint, type Stroke } from './sheet.ts'

export type Tool = Omit<Stroke, 'points'>

interface PaperProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly width: number
  readonly height: number
  readonly background: string
  readonly tool: Tool
  readonly strokes: readonly Stroke[]
  readonly onStroke: (stroke: Stroke) => void
}

interface Spot {
  readonly x: number
  readonly y: number
}

const STEP = 10
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The sheet itself: a pointer draws, and so do the arrow keys while the pen is down. */
export function Paper({ canvas, width, height, background, tool, strokes, onStroke }: PaperProps) {
  const under = useRef<readonly number[] | undefined>(undefined)
  const keys = useKeyPen({ width, height, tool, onStroke })
  useLayoutEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    pen.fillStyle = background
    pen.fillRect(0, 0, width, height)
    for (const stroke of strokes) drawStroke(pen, stroke, background)
    if (keys.points) drawStroke(pen, { ...tool, points: keys.points }, background)
  }, [canvas, width, height, background, strokes, tool, keys.points])
  const add = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top, width: shown } = event.currentTarget.getBoundingClientRect()
    const scale = width / shown
    const pen = event.currentTarget.getContext('2d')
    for (const { clientX, clientY } of coalesced(event))
      under.current = withPoint(under.current ?? [], (clientX - left) * scale, (clientY - top) * scale)
    // Drawn at once and not through React: the line must be under the pen.
    if (pen && under.current) drawStroke(pen, { ...tool, points: under.current }, background)
  }
  const end = () => {
    if (under.current) onStroke({ ...tool, points: under.current })
    under.current = undefined
  }
  return (
    <div className="relative">
      <canvas
        ref={canvas}
        {...{ width, height }}
        tabIndex={0}
        role="application"
        aria-label="Sheet. Arrow keys move the pen, Space puts it down and lifts it."
        className="block h-auto w-full cursor-crosshair touch-none rounded-lg border border-line-strong"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          add(event)
        }}
        onPointerMove={(event) => {
          if (under.current) add(event)
        }}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={keys.onKeyDown}
        onBlur={keys.onBlur}
      />
      {keys.spot && (
        <span
          aria-hidden
          className={`pointer-events-none absolute size-4 -translate-1/2 rounded-full border-2 border-accent ${keys.points ? 'bg-accent' : ''}`}
          style={{ left: `${(keys.spot.x / width) * 100}%`, top: `${(keys.spot.y / height) * 100}%` }}
        />
      )}
    </div>
  )
}

function useKeyPen({
  width,
  height,
  tool,
  onStroke,
}: Pick<PaperProps, 'width' | 'height' | 'tool' | 'onStroke'>) {
  const { announce } = useViewContext()
  const [spot, setSpot] = useState<Spot>({ x: Math.round(width / 2), y: Math.round(height / 2) })
  const [points, setPoints] = useState<readonly number[]>()
  const [shown, setShown] = useState(false)
  const lift = () => {
    if (points) onStroke({ ...tool, points })
    setPoints(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const [dx, dy] = STEPS[event.key] ?? []
    if (dx !== undefined && dy !== undefined) {
      const step = event.shiftKey ? STEP * 5 : STEP
      const next = { x: within(spot.x + dx * step, width), y: within(spot.y + dy * step, height) }
      setShown(true)
      setSpot(next)
      if (points) setPoints(withPoint(points, next.x, next.y))
    } else if (event.key === ' ' || event.key === 'Enter') {
      setShown(true)
      if (points) lift()
      else setPoints([spot.x, spot.y])
      announce(points ? 'Pen up.' : `Pen down at ${spot.x}, ${spot.y}.`)
    } else return
    event.preventDefault()
  }
  return {
    spot: shown ? spot : undefined,
    points,
    onKeyDown,
    onBlur: () => {
      lift()
      setShown(false)
    },
  }
}

function within(value: number, limit: number): number {
  return Math.max(0, Math.min(limit, value))
}

/** A quick hand moves farther between two pictures than the eye would forgive. */
function coalesced(event: PointerEvent): readonly { clientX: number; clientY: number }[] {
  const all = event.nativeEvent.getCoalescedEvents?.() ?? []
  return all.length > 0 ? all : [event]
}
