import { useState, type FormEvent } from 'react'
import { Button, TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { useAnswer } from '../use-answer.ts'

/** Secrets that steps of automations use by their name. */
export function AutomationSecrets() {
  const { data, refresh } = useAnswer('GET /api/automation-secrets', {})
  if (!data) return null
  return (
    <section aria-label="Secrets of automations" className="card px-4 py-2">
      <h3 className="py-2 font-semibold">Secrets of automations</h3>
      <p className="pb-2 text-sm text-ink-3">A step uses one as a whole argument: $secret.NAME.</p>
      <ul>
        {data.secrets.map((name) => (
          <SecretLine key={name} name={name} onRemoved={refresh} />
        ))}
      </ul>
      <NewSecret onStored={refresh} />
    </section>
  )
}

function SecretLine({ name, onRemoved }: { name: string; onRemoved: () => void }) {
  const { context } = useShell()
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const remove = () =>
    attempt(async () => {
      const question = {
        title: `Remove ${name}?`,
        message: 'Steps that use it fail until it is stored again.',
        confirmLabel: 'Remove',
        dangerous: true,
      }
      if (!(await context.ask(question))) return
      await service.call('DELETE /api/automation-secrets/:name', { params: { name } })
      onRemoved()
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3">
      <p className="min-w-0 font-mono text-sm wrap-anywhere">{name}</p>
      <Button busy={busy} aria-label={`Remove ${name}`} onClick={() => void remove()}>
        Remove
      </Button>
      <ProblemNote error={error} />
    </li>
  )
}

function NewSecret({ onStored }: { onStored: () => void }) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const store = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const params = { name: name.trim().toUpperCase() }
      await service.call('PUT /api/automation-secrets/:name', { params, body: { value } })
      setName('')
      setValue('')
      onStored()
    })
  }
  return (
    <form
      className="grid items-end gap-3 border-t border-line py-3 rail:grid-cols-[1fr_1fr_auto]"
      onSubmit={store}
    >
      <TextField
        label="Name"
        required
        placeholder="SHOP_TOKEN"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Secret"
        required
        type="password"
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        Store
      </Button>
      <ProblemNote error={error} />
    </form>
  )
}
