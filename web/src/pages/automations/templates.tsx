import { LayoutTemplate } from 'lucide-react'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'
import { ProblemNote } from '../problem-note.tsx'
import { useAnswer } from '../use-answer.ts'
import { ChoiceDialog, type Choice } from './choice-dialog.tsx'
import { draftOf } from './draft.ts'
import { focusItem, useEditor } from './editor-model.ts'

type Template = AnswerOf<'GET /api/automations/templates'>['templates'][number]

/** Offers to start from something that works, for as long as there is nothing yet. */
export function TemplateOffer() {
  const { automation, state } = useEditor()
  const [isChoosing, choose] = useState(false)
  const { steps, triggers } = state.draft
  if (automation || steps.length > 0 || triggers.length > 0) return null
  return (
    <div>
      <Button onClick={() => choose(true)}>
        <LayoutTemplate aria-hidden className="size-4" /> Start from a template
      </Button>
      {isChoosing && <TemplateDialog onClose={() => choose(false)} />}
    </div>
  )
}

function TemplateDialog({ onClose }: { onClose: () => void }) {
  const { dispatch } = useEditor()
  const { data, error } = useAnswer('GET /api/automations/templates', {})
  const choices = useMemo(() => data?.templates.map(choiceOf) ?? [], [data])
  if (error) return <ProblemNote error={error} />
  if (!data) return null
  return (
    <ChoiceDialog
      label="Find a template"
      choices={choices}
      onChoose={({ definition }) => {
        // The button that has the focus then goes with the offer: what was chosen gets it.
        flushSync(onClose)
        const draft = draftOf({ triggers: [], enabled: true, ...definition })
        flushSync(() => dispatch({ type: 'edit', members: draft }))
        focusItem({ kind: 'step', id: draft.steps[0]!.id })
      }}
      onClose={onClose}
    />
  )
}

function choiceOf({
  id,
  title,
  description,
  category,
  definition,
}: Template): Choice & Pick<Template, 'definition'> {
  return { key: id, title, detail: description, group: category, definition }
}
