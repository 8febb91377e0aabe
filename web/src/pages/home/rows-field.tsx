import { Plus } from 'lucide-react'
import { useId } from 'react'
import { Button, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { DeleteButton } from '../../../../src/components/view-kit/controls/delete-button.tsx'
import type { JsonSchema } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import { wordsOf } from '../tools/result-parts.ts'
import type { Values } from './new-widget.ts'

interface RowsFieldProps {
  readonly label: string
  readonly schema: JsonSchema
  readonly value: readonly Values[]
  readonly problem: string | undefined
  readonly onChange: (rows: readonly Values[]) => void
}

/** A list of things with a few texts each, one row for each thing. */
export function RowsField({ label, schema, value, problem, onChange }: RowsFieldProps) {
  const zones = useId()
  const names = Object.entries(schema.items?.properties ?? {})
    .filter(([, member]) => member.type === 'string')
    .map(([name]) => name)
  const write = (at: number, name: string, text: string) => {
    const { [name]: _before, ...others } = value[at]!
    onChange(value.with(at, text === '' ? others : { ...others, [name]: text }))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium text-ink-2">{label}</legend>
      {value.map((row, at) => (
        <div key={at} className="flex items-center gap-2">
          {names.map((name) => (
            <div key={name} className="min-w-0 flex-1">
              <TextField
                label={`${wordsOf(name)} ${at + 1}`}
                hideLabel
                placeholder={wordsOf(name)}
                list={name === 'time_zone' ? zones : undefined}
                value={textOf(row[name])}
                onChange={(event) => write(at, name, event.target.value)}
              />
            </div>
          ))}
          <DeleteButton label={`Remove row ${at + 1}`} onClick={() => onChange(value.toSpliced(at, 1))} />
        </div>
      ))}
      {names.includes('time_zone') && (
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      )}
      <p className={`text-xs ${problem === undefined ? 'text-ink-3' : 'text-bad'}`}>
        {problem ?? schema.description}
      </p>
      <Button className="self-start" onClick={() => onChange([...value, {}])}>
        <Plus aria-hidden className="size-4" /> Add row
      </Button>
    </fieldset>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
