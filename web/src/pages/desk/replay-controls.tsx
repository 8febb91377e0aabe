import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { IconButton } from '../../../../src/components/view-kit/controls/controls.tsx'
import type { Moment } from './moment.ts'
import type { Replay } from './use-replay.ts'

interface ReplayControlsProps {
  readonly replay: Replay
  readonly moments: readonly Moment[]
}

/** Plays, pauses, and goes step by step. The arrow keys, Home, End and Space do the same on the whole page. */
export function ReplayControls({ replay: { index, isPlaying, show, toggle }, moments }: ReplayControlsProps) {
  const last = moments.length - 1
  const icon = 'size-5'
  return (
    <div role="group" aria-label="Replay controls" className="flex items-center gap-1">
      <IconButton label="Previous step" disabled={index === 0} onClick={() => show(index - 1)}>
        <ChevronLeft aria-hidden className={icon} />
      </IconButton>
      <IconButton label={isPlaying ? 'Pause' : 'Play'} disabled={last === 0} onClick={toggle}>
        {isPlaying ? <Pause aria-hidden className={icon} /> : <Play aria-hidden className={icon} />}
      </IconButton>
      <IconButton label="Next step" disabled={index === last} onClick={() => show(index + 1)}>
        <ChevronRight aria-hidden className={icon} />
      </IconButton>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${index + 1} of ${moments.length}: ${moments[index]?.words ?? ''}`}
        className="ms-2 min-w-0 flex-1 accent-accent"
        min={0}
        max={last}
        step={1}
        value={index}
        onChange={(event) => show(Number(event.target.value))}
      />
      <span className="ms-2 text-end text-sm text-ink-2 tabular-nums">
        {index + 1} / {moments.length}
      </span>
    </div>
  )
}
