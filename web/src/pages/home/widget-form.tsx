import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Drawn } from '../../../../src/components/view-kit/components.tsx'
import { Button } from '../../../../src/components/view-kit/controls/controls.tsx'
import { leadToWrongField, SchemaField } from '../../../../src/components/view-kit/controls/schema-form.tsx'
import type { Pin } from '../../frame/pins.ts'
import { wordsOf } from '../tools/result-parts.ts'
import {
  firstValues,
  membersOf,
  newWidget,
  problemsOf,
  storeKeyOf,
  type Offered,
  type Values,
} from './new-widget.ts'
import { RowsField } from './rows-field.tsx'

interface WidgetFormProps {
  readonly kind: Offered
  readonly offered: readonly Offered[]
  readonly settings: Values
  readonly pins: readonly Pin[]
  readonly onAdd: (pin: Pin) => void
  readonly onBack: () => void
}

/** The few settings of a widget, and beside them how it will look. */
export function WidgetForm({ kind, offered, settings, pins, onAdd, onBack }: WidgetFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(() => firstValues(kind, settings))
  const [tries, setTries] = useState(0)
  const problems = problemsOf(kind, values)
  const taken = keysOfOthers(kind, offered)
  const isThere = kind.stored !== undefined && pins.some(({ id }) => id === storeKeyOf(kind, values, taken))
  useEffect(() => {
    // What was pressed to come here has gone with the list.
    form.current?.querySelector<HTMLElement>('input, textarea, select, button[type=submit]')?.focus()
  }, [])
  // Only once it is drawn does a field say that it is wrong.
  useEffect(() => {
    if (tries > 0 && form.current) leadToWrongField(form.current)
  }, [tries])
  const add = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (Object.keys(problems).length > 0) return
    const component = newWidget(kind, values, taken)
    onAdd({ id: String(component['id']), component })
  }
  return (
    <form ref={form} className="flex flex-1 flex-col gap-4" noValidate onSubmit={add}>
      <p className="text-ink-3">{kind.gallery.about}</p>
      <div className="grid flex-1 items-start gap-5 wide:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          {kind.gallery.settings.length === 0 && <p className="text-sm text-ink-3">Nothing to set up.</p>}
          {kind.gallery.settings.map((name) => (
            <Setting
              key={name}
              {...{ kind, name, values }}
              // What is missing is told once somebody tries to go on without it.
              problem={tries > 0 || isWritten(values[name]) ? problems[name] : undefined}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
        </div>
        <Preview kind={kind} values={values} isWhole={Object.keys(problems).length === 0} />
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2">
        {isThere && (
          <p role="status" className="me-auto text-sm text-ink-3">
            Already on Home.
          </p>
        )}
        <Button onClick={onBack}>
          <ArrowLeft aria-hidden className="size-4" /> All widgets
        </Button>
        <Button type="submit" look="primary" disabled={isThere}>
          Add
        </Button>
      </footer>
    </form>
  )
}

/** Under the usual keys of other kinds something else is stored than this one could read. */
function keysOfOthers(kind: Offered, offered: readonly Offered[]): ReadonlySet<string> {
  const others = offered.filter(({ type, stored }) => stored !== undefined && type !== kind.type)
  return new Set(others.map(({ gallery }) => String(gallery.start['id'])))
}

interface SettingProps {
  readonly kind: Offered
  readonly name: string
  readonly values: Values
  readonly problem: string | undefined
  readonly onChange: (value: unknown) => void
}

function Setting({ kind, name, values, problem, onChange }: SettingProps) {
  const schema = membersOf(kind.schema)[name] ?? {}
  const value = values[name]
  const label = labelOf(name)
  if (schema.items?.type === 'object')
    return (
      <RowsField
        {...{ label, schema, problem, onChange }}
        value={Array.isArray(value) ? (value as readonly Values[]) : []}
      />
    )
  return (
    <SchemaField
      {...{ label, schema, problem, value, onChange }}
      required={kind.gallery.required.includes(name)}
    />
  )
}

/** Rows are written one field after the other. */
function isWritten(value: unknown): boolean {
  return value !== undefined && !Array.isArray(value)
}

function labelOf(name: string): string {
  return wordsOf(name).replace(/ s$/, ' (seconds)')
}

/** Providers are not asked at every key. */
const SETTLED_AFTER_MS = 500

function Preview({ kind, values, isWhole }: { kind: Offered; values: Values; isWhole: boolean }) {
  const [shown, setShown] = useState(isWhole ? values : undefined)
  useEffect(() => {
    if (!isWhole) return undefined
    const timer = setTimeout(() => setShown(values), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [values, isWhole])
  const id = kind.stored ? storeKeyOf(kind, shown ?? {}, NO_KEYS) : 'cmp_preview'
  return (
    <section aria-label="Preview" className="min-w-0 rounded-card bg-surface-2 p-3">
      {shown ? (
        // To be seen, not used: what is pressed or typed here would be lost, or change what is stored.
        <div inert key={JSON.stringify(shown)}>
          <Drawn component={{ ...defined(shown), type: kind.type, id }} />
        </div>
      ) : (
        <p className="text-sm text-ink-3">Fill in the form to see it.</p>
      )}
    </section>
  )
}

const NO_KEYS: ReadonlySet<string> = new Set()

function defined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
