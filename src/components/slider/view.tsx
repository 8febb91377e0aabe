import { useRef, useState } from 'react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { Field } from '../view-kit/controls/controls.tsx'
import { formatNumber } from '../../contract/text/numbers.ts'
import { useFormField } from '../view-kit/controls/form-scope.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

export function SliderView({
  name,
  label,
  min = 0,
  max = 100,
  step = 1,
  value = min,
  unit,
  disabled = false,
  action,
}: ViewProps<'slider'>) {
  const [number, setNumber] = useState(value)
  const inForm = useFormField(name, number)
  const { run, outcome } = useAction()
  const shown = formatNumber(number, { unit })
  const settled = useRef(value)
  const settle = () => {
    // Tab comes and goes without having moved anything.
    if (!action || inForm || settled.current === number) return
    settled.current = number
    void run(action, number)
  }
  return (
    <div>
      <Field label={label}>
        {(ids) => (
          <div className="flex min-h-9 items-center gap-3">
            <input
              {...ids}
              type="range"
              className="min-w-0 flex-1 accent-accent"
              {...{ min, max, step, disabled }}
              value={number}
              aria-valuetext={shown}
              onChange={(event) => setNumber(Number(event.target.value))}
              onPointerUp={settle}
              onKeyUp={settle}
            />
            <output className="min-w-12 text-end text-sm text-ink-2 tabular-nums">{shown}</output>
          </div>
        )}
      </Field>
      <ActionOutcomeNote outcome={outcome} />
    </div>
  )
}
