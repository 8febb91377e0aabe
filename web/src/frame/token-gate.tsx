import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Button, Switch, TextField } from '../../../src/components/view-kit/controls/controls.tsx'
import type { Access } from '../service/access.ts'

/** Shown when the service wants its token: asked once, then sent with everything. */
export function TokenGate({ access }: { access: Access }) {
  const [token, setToken] = useState('')
  const [always, setAlways] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const response = await fetch('/api/settings', {
      headers: { authorization: `Bearer ${token.trim()}` },
    }).catch(() => undefined)
    setBusy(false)
    if (response?.ok) {
      access.keep(token.trim(), { always })
      // Everything that was refused is asked for again, in its order.
      location.reload()
      return
    }
    setProblem(
      response
        ? (reasons[response.status] ?? `The service failed with status ${response.status}.`)
        : "Can't reach Deskhand.",
    )
  }
  return (
    <main className="grid h-dvh place-items-center overflow-y-auto p-4">
      <form onSubmit={(event) => void enter(event)} className="card flex w-full max-w-md flex-col gap-4 p-6">
        <KeyRound aria-hidden className="size-8 text-accent" />
        <h1 className="text-xl font-semibold">This Deskhand is locked</h1>
        <p className="text-ink-2">
          Enter its token. To see it, run <code className="text-sm">deskhand token show</code> on the machine
          where it runs.
        </p>
        <TextField
          label="Token"
          type="password"
          autoComplete="current-password"
          autoFocus
          required
          value={token}
          problem={problem}
          onChange={(event) => setToken(event.target.value)}
        />
        <Switch label="Remember it in this browser" checked={always} onChange={setAlways} />
        <Button type="submit" look="primary" busy={busy}>
          Unlock
        </Button>
      </form>
    </main>
  )
}

const reasons: Readonly<Record<number, string>> = {
  401: 'Wrong token.',
  429: 'Too many wrong tokens. Wait a minute and try again.',
}
