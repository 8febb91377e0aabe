import { Play, Square, Wind } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import { formatDuration } from '../../contract/text/numbers.ts'
import { Card } from '../view-kit/card.tsx'
import { Button } from '../view-kit/controls/controls.tsx'
import { useTicking } from '../view-kit/live/ticking.ts'
import { wantsStillness } from '../view-kit/motion.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { breathAt, phasesOf, type BreathAt } from './breath.ts'

const SMALLEST = 0.55

export function BreathingView({
  inhale_s = 4,
  hold_s = 4,
  exhale_s = 4,
  rest_s = 4,
  cycles = 6,
  label,
}: ViewProps<'breathing'>) {
  const phases = useMemo(
    () => phasesOf({ inhale: inhale_s, hold: hold_s, exhale: exhale_s, rest: rest_s }),
    [inhale_s, hold_s, exhale_s, rest_s],
  )
  const [beganAt, setBeganAt] = useState<number>()
  const wholeSeconds = cycles * phases.reduce((sum, { seconds }) => sum + seconds, 0)
  const endsAt = beganAt === undefined ? undefined : beganAt + wholeSeconds * 1000
  const now = useTicking(100, beganAt !== undefined, endsAt)
  const breath =
    beganAt === undefined ? undefined : breathAt(phases, cycles, Math.max(0, now - beganAt) / 1000)
  const finished = beganAt !== undefined && breath === undefined
  useSayingPhases(breath, finished)
  const stop = () => setBeganAt(undefined)
  return (
    <Card
      icon={<Wind aria-hidden className="size-4" />}
      title={label ?? 'Breathing'}
      subtitle={`${countOf(cycles, 'breath')}, ${formatDuration(wholeSeconds)}`}
      state={breath ? `${breath.cycle} of ${cycles}` : undefined}
    >
      <div className="flex flex-col items-center gap-3">
        <Circle breath={breath} finished={finished} />
        <p className="text-xs text-ink-3">
          {phases.map(({ name, seconds }) => `${name.toLowerCase()} ${seconds}`).join(' · ')}
        </p>
        {breath ? (
          <Button onClick={stop}>
            <Square aria-hidden className="size-4" />
            Stop
          </Button>
        ) : (
          <Button look="primary" onClick={() => setBeganAt(Date.now())}>
            <Play aria-hidden className="size-4" />
            {finished ? 'Again' : 'Start'}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Circle({ breath, finished }: { breath: BreathAt | undefined; finished: boolean }) {
  const fullness = breath?.fullness ?? 0
  const scale = wantsStillness() ? 1 : SMALLEST + (1 - SMALLEST) * fullness
  return (
    <div className="relative grid size-44 place-items-center">
      <div
        aria-hidden
        className="absolute inset-0 rounded-full bg-accent-soft"
        style={{
          transform: `scale(${scale})`,
          transition: `transform ${breath?.seconds ?? 0.4}s ease-in-out`,
        }}
      />
      <p className="relative flex flex-col items-center text-lg font-medium">
        <span>{breath?.name ?? (finished ? 'Done' : 'Ready')}</span>
        {breath && (
          <span role="timer" aria-label="Seconds left" className="text-2xl font-semibold tabular-nums">
            {Math.max(1, Math.ceil(breath.leftSeconds))}
          </span>
        )}
      </p>
    </div>
  )
}

function useSayingPhases(breath: BreathAt | undefined, finished: boolean): void {
  const { announce } = useViewContext()
  const step = breath?.step
  const sentence = breath ? `${breath.name}.` : finished ? 'Exercise finished.' : ''
  useEffect(() => {
    if (sentence !== '') announce(sentence)
  }, [step, sentence, announce])
}
