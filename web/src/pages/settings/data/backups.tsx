import { useState } from 'react'
import { Button } from '../../../../../src/components/view-kit/controls/controls.tsx'
import { useService, type AnswerOf } from '../../../../../src/components/view-kit/service.ts'
import { Ago, Failure } from '../../../../../src/components/view-kit/states.tsx'
import { formatBytes } from '../../../../../src/contract/text/numbers.ts'
import { useShell } from '../../../frame/shell.ts'
import { useAttempt } from '../../attempt.ts'
import { ProblemNote } from '../../problem-note.tsx'
import { useAnswer } from '../../use-answer.ts'

type Backups = AnswerOf<'GET /api/backups'>
type Backup = Backups['backups'][number]

/** The backups, a button that makes one, and a way back to each. */
export function BackupsCard({ onMade }: { onMade: () => void }) {
  const service = useService()
  const { data, error, refresh } = useAnswer('GET /api/backups', {})
  const making = useAttempt()
  const make = () =>
    making.attempt(async () => {
      await service.call('POST /api/backups')
      refresh()
      onMade()
    })
  return (
    <section aria-label="Backups" className="card px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Backups</h3>
        <Button busy={making.busy} onClick={() => void make()}>
          Back up now
        </Button>
      </div>
      <p className="text-sm text-ink-3">
        The database and your settings, made every day. Passwords and keys are not part of it.
      </p>
      <ProblemNote error={making.error} />
      {error && <Failure error={error} onRetry={refresh} />}
      {data?.pending_restore && <PendingRestore restore={data.pending_restore} onChanged={refresh} />}
      {data?.backups.length === 0 && <p className="mt-2 text-sm text-ink-3">No backups yet.</p>}
      <ul className="mt-2">
        {data?.backups.map((backup) => (
          <BackupLine key={backup.path} backup={backup} onChanged={refresh} />
        ))}
      </ul>
    </section>
  )
}

interface PendingRestoreProps {
  readonly restore: NonNullable<Backups['pending_restore']>
  readonly onChanged: () => void
}

function PendingRestore({ restore, onChanged }: PendingRestoreProps) {
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const cancel = () => attempt(() => service.call('DELETE /api/backups/restore').finally(onChanged))
  return (
    <div role="status" className="mt-2 rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
      <p className="wrap-anywhere">
        {fileNameOf(restore.path)} is restored when Deskhand starts again. Run{' '}
        <code className="font-mono">deskhand stop</code>, then{' '}
        <code className="font-mono">deskhand start</code>. Your current data is kept next to it.
      </p>
      <Button className="mt-2" busy={busy} onClick={() => void cancel()}>
        Don't restore
      </Button>
      <ProblemNote error={error} />
    </div>
  )
}

function BackupLine({ backup, onChanged }: { backup: Backup; onChanged: () => void }) {
  const { context } = useShell()
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const [heldBack, setHeldBack] = useState<readonly string[]>([])
  const name = fileNameOf(backup.path)
  const restore = () =>
    attempt(async () => {
      if (!(await context.ask(RESTORE))) return
      const answer = await service.call('POST /api/backups/restore', { body: { backup: name } })
      setHeldBack(answer.held_back)
      onChanged()
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2">
      <div className="min-w-0 flex-1 text-sm">
        <p>
          <Ago at={backup.created_at} /> · {formatBytes(backup.bytes)} · {backup.reason.replaceAll('-', ' ')}
        </p>
        <p className="font-mono text-xs wrap-anywhere text-ink-3">{name}</p>
        {heldBack.length > 0 && (
          <p className="text-warn">Not made on this machine, so: {heldBack.join('; ')}.</p>
        )}
        <ProblemNote error={error} />
      </div>
      <Button busy={busy} aria-label={`Restore ${name}`} onClick={() => void restore()}>
        Restore
      </Button>
    </li>
  )
}

const RESTORE = {
  title: 'Restore this backup?',
  message:
    'It replaces your data and settings when Deskhand starts again. Until then nothing changes, and you can ' +
    'cancel. Your current data is kept next to it.',
  confirmLabel: 'Restore at next start',
  dangerous: true,
}

function fileNameOf(path: string): string {
  return path.split('/').at(-1)!
}
