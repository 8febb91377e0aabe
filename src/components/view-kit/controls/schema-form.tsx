import { useState } from 'react'
import { SelectField, Switch, TextArea, TextField } from './controls.tsx'
import type { JsonSchema } from './json-schema.ts'
import { PathField } from './path-field.tsx'

export type { JsonSchema } from './json-schema.ts'

type Values = Readonly<Record<string, unknown>>

interface FieldsProps {
  readonly schema: JsonSchema
  readonly values: Values
  readonly onChange: (values: Values) => void
}

/** A field for every member of an object, as its schema says. */
export function SchemaFields({ schema, values, onChange }: FieldsProps) {
  return Object.entries(schema.properties ?? {}).map(([name, member]) => (
    <SchemaField
      key={name}
      label={name}
      schema={member}
      required={schema.required?.includes(name) ?? false}
      value={values[name]}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  ))
}

interface FieldProps {
  readonly label: string
  readonly hideLabel?: boolean
  readonly schema: JsonSchema
  readonly required?: boolean
  readonly problem?: string | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A field for one value, as its schema says. Undefined means that nothing was entered. */
export function SchemaField(props: FieldProps) {
  const { label, hideLabel = false, schema, value, onChange } = props
  const isList = schema.items?.format === 'path'
  if (schema.format !== 'path' && !isList) return <PlainField {...props} />
  return (
    <PathField {...{ label, hideLabel, value, isList, onChange }}>
      <PlainField {...props} />
    </PathField>
  )
}

function PlainField({
  label,
  hideLabel = false,
  schema,
  required = false,
  problem,
  value,
  onChange,
}: FieldProps) {
  const shared = { label, hideLabel, help: schema.description, required, problem }
  if (isReference(value) && PLAIN.has(schema.enum ? 'enum' : String(schema.type)))
    return (
      <TextField {...shared} value={value} onChange={(event) => onChange(readText(event.target.value))} />
    )
  if (schema.enum) return <EnumField {...{ label, hideLabel, schema, required, value, onChange }} />
  switch (schema.type ?? 'any') {
    case 'boolean':
      return (
        <Switch
          label={label}
          help={schema.description}
          checked={value === true || (value === undefined && schema.default === true)}
          onChange={onChange}
        />
      )
    case 'integer':
    case 'number':
      return (
        <TextField
          {...shared}
          type="number"
          min={schema.minimum}
          max={schema.maximum}
          step={schema.type === 'integer' ? 1 : 'any'}
          placeholder={placeholderOf(schema)}
          value={textOf(value)}
          onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
        />
      )
    case 'string':
      return (
        <TextArea
          {...shared}
          rows={1}
          placeholder={placeholderOf(schema)}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        />
      )
    default:
      return <JsonField {...{ label, hideLabel, schema, required, value, onChange }} />
  }
}

/** One of a few values. A default stands there once: as what counts when nothing is chosen. */
function EnumField({ label, hideLabel = false, schema, required = false, value, onChange }: FieldProps) {
  const { default: initial } = schema
  const options = (schema.enum ?? []).filter((option) => required || option !== initial)
  return (
    <SelectField
      label={label}
      hideLabel={hideLabel}
      help={schema.description}
      required={required}
      value={!required && value === initial ? '' : textOf(value)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      {!required && (
        <option value="">{placeholderOf(schema) === undefined ? '–' : `${textOf(initial)} (default)`}</option>
      )}
      {options.map((option) => (
        <option key={String(option)}>{String(option)}</option>
      ))}
    </SelectField>
  )
}

/** Kinds whose own fields cannot show the name of a value. */
const PLAIN = new Set(['enum', 'boolean', 'integer', 'number'])

/** A value of an earlier step, by its name. */
function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('$')
}

/** Leads to the first field that holds something wrong; true when there is one. */
export function leadToWrongField(form: EventTarget): boolean {
  const wrong = (form as HTMLFormElement).querySelector<HTMLElement>('[aria-invalid="true"]')
  wrong?.focus()
  return wrong !== null
}

/** What somebody typed where no schema says what it is: JSON if it is JSON, else a text. */
export function readText(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function placeholderOf({ default: initial }: JsonSchema): string | undefined {
  return initial === undefined || initial === null ? undefined : textOf(initial)
}

function jsonText(value: unknown, isTexts: boolean): string {
  if (value === undefined) return ''
  if (isReference(value)) return value
  return isTexts && isLines(value) ? value.join('\n') : JSON.stringify(value, null, 1)
}

/** Texts that are read back as they are when each has a line of its own. */
function isLines(value: unknown): value is string[] {
  const isLine = (text: unknown) => typeof text === 'string' && text.trim() !== '' && !text.includes('\n')
  return Array.isArray(value) && value.every(isLine) && !/^\s*[[$]/.test(String(value[0] ?? ''))
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Lists and objects are written as JSON; a list of texts may also be one a line, and a name with a dollar stands for the
 * value of an earlier step. What is none of these is marked, and a form that holds it is not sent.
 */
function JsonField({ label, hideLabel = false, schema, required = false, value, onChange }: FieldProps) {
  const isTexts = schema.type === 'array' && schema.items?.type === 'string'
  const [text, setText] = useState(() => jsonText(value, isTexts))
  const [passedOn, setPassedOn] = useState(value)
  const [problem, setProblem] = useState<string>()
  // Somebody else has changed it, or it was taken back.
  if (JSON.stringify(value) !== JSON.stringify(passedOn)) {
    setPassedOn(value)
    setText(jsonText(value, isTexts))
    setProblem(undefined)
  }
  const pass = (next: unknown) => {
    setPassedOn(next)
    onChange(next)
  }
  const read = (entered: string) => {
    setText(entered)
    setProblem(undefined)
    if (entered.trim() === '') return pass(undefined)
    if (entered.trim().startsWith('$')) return pass(entered.trim())
    if (isTexts && !entered.trim().startsWith('['))
      return pass(entered.split('\n').filter((line) => line.trim() !== ''))
    try {
      return pass(JSON.parse(entered))
    } catch {
      return setProblem('Not valid JSON yet.')
    }
  }
  const help = `${schema.description ?? ''} ${isTexts ? '(one a line)' : '(JSON)'}`.trim()
  return (
    <TextArea
      label={label}
      hideLabel={hideLabel}
      help={help}
      problem={problem}
      required={required}
      className="font-mono text-sm"
      rows={2}
      value={text}
      onChange={(event) => read(event.target.value)}
    />
  )
}
