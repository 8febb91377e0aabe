import { toneSoft, type Tone } from '../../../src/components/view-kit/tone.ts'

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  running: 'info',
  waiting: 'warning',
  paused: 'warning',
  completed: 'success',
  failed: 'danger',
}

/** How a workflow or a step stands, in a word. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span
      className={`shrink-0 rounded-full px-2.5 py-0.5 text-xs font-medium ${toneSoft[STATUS_TONES[status] ?? 'neutral']}`}
    >
      {status}
    </span>
  )
}
