import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { leadToWrongField, SchemaFields } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { triggerTypeNames, type TriggerType } from '../../../../src/features/workflows/triggers/schemas.ts'
import { useReturningFocus } from '../../frame/returning-focus.ts'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { ProblemNote } from '../problem-note.tsx'
import { ChoiceDialog, type Choice } from './choice-dialog.tsx'
import type { Values } from './draft.ts'
import { canConnect } from './edit-steps.ts'
import { focusForm, useEditor } from './editor-model.ts'
import { TRIGGER_TITLES, triggerAbout } from './trigger-words.ts'
import type { Tool } from './use-tools.ts'

export function EditorDialogs() {
  const { dialog } = useEditor()
  if (!dialog) return null
  if (dialog.kind === 'palette') return <StepPalette after={dialog.after} isBranch={dialog.isBranch} />
  return dialog.kind === 'connect' ? <Connect id={dialog.id} /> : <RunDialog kind={dialog.kind} />
}

type PaletteChoice = Choice & ({ readonly tool: Tool } | { readonly trigger: TriggerType })

/** What a trigger must have from the start; the form asks for the rest. */
const STARTING_MEMBERS: Partial<Record<TriggerType, object>> = {
  file: { path: '~/Downloads' },
  feed: { url: '' },
  store: { key: '' },
  metric: { when: '$event.disk.used_percent > 90' },
  chat: { phrases: [] },
  schedule: { cron: '0 9 * * 1-5' },
}

/** All tools and triggers, found by their words. */
function StepPalette({ after, isBranch }: { after: string | undefined; isBranch: boolean }) {
  const { tools, dispatch, showDialog, open } = useEditor()
  const choices = useMemo<PaletteChoice[]>(
    () => [
      ...[...tools.values()].map((tool) => ({
        key: tool.action,
        title: tool.title,
        detail: tool.description,
        group: tool.agent.replaceAll('_', ' '),
        tool,
      })),
      ...triggerTypeNames.map((trigger) => ({
        key: `trigger ${trigger}`,
        title: TRIGGER_TITLES[trigger],
        detail: triggerAbout(trigger),
        group: 'Trigger',
        trigger,
      })),
    ],
    [tools],
  )
  const choose = (choice: PaletteChoice) => {
    // First the focus goes back, which selects what had it; then the new one is selected.
    flushSync(() => showDialog(undefined))
    if ('tool' in choice) {
      const { agent, action } = choice.tool
      dispatch({ type: 'insert', tool: { agent, action }, after, isBranch })
    } else
      dispatch({
        type: 'add-trigger',
        of: choice.trigger,
        members: STARTING_MEMBERS[choice.trigger] ?? {},
      })
    open(true)
    focusForm()
  }
  return (
    <ChoiceDialog
      label="Add a step or trigger"
      choices={choices}
      onChoose={choose}
      onClose={() => showDialog(undefined)}
    />
  )
}

/** Which steps wait for this one. Choosing one that does takes the connection away. */
function Connect({ id }: { id: string }) {
  const { state, tools, dispatch, showDialog } = useEditor()
  const { steps } = state.draft
  const choices = steps
    .filter((step) => canConnect(steps, id, step.id))
    .map((step) => ({
      key: step.id,
      title: step.id,
      detail: tools.get(step.action)?.title ?? step.action,
      group: step.depends_on.includes(id) ? 'Connected, choose to disconnect' : '',
    }))
  return (
    <ChoiceDialog
      label={`Connect ${id} to a step that waits for it`}
      choices={choices}
      onChoose={({ key }) => {
        dispatch({ type: 'connect', from: id, to: key })
        showDialog(undefined)
      }}
      onClose={() => showDialog(undefined)}
    />
  )
}

/** Asks for the inputs before a run or a try. */
function RunDialog({ kind }: { kind: 'run' | 'try' }) {
  const { state, automation, known, tryIt, showDialog } = useEditor()
  const service = useService()
  const { router } = useShell()
  const dialog = useRef<HTMLDialogElement>(null)
  const [inputs, setInputs] = useState<Values>(known.inputs)
  const { busy, error, attempt } = useAttempt()
  useReturningFocus()
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => showDialog(undefined)
  const start = async () => {
    if (kind === 'try') {
      close()
      return await tryIt({ inputs })
    }
    const params = { automation_id: automation?.automation_id ?? '' }
    const run = await service.call('POST /api/automations/:automation_id/run', { params, body: { inputs } })
    close()
    router.go('flows', run.workflow_id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!leadToWrongField(event.currentTarget)) void attempt(start)
  }
  return (
    <dialog ref={dialog} className="dialog p-6" aria-labelledby="run-title" onCancel={close} onClose={close}>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <h2 id="run-title" className="text-lg font-semibold">
          {kind === 'run' ? 'Run now' : 'Try it'}
        </h2>
        <SchemaFields schema={state.draft.inputs ?? {}} values={inputs} onChange={setInputs} />
        <ProblemNote error={error} />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            {kind === 'run' ? 'Run now' : 'Try it'}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
