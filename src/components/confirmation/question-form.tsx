import { useState } from 'react'
import { initialAnswer, type QuestionField, type QuestionForm } from '../../contract/question-form.ts'
import { Button, SelectField, Switch, TextArea, TextField } from '../view-kit/controls/controls.tsx'

type Values = Readonly<Record<string, unknown>>

interface QuestionFormProps {
  readonly form: QuestionForm
  readonly busy: boolean
  readonly onSend: (values: Values) => void
  readonly onDecline: () => void
}

/** What somebody else wants to know, as fields; or the page that it wants to have opened, with its whole address. */
export function QuestionFormView({ form, busy, onSend, onDecline }: QuestionFormProps) {
  const [values, setValues] = useState(() => shownAtFirst(form))
  const { link } = form
  return (
    <form
      className="flex flex-col gap-3"
      // What is typed here leads to no button.
      onKeyDown={(event) => event.stopPropagation()}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(values)
        if (link !== undefined) window.open(link, '_blank', 'noopener,noreferrer')
      }}
    >
      {link !== undefined && (
        <p className="rounded-lg bg-surface-2 p-3 font-mono text-sm wrap-anywhere">{link}</p>
      )}
      {form.fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" data-decision="approve" busy={busy}>
          {link === undefined ? `Send to ${form.asked_by}` : `Open ${URL.parse(link)?.host ?? 'it'}`}
        </Button>
        <Button data-decision="reject" held={busy} onClick={onDecline}>
          Decline
        </Button>
      </div>
    </form>
  )
}

/** A switch that nobody has touched says no. */
function shownAtFirst(form: QuestionForm): Values {
  const switches = form.fields.filter(({ kind }) => kind === 'yes_no')
  return { ...Object.fromEntries(switches.map(({ name }) => [name, false])), ...initialAnswer(form) }
}

interface FieldProps {
  readonly field: QuestionField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Field({ field, value, onChange }: FieldProps) {
  const { label, help, required, kind, options = [] } = field
  const shared = { label, help, required }
  if (kind === 'yes_no')
    return <Switch label={label} help={help} checked={value === true} onChange={onChange} />
  if (kind === 'choices') return <Choices {...{ field, value, onChange }} />
  if (kind === 'text') return <TextInput {...{ field, value, onChange }} />
  if (kind === 'choice')
    return (
      <SelectField
        {...shared}
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">–</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    )
  return (
    <TextField
      {...shared}
      type="number"
      min={field.min}
      max={field.max}
      step={kind === 'integer' ? 1 : 'any'}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
    />
  )
}

const INPUT_TYPES = { email: 'email', uri: 'url', date: 'date' } as const

function TextInput({ field, value, onChange }: FieldProps) {
  const { label, help, required, format } = field
  const shared = { label, help, required, value: textOf(value) }
  const change = (event: { target: { value: string } }) =>
    onChange(event.target.value === '' ? undefined : event.target.value)
  if (format === undefined) return <TextArea {...shared} rows={1} onChange={change} />
  const type = format === 'date-time' ? 'text' : INPUT_TYPES[format]
  const placeholder = format === 'date-time' ? '2026-11-19T09:30:00Z' : undefined
  return <TextField {...shared} type={type} placeholder={placeholder} onChange={change} />
}

function Choices({ field: { label, options = [] }, value, onChange }: FieldProps) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-sm">{label}</legend>
      {options.map((option) => (
        <Switch
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(isChosen) =>
            onChange([...chosen.filter((one) => one !== option.value), ...(isChosen ? [option.value] : [])])
          }
        />
      ))}
    </fieldset>
  )
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
