import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { Button, TextField } from '../view-kit/controls.tsx'
import { NumberField } from '../view-kit/number-field.tsx'
import { Segments } from '../view-kit/segments.tsx'
import { newEntryId } from '../view-kit/stored.ts'
import { now } from '../view-kit/entries.ts'
import { today } from '../view-kit/today.ts'
import { NO_CATEGORY, type Payment } from './sums.ts'

interface NewPaymentProps {
  readonly currency: string
  readonly categories: readonly string[]
  readonly onAdd: (payment: Payment) => void
}

const KINDS = [
  { value: 'expense', label: 'Spent' },
  { value: 'income', label: 'Earned' },
] as const

const MOST = 1e9

export function NewPayment({ currency, categories, onAdd }: NewPaymentProps) {
  const listId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [round, setRound] = useState(0)
  const [kind, setKind] = useState<Payment['kind']>('expense')
  const [amount, setAmount] = useState<number>()
  const [text, setText] = useState('')
  const [category, setCategory] = useState('')
  const [date, setDate] = useState(() => today())
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (amount === undefined || amount === 0 || date === '') return
    const named = category.trim() === '' || category.trim() === NO_CATEGORY ? undefined : category.trim()
    onAdd({
      id: newEntryId(),
      date,
      amount,
      kind,
      ...(named !== undefined && { category: named }),
      ...(text.trim() !== '' && { text: text.trim() }),
      created_at: now(),
    })
    setAmount(undefined)
    setText('')
    // A new field for the next amount: the old one would still hold what was typed.
    setRound(round + 1)
  }
  useEffect(() => {
    // The next one is typed at once; the button that added this one can no longer be pressed.
    if (round > 0) form.current?.querySelector('input')?.focus()
  }, [round])
  return (
    <form ref={form} onSubmit={add} className="flex flex-col gap-2 border-t border-line pt-3">
      <Segments label="Kind of payment" values={KINDS} chosen={kind} onChoose={setKind} />
      <div className="grid grid-cols-2 gap-2 @md:grid-cols-4">
        <NumberField
          key={round}
          label={`Amount in ${currency}`}
          optional
          min={0}
          max={MOST}
          value={amount}
          onChange={setAmount}
        />
        <TextField
          label="What for"
          dir="auto"
          maxLength={300}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <TextField
          label="Category"
          dir="auto"
          maxLength={80}
          list={listId}
          value={category}
          onChange={({ target }) => setCategory(target.value)}
        />
        <TextField label="Day" type="date" value={date} onChange={({ target }) => setDate(target.value)} />
      </div>
      <datalist id={listId}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" className="self-start" disabled={amount === undefined || amount === 0}>
        Add the payment
      </Button>
    </form>
  )
}
