import { ArrowLeft, FlaskConical, Play, Save } from 'lucide-react'
import { Button, Switch } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { EMPTY_DRAFT } from './draft.ts'
import { isChanged } from './draft-reducer.ts'
import { useEditor } from './editor-model.ts'
import { ExportButton } from './transfer.tsx'

/** What can be done with the automation as a whole. */
export function EditorButtons() {
  const { state, dispatch, automation, isDirty, busy, save, tryIt, showDialog } = useEditor()
  const { router } = useShell()
  const service = useService()
  const run = useAttempt()
  const hasInputs = Object.keys(state.draft.inputs?.['properties'] ?? {}).length > 0
  const isEmpty = state.draft.steps.length === 0
  const runNow = () =>
    void run.attempt(async () => {
      const params = { automation_id: automation?.automation_id ?? '' }
      const { workflow_id } = await service.call('POST /api/automations/:automation_id/run', {
        params,
        body: {},
      })
      router.go('flows', workflow_id)
    })
  return (
    <>
      <Switch
        label="On"
        checked={state.draft.enabled}
        onChange={(enabled) => dispatch({ type: 'edit', members: { enabled } })}
      />
      <Button look="primary" busy={busy} disabled={!isDirty || isEmpty} onClick={() => void save()}>
        <Save aria-hidden className="size-4" /> {isDirty ? 'Save' : 'Saved'}
      </Button>
      <Button
        held={busy}
        disabled={isEmpty}
        onClick={() => (hasInputs ? showDialog({ kind: 'try' }) : void tryIt({}))}
      >
        <FlaskConical aria-hidden className="size-4" /> {isDirty ? 'Save and try' : 'Try it'}
      </Button>
      <Button
        busy={run.busy}
        disabled={isDirty}
        title={isDirty ? 'Save it first' : undefined}
        onClick={() => (hasInputs ? showDialog({ kind: 'run' }) : runNow())}
      >
        <Play aria-hidden className="size-4" /> Run now
      </Button>
      <Discard />
      {automation && <ExportButton automation={automation} />}
      <Button onClick={() => router.go('flows')}>
        <ArrowLeft aria-hidden className="size-4" /> All flows
      </Button>
      <ProblemNote error={run.error} />
    </>
  )
}

/** Back to what was saved. Undo brings the changes back. */
function Discard() {
  const { state, dispatch, automation, take } = useEditor()
  if (!isChanged(state)) return null
  const discard = () => {
    if (automation) take(automation)
    else dispatch({ type: 'saved', saved: EMPTY_DRAFT, draft: EMPTY_DRAFT })
  }
  return (
    <Button look="quiet" onClick={discard}>
      Discard changes
    </Button>
  )
}
