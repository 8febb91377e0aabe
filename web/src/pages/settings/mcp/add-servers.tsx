import { useState, type FormEvent } from 'react'
import { Button, TextArea } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { Segments } from '../../../../../src/components/view-kit/controls/segments.tsx'
import { ServiceError, useService } from '../../../../../src/components/view-kit/service.ts'
import { useViewContext } from '../../../../../src/components/view-kit/view-context.ts'
import { useShell } from '../../../frame/shell.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'
import { pastedServers, type ReadServers } from './pasted-servers.ts'
import { ServerFields } from './server-fields.tsx'
import { EMPTY_FORM, formProblem, serverOf, type ServerForm } from './server-form.ts'

const WAYS = [
  { value: 'program', label: 'Program' },
  { value: 'address', label: 'Address' },
  { value: 'paste', label: 'Paste JSON' },
] as const

type Way = (typeof WAYS)[number]['value']

interface AddServersProps {
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Adds a server by a form, or several by pasting what other programs use. */
export function AddServers({ onDone, onCancel }: AddServersProps) {
  const [way, setWay] = useState<Way>('program')
  const [form, setForm] = useState(EMPTY_FORM)
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string>()
  const adding = useAdding(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = way === 'paste' ? pastedServers(pasted) : formServers(form, way)
    setProblem('problem' in read ? read.problem : undefined)
    if ('servers' in read) adding.add(read.servers)
  }
  return (
    <section aria-label="Add a server" className="card px-4 py-3">
      <h3 className="pb-3 font-semibold">Add a server</h3>
      <form className="flex flex-col items-start gap-4" onSubmit={submit}>
        <Segments label="How to add it" values={WAYS} chosen={way} onChoose={setWay} />
        {way === 'paste' ? (
          <PasteField value={pasted} onChange={setPasted} />
        ) : (
          <ServerFields way={way} form={form} onChange={setForm} />
        )}
        {problem !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
        <ProblemNote error={adding.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={adding.busy}>
            Add
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  )
}

const EXAMPLE = `{
  "mcpServers": {
    "memory": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-memory"]
    }
  }
}`

function PasteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="w-full">
      <TextArea
        label="Configuration"
        required
        rows={8}
        spellCheck={false}
        className="font-mono text-sm"
        placeholder={EXAMPLE}
        help="The mcpServers object of another program, as it is. Nothing starts before you approve it."
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function formServers(form: ServerForm, way: 'program' | 'address'): ReadServers {
  const problem = formProblem(form)
  return problem === undefined ? { servers: { [form.name.trim()]: serverOf(form, way) } } : { problem }
}

/** Adds servers; asks before one takes the place of another of the same name. */
function useAdding(onDone: () => void) {
  const service = useService()
  const { context } = useShell()
  const { announce } = useViewContext()
  const { busy, error, attempt } = useAttempt()
  const add = (mcpServers: Readonly<Record<string, unknown>>) =>
    void attempt(async () => {
      const send = (replace: boolean) =>
        service.call('POST /api/mcp-servers', { body: { mcpServers, replace } })
      const { notes } = await send(false).catch(async (reason: unknown) => {
        const isTaken = reason instanceof ServiceError && reason.code === 'conflict'
        if (isTaken && (await context.ask({ ...REPLACE, message: reason.message }))) return send(true)
        throw reason
      })
      announce(['Added. It starts once you approve it.', ...notes].join(' '))
      onDone()
    })
  return { busy, error, add }
}

const REPLACE = { title: 'Replace the server?', confirmLabel: 'Replace', dangerous: true }
