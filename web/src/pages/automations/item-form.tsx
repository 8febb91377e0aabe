import { X } from 'lucide-react'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import {
  FORM_HEADING,
  focusDrawnItem,
  keyOf,
  selectedStep,
  selectedTrigger,
  useEditor,
} from './editor-model.ts'
import { StepForm } from './step-form.tsx'
import { TriggerForm } from './trigger-form.tsx'
import { TRIGGER_TITLES } from './trigger-words.ts'

/** The form of what is selected. Escape leads back to its place in the list or the graph. */
export function ItemForm() {
  const { state, tools, problems, open } = useEditor()
  const step = selectedStep(state)
  const trigger = selectedTrigger(state)
  const { selected } = state
  if (!selected || !(step ?? trigger)) return null
  const close = () => {
    open(false)
    focusDrawnItem(selected)
  }
  const title = step ? (tools.get(step.action)?.title ?? step.action) : TRIGGER_TITLES[trigger!.type]
  return (
    <section
      aria-labelledby={FORM_HEADING}
      className="card flex flex-col gap-4 p-4"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isInDialog(event.target)) return
        event.preventDefault()
        close()
      }}
    >
      <header className="flex items-start justify-between gap-3">
        <h2 id={FORM_HEADING} tabIndex={-1} className="rounded-md font-semibold">
          {title}
        </h2>
        <Button look="quiet" onClick={close}>
          <X aria-hidden className="size-4" /> Close
        </Button>
      </header>
      {(problems.get(keyOf(selected)) ?? []).map((problem) => (
        <p key={problem} className="text-sm text-bad">
          {problem}
        </p>
      ))}
      {step ? <StepForm key={step.id} step={step} /> : <TriggerForm key={trigger!.id} trigger={trigger!} />}
    </section>
  )
}

function isInDialog(target: EventTarget): boolean {
  return target instanceof Element && target.closest('dialog, [role=menu]') !== null
}
