import {
  SelectField,
  TextArea,
  TextField,
} from '../../../../../src/components/view-kit/controls/controls.tsx'
import type { ServerForm } from './server-form.ts'

interface ServerFieldsProps {
  readonly way: 'program' | 'address'
  readonly form: ServerForm
  readonly onChange: (form: ServerForm) => void
}

export function ServerFields({ way, form, onChange }: ServerFieldsProps) {
  const field = (name: keyof ServerForm) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...form, [name]: event.target.value }),
  })
  return (
    <div className="grid w-full gap-4 rail:grid-cols-2">
      <TextField label="Name" required placeholder="memory" spellCheck={false} {...field('name')} />
      {way === 'program' ? <ProgramFields field={field} /> : <AddressFields field={field} />}
    </div>
  )
}

interface FieldsProps {
  readonly field: (name: keyof ServerForm) => {
    readonly value: string
    readonly onChange: (event: { target: { value: string } }) => void
  }
}

function ProgramFields({ field }: FieldsProps) {
  return (
    <>
      <TextField label="Program" required placeholder="npx" spellCheck={false} {...field('command')} />
      <TextArea
        label="Arguments"
        rows={2}
        placeholder={'-y\n@modelcontextprotocol/server-memory'}
        help="One per line."
        spellCheck={false}
        {...field('args')}
      />
      <TextArea
        label="Variables"
        rows={2}
        placeholder="API_KEY=…"
        help="One per line, as NAME=value."
        spellCheck={false}
        {...field('env')}
      />
      <SelectField
        label="Rights"
        help="In the sandbox it sees your folders and what its arguments name."
        {...field('rights')}
      >
        <option value="work">In the sandbox</option>
        <option value="full">All your rights</option>
      </SelectField>
    </>
  )
}

function AddressFields({ field }: FieldsProps) {
  return (
    <>
      <TextField
        label="Address"
        required
        type="url"
        placeholder="https://mcp.example.org/mcp"
        {...field('url')}
      />
      <TextArea
        label="Headers"
        rows={2}
        placeholder="Authorization: Bearer …"
        help="One per line, as Name: value."
        spellCheck={false}
        {...field('headers')}
      />
    </>
  )
}
