import { useEffect, useRef, useState } from 'react'
import { Button, TextArea } from '../../../../src/components/view-kit/controls/controls.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import type { Step, Values } from './draft.ts'
import { useEditor } from './editor-model.ts'
import { insertText, isPickerKey, ReferenceDialog } from './reference-dialog.tsx'

interface ExpressionFieldProps {
  readonly label: string
  readonly help: string
  readonly value: string | undefined
  /** The step that it belongs to; none for a trigger. */
  readonly step?: Step
  readonly onChange: (value: string | undefined) => void
}

const CHECK_AFTER_MS = 250

/** An expression, checked while it is typed, and tried with what the last run knows. */
export function ExpressionField({ label, help, value = '', step, onChange }: ExpressionFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const [isPicking, setPicking] = useState(false)
  const { problem, now } = useCheck(value)
  const change = (text: string) => onChange(text.trim() === '' ? undefined : text)
  return (
    <div
      ref={field}
      className="flex items-start gap-2"
      onKeyDown={(event) => isPickerKey(event) && setPicking(true)}
    >
      <div className="min-w-0 flex-1">
        <TextArea
          label={label}
          help={now === undefined ? help : `${help} In the last run: ${now}.`}
          problem={problem}
          className="font-mono text-sm"
          rows={1}
          spellCheck={false}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      </div>
      <Button className="mt-6" aria-label={`Insert a value into ${label}`} onClick={() => setPicking(true)}>
        $
      </Button>
      {isPicking && (
        <ReferenceDialog
          step={step}
          onClose={() => setPicking(false)}
          onChoose={(text) => {
            setPicking(false)
            insertText(field.current?.querySelector('textarea'), text)
          }}
        />
      )}
    </div>
  )
}

interface Checked {
  readonly problem?: string
  readonly now?: string
}

/** What is wrong with an expression, or what it is with the values of the last run. */
function useCheck(expression: string): Checked {
  const service = useService()
  const { known, state } = useEditor()
  const [checked, setChecked] = useState<Checked>({})
  const values = useRef<Values>({})
  values.current = {
    ...state.draft.variables,
    ...known.steps,
    inputs: known.inputs,
    ...(known.event !== null && { event: known.event, events: [known.event] }),
  }
  useEffect(() => {
    setChecked({})
    if (expression.trim() === '') return undefined
    const controller = new AbortController()
    const { signal } = controller
    const check = async () => {
      const plain = await service.call('POST /api/expressions/check', { body: { expression }, signal })
      if (plain.problem) return setChecked({ problem: inWords(plain.problem) })
      if (!plain.names.every((name) => Object.hasOwn(values.current, name))) return undefined
      const body = { expression, values: values.current }
      const { valid, value } = await service.call('POST /api/expressions/check', { body, signal })
      return valid ? setChecked({ now: JSON.stringify(value) }) : undefined
    }
    const timer = setTimeout(() => void check().catch(() => undefined), CHECK_AFTER_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [service, expression])
  return checked
}

function inWords({ message, column, expected }: { message: string; column: number; expected: string[] }) {
  const hint = expected.length > 0 ? ` Expected ${expected.slice(0, 5).join(', ')}.` : ''
  return `Column ${column}: ${message}${hint}`
}
