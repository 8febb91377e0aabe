import { Calculator } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { Card, CopyButton } from '../view-kit/card.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { useViewContext } from '../view-kit/view-context.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { calculate, withoutDust } from '../../platform/language/values/evaluate.ts'
import { Keys } from './keys.tsx'

interface Step {
  readonly expression: string
  readonly result: string
}

interface Desk {
  readonly expression: string
  readonly history: readonly Step[]
}

const MAX_STEPS = 20
const SPECIAL_KEYS: Readonly<Record<string, string>> = { Backspace: '⌫', Escape: 'C' }

export function CalculatorView({ id, expression = '', result, mode = 'basic' }: ViewProps<'calculator'>) {
  const { value: desk, change } = usePersisted<Desk>('calculator', id, () => ({ expression, history: [] }))
  const [degrees, setDegrees] = useState(true)
  const { announce } = useViewContext()
  const field = useRef<HTMLInputElement>(null)
  const last = Number(desk.history[0]?.result ?? 0)
  const { value, problem } = calculate(desk.expression, { degrees, last })
  // What the service already knows is shown until somebody types.
  const known =
    value === undefined && desk.expression === expression && result !== undefined ? String(result) : undefined
  const shown = value === undefined ? known : String(withoutDust(value))
  const write = (text: string) => change((kept) => ({ ...kept, expression: text }))
  const press = (key: string) => {
    if (key === '=') settle()
    else if (key === 'C') write('')
    else if (key === '⌫') write(desk.expression.slice(0, -1))
    else if (key === '()') write(desk.expression + nextBracket(desk.expression))
    else write(desk.expression + key)
  }
  const settle = () => {
    if (shown === undefined || desk.expression.trim() === '') return
    const step: Step = { expression: desk.expression, result: shown }
    change(({ history }) => ({ expression: shown, history: [step, ...history].slice(0, MAX_STEPS) }))
    announce(`The result is ${shown}.`)
  }
  return (
    <Card
      icon={<Calculator aria-hidden className="size-4" />}
      title="Calculator"
      menu={
        desk.history.length > 0
          ? [{ label: 'Clear history', onSelect: () => change((kept) => ({ ...kept, history: [] })) }]
          : []
      }
    >
      <div onKeyDown={(event) => typeIn(event, { field: field.current, press })}>
        <History steps={desk.history} onTake={(step) => write(step.expression)} />
        <Display
          field={field}
          expression={desk.expression}
          onWrite={write}
          onSettle={settle}
          {...{ shown, problem }}
        />
        <Keys scientific={mode === 'scientific'} degrees={degrees} onDegrees={setDegrees} onPress={press} />
      </div>
    </Card>
  )
}

interface DisplayProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly expression: string
  readonly shown: string | undefined
  readonly problem: string | undefined
  readonly onWrite: (text: string) => void
  readonly onSettle: () => void
}

function Display({ field, expression, shown, problem, onWrite, onSettle }: DisplayProps) {
  const noteId = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === '=') {
      event.preventDefault()
      onSettle()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onWrite('')
    }
  }
  return (
    <div className="mb-3 rounded-lg border border-line-strong bg-surface-0 px-3 py-2 focus-within:border-accent">
      <input
        ref={field}
        aria-label="Calculation"
        aria-describedby={noteId}
        placeholder="0"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        className="w-full bg-transparent text-end font-mono text-base text-ink-2 outline-none placeholder:text-ink-3"
        value={expression}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex min-h-9 items-center justify-end gap-1">
        <output
          id={noteId}
          aria-label="Result"
          className={`min-w-0 text-end wrap-anywhere ${shown === undefined ? 'text-sm text-ink-3' : 'text-xl font-semibold tabular-nums'}`}
        >
          {expression.trim() === '' ? '' : shown === undefined ? problem : `= ${shown}`}
        </output>
        {shown !== undefined && expression.trim() !== '' && (
          <CopyButton text={shown} label="Copy the result" />
        )}
      </div>
    </div>
  )
}

function History({ steps, onTake }: { steps: readonly Step[]; onTake: (step: Step) => void }) {
  if (steps.length === 0) return null
  return (
    <ul aria-label="History" className="mb-2 flex max-h-24 flex-col-reverse overflow-y-auto">
      {steps.map((step, index) => (
        <li key={steps.length - index}>
          <button
            type="button"
            className="flex w-full justify-end gap-2 rounded-md px-2 py-1 text-sm text-ink-3 tabular-nums hover:bg-surface-2 hover:text-ink"
            onClick={() => onTake(step)}
          >
            <span className="clip">{step.expression}</span>
            <span className="shrink-0">= {step.result}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Digits work wherever the focus is in the card; what a focused button does with its keys stays with it. */
function typeIn(
  event: KeyboardEvent,
  { field, press }: { field: HTMLInputElement | null; press: (key: string) => void },
): void {
  if (event.target === field || event.ctrlKey || event.metaKey || event.altKey) return
  const key = SPECIAL_KEYS[event.key] ?? (/^[-\d+*/^().,!%=]$/.test(event.key) ? event.key : undefined)
  if (key === undefined) return
  event.preventDefault()
  press(key)
}

/** Closes what is open after a whole operand, else opens. */
function nextBracket(expression: string): string {
  const open = expression.split('(').length - expression.split(')').length
  return open > 0 && /[\d)!%²³πe]\s*$/.test(expression) ? ')' : '('
}
