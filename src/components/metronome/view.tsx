import { Hand, Metronome, Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Card } from '../view-kit/card.tsx'
import { Button, Field } from '../view-kit/controls/controls.tsx'
import { mayBeHeard } from '../view-kit/live/sound.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { NumberField } from '../view-kit/controls/number-field.tsx'
import { tappedBpm, withTap } from './tempo.ts'
import { useBeats } from './use-beats.tsx'

const SLOWEST = 20
const FASTEST = 300

export function MetronomeView({
  bpm: given = 100,
  beats_per_bar = 4,
  autostart = false,
}: ViewProps<'metronome'>) {
  const [bpm, setBpm] = useState(given)
  const [beats, setBeats] = useState(beats_per_bar)
  const [runs, setRuns] = useState(false)
  const [taps, setTaps] = useState<readonly number[]>([])
  useEffect(() => {
    // A page that nobody has used yet may not be heard; then a person presses Start.
    if (autostart && mayBeHeard()) setRuns(true)
  }, [autostart])
  const place = useBeats(runs, { bpm, beats })
  const tap = () => {
    const next = withTap(taps, performance.now())
    setTaps(next)
    setBpm(tappedBpm(next) ?? bpm)
  }
  const Toggle = runs ? Square : Play
  return (
    <Card
      icon={<Metronome aria-hidden className="size-4" />}
      title="Metronome"
      subtitle={tempoName(bpm)}
      state={runs ? 'beating' : undefined}
    >
      <div className="flex flex-col gap-3">
        <BeatDots beats={beats} place={place} />
        <TempoSlider bpm={bpm} onChange={setBpm} />
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-28">
            <NumberField
              label="Beats per bar"
              whole
              min={1}
              max={16}
              value={beats}
              onChange={(value = beats) => setBeats(value)}
            />
          </div>
          <Button onClick={tap}>
            <Hand aria-hidden className="size-4" />
            Tap the tempo
          </Button>
          <Button look="primary" onClick={() => setRuns(!runs)}>
            <Toggle aria-hidden className="size-4" />
            {runs ? 'Stop' : 'Start'}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function TempoSlider({ bpm, onChange }: { bpm: number; onChange: (bpm: number) => void }) {
  return (
    <Field label="Beats per minute">
      {(ids) => (
        <div className="flex items-center gap-3">
          <input
            {...ids}
            type="range"
            className="min-h-8 min-w-0 flex-1 accent-accent"
            min={SLOWEST}
            max={FASTEST}
            value={bpm}
            onChange={(event) => onChange(Number(event.target.value))}
          />
          <output className="w-12 text-end text-xl font-semibold tabular-nums">{Math.round(bpm)}</output>
        </div>
      )}
    </Field>
  )
}

function BeatDots({ beats, place }: { beats: number; place: number | undefined }) {
  return (
    <div aria-hidden className="flex min-h-8 flex-wrap items-center justify-center gap-2">
      {Array.from({ length: beats }, (_, index) => (
        <span
          key={index}
          data-on={index === place || undefined}
          className={`size-5 rounded-full ${index === place ? (index === 0 ? 'bg-accent' : 'bg-good') : 'bg-surface-3'} ${index === 0 ? 'ring-2 ring-line-strong' : ''}`}
        />
      ))}
    </div>
  )
}

const TEMPI = [
  [40, 'Grave'],
  [66, 'Largo'],
  [76, 'Adagio'],
  [108, 'Andante'],
  [120, 'Moderato'],
  [156, 'Allegro'],
  [176, 'Vivace'],
  [200, 'Presto'],
] as const

function tempoName(bpm: number): string {
  return TEMPI.find(([limit]) => bpm < limit)?.[1] ?? 'Prestissimo'
}
