import { useState } from 'react'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { Ago } from '../../../../../src/components/view-kit/states.tsx'
import { toneSoft, type Tone } from '../../../../../src/components/view-kit/tone.ts'
import { useShell } from '../../../frame/shell.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'
import { ServerLog } from './server-log.tsx'
import { ServerSignIn } from './server-sign-in.tsx'

type Server = AnswerOf<'GET /api/mcp-servers'>['servers'][number]

const STATES: Readonly<Record<Server['status'], { word: string; tone: Tone }>> = {
  waiting: { word: 'needs approval', tone: 'warning' },
  starting: { word: 'starting', tone: 'info' },
  needs_sign_in: { word: 'needs sign-in', tone: 'warning' },
  running: { word: 'running', tone: 'success' },
  changed: { word: 'changed its tools', tone: 'warning' },
  restarting: { word: 'restarting', tone: 'warning' },
  failed: { word: 'failed', tone: 'danger' },
}

interface ServerCardProps {
  readonly server: Server
  readonly onChanged: () => void
}

/** One server: how it fares, what it brings, what it wrote, and what can be done with it. */
export function ServerCard({ server, onChanged }: ServerCardProps) {
  const { word, tone } = STATES[server.status]
  return (
    <section aria-label={server.server} className="card flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold wrap-anywhere">{server.server}</h3>
        <span className={`rounded-full px-2.5 py-0.5 text-xs font-medium ${toneSoft[tone]}`}>{word}</span>
        {server.started_at !== null && (
          <span className="text-xs text-ink-3">
            started <Ago at={server.started_at} />
          </span>
        )}
      </div>
      <p className="font-mono text-xs wrap-anywhere text-ink-3">{server.starts}</p>
      {server.confirmation_id !== null ? (
        <ServerQuestion server={server} onChanged={onChanged} />
      ) : (
        server.problem !== null && <p className="text-sm wrap-anywhere text-warn">{server.problem}</p>
      )}
      <ServerSignIn server={server} onChanged={onChanged} />
      <ServerTools server={server} />
      <ServerButtons server={server} onChanged={onChanged} />
    </section>
  )
}

/** The open question about it, answered here as in the inbox. */
function ServerQuestion({ server, onChanged }: ServerCardProps) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const decide = (approved: boolean) =>
    void attempt(async () => {
      const body = { confirmation_id: server.confirmation_id!, approved }
      await service.call('POST /api/confirm', { body }).finally(onChanged)
    })
  return (
    <div className="rounded-lg bg-warn-soft px-4 py-3 text-sm">
      <p className="wrap-anywhere">{server.question}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          look="primary"
          busy={busy}
          aria-label={`Approve ${server.server}`}
          onClick={() => decide(true)}
        >
          Approve
        </Button>
        <Button held={busy} aria-label={`Reject ${server.server}`} onClick={() => decide(false)}>
          Reject
        </Button>
      </div>
      <ProblemNote error={error} />
    </div>
  )
}

function ServerTools({ server: { tools } }: { server: Server }) {
  if (tools.length === 0) return null
  return (
    <details>
      <summary className="flex min-h-9 cursor-pointer items-center text-sm text-ink-2">
        Tools ({tools.length})
      </summary>
      <ul className="flex flex-col gap-2 py-1 text-sm">
        {tools.map(({ action, title, description }) => (
          <li key={action} className="wrap-anywhere">
            <p>
              {title} <span className="font-mono text-xs text-ink-3">{action}</span>
            </p>
            <p className="line-clamp-3 text-ink-3">{description}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}

function ServerButtons({ server: { server, status, confirmation_id }, onChanged }: ServerCardProps) {
  const { context } = useShell()
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [showsLog, setShowsLog] = useState(false)
  const log = showsLog ? 'Hide log' : 'Log'
  // One that was rejected is asked about again.
  const start = status === 'waiting' ? 'Start' : 'Restart'
  const params = { server }
  const restart = () =>
    attempt(() => service.call('POST /api/mcp-servers/:server/restart', { params }).finally(onChanged))
  const remove = () =>
    attempt(async () => {
      if (!(await context.ask({ ...REMOVE, title: `Remove ${server}?` }))) return
      await service.call('DELETE /api/mcp-servers/:server', { params })
      onChanged()
    })
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {confirmation_id === null && (
          <Button busy={busy} aria-label={`${start} ${server}`} onClick={() => void restart()}>
            {start}
          </Button>
        )}
        <Button
          aria-expanded={showsLog}
          aria-label={`${log} of ${server}`}
          onClick={() => setShowsLog(!showsLog)}
        >
          {log}
        </Button>
        <Button look="quiet" held={busy} aria-label={`Remove ${server}`} onClick={() => void remove()}>
          Remove
        </Button>
      </div>
      <ProblemNote error={error} />
      {showsLog && <ServerLog server={server} />}
    </>
  )
}

const REMOVE = {
  message: 'It stops, and its tools are removed. You can add it again later.',
  confirmLabel: 'Remove',
  dangerous: true,
}
