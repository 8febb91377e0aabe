import { TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { Segments } from '../../../../src/components/view-kit/controls/segments.tsx'
import { scheduleInWords } from '../../../../src/contract/schedule-words.ts'

export type When =
  | { readonly kind: 'now' | 'later' }
  | { readonly kind: 'repeat'; readonly by: 'every' | 'cron'; readonly text: string }

export const NOW: When = { kind: 'now' }

const KINDS = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'When I say so' },
  { value: 'repeat', label: 'On a schedule' },
] as const

const REPEATS = [
  { value: 'every', label: 'At an interval' },
  { value: 'cron', label: 'By cron' },
] as const

/** When a new workflow runs. */
export function WhenFields({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  return (
    <fieldset className="card flex flex-col items-start gap-3 p-4">
      <legend className="sr-only">When it runs</legend>
      <Segments
        label="When it runs"
        values={KINDS}
        chosen={when.kind}
        onChoose={(kind) => onChange(kind === 'repeat' ? { kind, by: 'every', text: '' } : { kind })}
      />
      {when.kind === 'repeat' && (
        <div className="flex flex-col items-start gap-3">
          <Segments
            label="How it repeats"
            values={REPEATS}
            chosen={when.by}
            onChoose={(by) => onChange({ kind: 'repeat', by, text: '' })}
          />
          {when.by === 'every' ? (
            <TextField
              label="Interval"
              placeholder="2h"
              help="A number with s, m, h, d or w, e.g. 15m."
              value={when.text}
              onChange={(event) => onChange({ ...when, text: event.target.value })}
            />
          ) : (
            <TextField
              label="Cron expression"
              placeholder="0 8 * * 1-5"
              help={
                when.text.trim() === ''
                  ? 'Minute, hour, day, month, weekday.'
                  : scheduleInWords({ cron: when.text, every: null })
              }
              className="font-mono"
              value={when.text}
              onChange={(event) => onChange({ ...when, text: event.target.value })}
            />
          )}
        </div>
      )}
    </fieldset>
  )
}
