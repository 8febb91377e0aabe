import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Button, TextField } from '../view-kit/controls/controls.tsx'
import { NumberField } from '../view-kit/controls/number-field.tsx'
import { Segments } from '../view-kit/controls/segments.tsx'
import { newEntryId } from '../view-kit/store/stored.ts'
import { now } from '../view-kit/store/entries.ts'
import { today } from '../view-kit/live/today.ts'
import { NO_CATEGORY, type Payment } from './sums.ts'

interface PaymentFormProps {
  readonly currency: string
  readonly categories: readonly string[]
  /** One that is changed; without it a new one is written. */
  readonly payment?: Payment
  readonly onSave: (payment: Payment) => void
  readonly onCancel?: () => void
}

const KINDS = [
  { value: 'expense', label: 'Spent' },
  { value: 'income', label: 'Earned' },
] as const

const MIN_AMOUNT = 0.01
const MAX_AMOUNT = 1e9

/** What stands in the fields. */
interface Entered {
  readonly kind: Payment['kind']
  readonly amount: number | undefined
  readonly text: string
  readonly category: string
  readonly date: string
}

/** A payment while it is written, a new one or one that is there. */
export function PaymentForm({ currency, categories, payment, onSave, onCancel }: PaymentFormProps) {
  const listId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [round, setRound] = useState(0)
  const [entered, setEntered] = useState<Entered>(() => enteredOf(payment))
  const edit = (members: Partial<Entered>) => setEntered((before) => ({ ...before, ...members }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) return wrong.focus()
    const { amount, date } = entered
    if (amount === undefined || date === '') return
    onSave(paymentOf({ ...entered, amount }, payment))
    if (payment) return
    edit({ amount: undefined, text: '' })
    // A new field for the next amount: the old one would still hold what was typed.
    setRound(round + 1)
  }
  useEffect(() => {
    // The next one is typed at once; the button that added this one can no longer be pressed.
    if (round > 0 || payment) form.current?.querySelector('input')?.focus()
  }, [round, payment])
  return (
    <form ref={form} onSubmit={save} className="flex flex-col gap-2 border-t border-line pt-3">
      <Segments
        label="Kind of payment"
        values={KINDS}
        chosen={entered.kind}
        onChoose={(chosen) => edit({ kind: chosen })}
      />
      <div className="grid grid-cols-2 gap-2 @md:grid-cols-4">
        <NumberField
          key={round}
          label={`Amount in ${currency}`}
          optional
          min={MIN_AMOUNT}
          max={MAX_AMOUNT}
          problem="Enter an amount above 0, e.g. 12.50."
          value={entered.amount}
          onChange={(amount) => edit({ amount })}
        />
        <WordsAndDay entered={entered} onEdit={edit} listId={listId} />
      </div>
      <datalist id={listId}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={entered.amount === undefined}>
          {payment ? 'Save payment' : 'Add payment'}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  )
}

interface WordsAndDayProps {
  readonly entered: Entered
  readonly onEdit: (members: Partial<Entered>) => void
  /** Of the names of the categories that are there. */
  readonly listId: string
}

function WordsAndDay({ entered: { text, category, date }, onEdit, listId }: WordsAndDayProps) {
  return (
    <>
      <TextField
        label="What for"
        dir="auto"
        maxLength={300}
        value={text}
        onChange={({ target }) => onEdit({ text: target.value })}
      />
      <TextField
        label="Category"
        dir="auto"
        maxLength={80}
        list={listId}
        value={category}
        onChange={({ target }) => onEdit({ category: target.value })}
      />
      <TextField
        label="Day"
        type="date"
        value={date}
        onChange={({ target }) => onEdit({ date: target.value })}
      />
    </>
  )
}

function enteredOf(payment: Payment | undefined): Entered {
  const { kind = 'expense', amount, text = '', category = '', date = today() } = payment ?? {}
  return { kind, amount, text, category, date }
}

function paymentOf(
  { kind, amount, text, category, date }: Entered & { readonly amount: number },
  before: Payment | undefined,
): Payment {
  const named = category.trim() === '' || category.trim() === NO_CATEGORY ? undefined : category.trim()
  return {
    id: before?.id ?? newEntryId(),
    date,
    amount,
    kind,
    ...(named !== undefined && { category: named }),
    ...(text.trim() !== '' && { text: text.trim() }),
    created_at: before?.created_at ?? now(),
  }
}
