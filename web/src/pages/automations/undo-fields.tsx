import { useMemo, useState } from 'react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { ArgumentsEditor } from '../arguments-editor.tsx'
import { ChoiceDialog } from './choice-dialog.tsx'
import type { Step } from './draft.ts'
import { useEditor } from './editor-model.ts'

/** What takes the effect of a step back when the run fails. */
export function UndoFields({ step }: { step: Step }) {
  const { dispatch, tools } = useEditor()
  const [isChoosing, setChoosing] = useState(false)
  const { undo } = step
  const edit = (next: Step['undo']) => dispatch({ type: 'edit-step', id: step.id, members: { undo: next } })
  const choices = useMemo(
    () =>
      [...tools.values()].map(({ agent, action, title, description }) => ({
        key: action,
        title,
        detail: description,
        group: agent.replaceAll('_', ' '),
        agent,
      })),
    [tools],
  )
  const tool = undo && tools.get(undo.action)
  return (
    <section aria-label="Undo" className="flex flex-col gap-3">
      <p className="text-sm">
        <span className="font-medium text-ink-2">If the run fails later, undo it with</span>{' '}
        {undo ? (tool?.title ?? undo.action) : 'nothing'}
      </p>
      <p className="text-xs text-ink-3">
        Its arguments can use the result of the step as ${step.id}. It asks as usual.
      </p>
      {undo && (
        <ArgumentsEditor
          schema={tool?.parameters}
          args={undo.args}
          onChange={(args) => edit({ ...undo, args })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setChoosing(true)}>
          {undo ? 'Choose another tool …' : 'Choose a tool …'}
        </Button>
        {undo && (
          <Button look="quiet" onClick={() => edit(undefined)}>
            Don’t undo
          </Button>
        )}
      </div>
      {isChoosing && (
        <ChoiceDialog
          label="Tool that undoes it"
          choices={choices}
          onClose={() => setChoosing(false)}
          onChoose={({ key, agent }) => {
            setChoosing(false)
            edit({ agent, action: key, args: {} })
          }}
        />
      )}
    </section>
  )
}
