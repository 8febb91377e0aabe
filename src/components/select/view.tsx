import { useState } from 'react'
import { ActionOutcomeNote } from '../view-kit/action-outcome.tsx'
import { useAction } from '../view-kit/action.ts'
import { SelectField } from '../view-kit/controls/controls.tsx'
import { useFormField } from '../view-kit/controls/form-scope.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'

type Props = ViewProps<'select'>
type Value = string | number

export function SelectView(props: Props) {
  const { name, options, multiple = false, look = 'dropdown', required = false, action } = props
  const first = !multiple && look === 'dropdown' && required ? options[0]?.value : undefined
  const [chosen, setChosen] = useState<readonly Value[]>(
    props.values ?? [props.value ?? first].filter((value) => value !== undefined),
  )
  const value = multiple ? chosen : (chosen[0] ?? '')
  const inForm = useFormField(name, value)
  const { run, outcome } = useAction()
  const choose = (next: readonly Value[]) => {
    setChosen(next)
    if (action && !inForm) void run(action, multiple ? next : next[0])
  }
  const shared = { ...props, multiple, chosen, choose }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {look === 'dropdown' && !multiple ? <Dropdown {...shared} /> : <Options {...shared} />}
      <ActionOutcomeNote outcome={outcome} />
    </div>
  )
}

interface Choosing extends Props {
  readonly chosen: readonly Value[]
  readonly choose: (next: readonly Value[]) => void
}

function Dropdown({ label, help, options, required = false, disabled = false, chosen, choose }: Choosing) {
  const at = options.findIndex(({ value }) => value === chosen[0])
  return (
    <SelectField
      label={label}
      help={help}
      required={required}
      disabled={disabled}
      value={at}
      onChange={(event) =>
        choose([options[Number(event.target.value)]?.value ?? ''].filter((value) => value !== ''))
      }
    >
      {(!required || at === -1) && <option value={-1}>–</option>}
      {options.map(({ value, label: text }, index) => (
        <option key={index} value={index}>
          {text ?? value}
        </option>
      ))}
    </SelectField>
  )
}

/** A list of boxes or circles; as chips they stand side by side. */
function Options({
  id,
  name,
  label,
  help,
  options,
  multiple = false,
  look = 'radio',
  disabled = false,
  chosen,
  choose,
}: Choosing) {
  const toggle = (value: Value) => {
    if (!multiple) choose([value])
    else choose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  }
  const chips = look === 'chips'
  return (
    <fieldset disabled={disabled} className="min-w-0 disabled:opacity-60">
      <legend className="mb-1 text-sm font-medium text-ink-2">{label}</legend>
      <div className={chips ? 'flex flex-wrap gap-2' : 'flex flex-col'}>
        {options.map(({ value, label: text, description }) => (
          <label key={value} className={chips ? CHIP : 'flex min-h-9 cursor-pointer items-center gap-2.5'}>
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name={`${id}-${name}`}
              className={chips ? 'sr-only' : 'checkbox'}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <span>
              {text ?? value}
              {description !== undefined && <span className="block text-xs text-ink-3">{description}</span>}
            </span>
          </label>
        ))}
      </div>
      {help !== undefined && <p className="mt-1 text-xs text-ink-3">{help}</p>}
    </fieldset>
  )
}

const CHIP =
  'flex min-h-9 cursor-pointer items-center rounded-full border border-line-strong px-3.5 text-sm hover:bg-surface-2 has-checked:border-accent ' +
  'has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent'
