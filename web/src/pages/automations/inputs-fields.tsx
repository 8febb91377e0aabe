import { Plus } from 'lucide-react'
import {
  Button,
  SelectField,
  Switch,
  TextField,
} from '../../../../src/components/view-kit/controls/controls.tsx'
import { DeleteButton } from '../../../../src/components/view-kit/controls/delete-button.tsx'
import type { JsonSchema } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import type { Values } from './draft.ts'

interface InputsFieldsProps {
  readonly schema: Values | undefined
  readonly onChange: (schema: Values | undefined) => void
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
  object: 'Object',
}

/** What is asked for before a run: each input by its name and type. */
export function InputsFields({ schema, onChange }: InputsFieldsProps) {
  const { properties = {}, required = [] } = (schema ?? {}) as JsonSchema
  const entries = Object.entries(properties)
  const write = (next: readonly (readonly [string, JsonSchema])[], needed: readonly string[]) =>
    onChange(
      next.length === 0
        ? undefined
        : { ...schema, type: 'object', properties: Object.fromEntries(next), required: needed },
    )
  const change = (at: number, name: string, member: JsonSchema) => {
    const old = entries[at]?.[0] ?? ''
    // Two of one name would be one.
    if (name !== old && Object.hasOwn(properties, name)) return
    write(
      entries.with(at, [name, member]),
      required.map((one) => (one === old ? name : one)),
    )
  }
  const without = (name: string) => required.filter((one) => one !== name)
  const add = () => {
    let count = entries.length + 1
    while (Object.hasOwn(properties, `input_${count}`)) count += 1
    write([...entries, [`input_${count}`, { type: 'string' }]], required)
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-medium text-ink-2">Inputs</legend>
      {entries.map(([name, member], at) => (
        // By its place: the name changes while it is typed.
        <InputFields
          key={at}
          name={name}
          member={member}
          isRequired={required.includes(name)}
          onChange={(next, nextMember) => change(at, next, nextMember)}
          onRequire={(wanted) => write(entries, wanted ? [...required, name] : without(name))}
          onRemove={() => write(entries.toSpliced(at, 1), without(name))}
        />
      ))}
      <Button className="self-start" onClick={add}>
        <Plus aria-hidden className="size-4" /> Add input
      </Button>
    </fieldset>
  )
}

interface InputFieldsProps {
  readonly name: string
  readonly member: JsonSchema
  readonly isRequired: boolean
  readonly onChange: (name: string, member: JsonSchema) => void
  readonly onRequire: (wanted: boolean) => void
  readonly onRemove: () => void
}

function InputFields({ name, member, isRequired, onChange, onRequire, onRemove }: InputFieldsProps) {
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <div className="flex items-end gap-2">
        <TextField
          label="Name of the input"
          value={name}
          onChange={(event) => onChange(event.target.value, member)}
        />
        <SelectField
          label="Type"
          value={String(member.type ?? 'string')}
          onChange={(event) => onChange(name, { ...member, type: event.target.value })}
        >
          {Object.entries(TYPES).map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </SelectField>
        <DeleteButton label={`Remove input ${name}`} onClick={onRemove} />
      </div>
      <TextField
        label="Question"
        value={member.description ?? ''}
        onChange={(event) => onChange(name, { ...member, description: event.target.value })}
      />
      <Switch label="Required" checked={isRequired} onChange={onRequire} />
    </div>
  )
}
