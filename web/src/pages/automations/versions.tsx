import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { Ago, Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { useAnswer } from '../use-answer.ts'
import { differencesOf } from './differences.ts'
import type { Automation } from './draft.ts'
import { useEditor } from './editor-model.ts'

/** Every version, what it changed, and the means to bring it back. */
export function Versions({ automation }: { automation: Automation }) {
  const { take, isDirty } = useEditor()
  const { context } = useShell()
  const service = useService()
  const { error: refused, attempt } = useAttempt()
  const params = { automation_id: automation.automation_id }
  const { data, error, refresh } = useAnswer('GET /api/automations/:automation_id/versions', { params })
  const restore = async (version: number) => {
    const question = {
      title: `Restore version ${version}?`,
      message: `It becomes a new version; nothing is lost.${isDirty ? ' Your unsaved changes are replaced, and Undo brings them back.' : ''}`,
      confirmLabel: 'Restore',
      dangerous: false,
    }
    if (!(await context.ask(question))) return
    await attempt(async () => {
      take(
        await service.call('POST /api/automations/:automation_id/versions/:version/restore', {
          params: { ...params, version },
        }),
      )
      context.announce(`Version ${version} restored.`)
      refresh()
    })
  }
  return (
    <section aria-label="Versions" className="flex flex-col gap-2">
      {error && <Failure error={error} onRetry={refresh} />}
      {!data && !error && <Skeleton height={160} />}
      <ProblemNote error={refused} />
      <ol className="flex flex-col gap-2">
        {data?.versions.map(({ version, created_at, by, definition }, index) => {
          const before = data.versions[index + 1]?.definition
          const lines = before ? differencesOf(before, definition) : ['Created']
          return (
            <li key={version} className="card flex flex-col gap-2 p-4">
              <div className="flex flex-wrap items-center gap-3">
                <h2 className="font-medium">Version {version}</h2>
                <span className="flex-1 text-sm text-ink-3">
                  <Ago at={created_at} /> by {by}
                </span>
                {version === automation.version ? (
                  <span className="text-sm text-ink-3">Current</span>
                ) : (
                  <Button aria-label={`Restore version ${version}`} onClick={() => void restore(version)}>
                    Restore
                  </Button>
                )}
              </div>
              <Lines lines={lines.length > 0 ? lines : ['No change to what it does']} />
            </li>
          )
        })}
      </ol>
    </section>
  )
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="list-disc ps-5 text-sm text-ink-2">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}
