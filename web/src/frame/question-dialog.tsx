import { useEffect, useRef } from 'react'
import { Button } from '../../../src/components/view-kit/controls/controls.tsx'
import type { Question } from '../../../src/components/view-kit/view-context.ts'
import { useReturningFocus } from './returning-focus.ts'
import { useShared, useShell } from './shell.ts'

/** Asks before a button of an answer does something that reaches beyond this machine or cannot be undone. */
export function QuestionDialog() {
  const { question } = useShell()
  const asked = useShared(question)
  if (!asked) return null
  return (
    <Asking
      asked={asked}
      onAnswer={(agreed) => {
        question.set(undefined)
        asked.answer(agreed)
      }}
    />
  )
}

export function Asking({ asked, onAnswer }: { asked: Question; onAnswer: (agreed: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useReturningFocus()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="dialog p-6"
      aria-labelledby="question-title"
      onCancel={() => onAnswer(false)}
    >
      <h2 id="question-title" className="text-lg font-semibold">
        {asked.title}
      </h2>
      <p className="mt-2 text-ink-2">{asked.message}</p>
      {asked.detail !== undefined && (
        <pre
          className="mt-4 max-h-64 overflow-auto rounded-lg bg-surface-2 p-3 text-sm"
          tabIndex={0}
          aria-label="What will run"
        >
          {JSON.stringify(asked.detail, null, 2)}
        </pre>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={() => onAnswer(false)}>Cancel</Button>
        <Button look={asked.dangerous ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
          {asked.confirmLabel}
        </Button>
      </div>
    </dialog>
  )
}
