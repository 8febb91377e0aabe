import { ChevronLeft, ChevronRight, Pencil, PiggyBank } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { StoredOf } from '../schemas.ts'
import { useBaseCurrency } from '../view-kit/live/base-currency.ts'
import { IconButton } from '../view-kit/controls/controls.tsx'
import { DeleteButton } from '../view-kit/controls/delete-button.tsx'
import { withoutEntry } from '../view-kit/store/entries.ts'
import { formatDay, readMoment } from '../../contract/text/moments.ts'
import { formatNumber } from '../../contract/text/numbers.ts'
import { StoredCard, MoreBelow, useSome } from '../view-kit/store/stored-list.tsx'
import { NumberField } from '../view-kit/controls/number-field.tsx'
import { Empty } from '../view-kit/states.tsx'
import { useStored, type Stored } from '../view-kit/store/stored.ts'
import { today } from '../view-kit/live/today.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { PaymentForm } from './payment-form.tsx'
import {
  monthAfter,
  paymentsOf,
  sumOf,
  withLimit,
  type CategorySum,
  type MonthSum,
  type Payment,
} from './sums.ts'

type Budget = StoredOf<'budget_tracker'>
type Change = Stored<Budget>['change']

const EMPTY: Budget = { entries: [] }
const MAX_LIMIT = 1e9

export function BudgetTrackerView({ id, title, currency: asked, initial }: ViewProps<'budget_tracker'>) {
  const stored = useStored(id, initial ?? EMPTY)
  const currency = useBaseCurrency(stored.value.currency ?? asked)
  const [month, setMonth] = useState(() => today().slice(0, 7))
  const [showLimits, setShowLimits] = useState(false)
  const sum = sumOf(stored.value, month)
  const write = (amount: number) => formatNumber(amount, { format: 'currency', currency })
  const limitsLabel = showLimits ? 'Hide limits' : 'Set monthly limits'
  return (
    <StoredCard
      stored={stored}
      icon={<PiggyBank aria-hidden className="size-4" />}
      title={title ?? 'Budget'}
      menu={[{ label: limitsLabel, onSelect: () => setShowLimits(!showLimits) }]}
      height={240}
    >
      <div className="flex flex-col gap-4">
        <Month month={month} onMonth={setMonth} sum={sum} limit={stored.value.monthly_limit} write={write} />
        <Categories
          categories={sum.categories}
          write={write}
          {...(showLimits && { change: stored.change })}
        />
        <PaymentForm
          currency={currency}
          categories={sum.categories.map(({ name }) => name)}
          onSave={(payment) => {
            stored.change((value) => ({ currency, ...value, entries: [payment, ...value.entries] }))
            setMonth(payment.date.slice(0, 7))
          }}
        />
        <Payments
          payments={paymentsOf(stored.value.entries, month)}
          write={write}
          change={stored.change}
          remove={stored.remove}
          currency={currency}
          categories={sum.categories.map(({ name }) => name)}
        />
      </div>
    </StoredCard>
  )
}

type Write = (amount: number) => string

interface MonthProps {
  readonly month: string
  readonly onMonth: (month: string) => void
  readonly sum: MonthSum
  /** Most that should be spent in all. */
  readonly limit: number | undefined
  readonly write: Write
}

function Month({ month, onMonth, sum: { spent, earned }, limit, write }: MonthProps) {
  const name = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(
    readMoment(`${month}-01`),
  )
  return (
    <div>
      <div className="flex items-center gap-1">
        <IconButton label="Previous month" onClick={() => onMonth(monthAfter(month, -1))}>
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <p aria-live="polite" className="flex-1 text-center text-sm font-medium">
          {name}
        </p>
        <IconButton label="Next month" onClick={() => onMonth(monthAfter(month, 1))}>
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
      </div>
      <dl className="mt-1 flex flex-wrap gap-2 text-center">
        <Figure
          label="Spent"
          text={limit === undefined ? write(spent) : `${write(spent)} of ${write(limit)}`}
          color={isOver(spent, limit) ? 'text-bad' : ''}
        />
        <Figure label="Earned" text={write(earned)} />
        <Figure label="Left" text={write(earned - spent)} color={earned < spent ? 'text-bad' : 'text-good'} />
      </dl>
    </div>
  )
}

function Figure({ label, text, color = '' }: { label: string; text: string; color?: string }) {
  return (
    <div className="flex-1 rounded-lg bg-surface-2 px-2 py-2">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className={`text-sm font-semibold tabular-nums @sm:text-lg ${color}`}>
        {text.split(' of ').map((sum, index) => (
          <Fragment key={index}>
            {index > 0 && ' of '}
            <span className="whitespace-nowrap">{sum}</span>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

interface CategoriesProps {
  readonly categories: readonly CategorySum[]
  readonly write: Write
  /** There while the limits are being set. */
  readonly change?: Change
}

function Categories({ categories, write, change }: CategoriesProps) {
  if (categories.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {categories.map(({ name, spent, limit }) => (
        <li key={name}>
          <p className="flex justify-between gap-2 text-sm">
            <span dir="auto" className="clip">
              {name}
            </span>
            <span
              className={`shrink-0 tabular-nums ${isOver(spent, limit) ? 'font-medium text-bad' : 'text-ink-2'}`}
            >
              {write(spent)}
              {limit !== undefined && ` of ${write(limit)}`}
            </span>
          </p>
          {limit !== undefined && (
            <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-surface-3">
              <div
                className={`h-full rounded-full ${isOver(spent, limit) ? 'bg-bad' : 'bg-accent'}`}
                style={{ width: `${Math.min(100, limit === 0 ? 100 : (spent / limit) * 100)}%` }}
              />
            </div>
          )}
          {change && (
            <NumberField
              label={`Monthly limit for ${name}`}
              optional
              min={0}
              max={MAX_LIMIT}
              value={limit}
              onChange={(value) => change((budget) => withLimit(budget, name, value))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function isOver(spent: number, limit: number | undefined): boolean {
  return limit !== undefined && spent > limit
}

interface PaymentsProps extends Pick<Stored<Budget>, 'change' | 'remove'> {
  readonly payments: readonly Payment[]
  readonly write: Write
  readonly currency: string
  readonly categories: readonly string[]
}

function Payments({ payments, write, currency, categories, change, remove }: PaymentsProps) {
  const { some, more } = useSome(payments)
  const [editedId, setEditedId] = useState<string>()
  const save = (changed: Payment) => {
    change((value) => ({
      ...value,
      entries: value.entries.map((one) => (one.id === changed.id ? changed : one)),
    }))
    setEditedId(undefined)
  }
  if (payments.length === 0) return <Empty>No payments this month.</Empty>
  return (
    <ul aria-label="Payments" className="fading -mx-2 max-h-72 overflow-y-auto">
      {some.map((payment) =>
        payment.id === editedId ? (
          <li key={payment.id} className="px-2 pb-3">
            <PaymentForm
              currency={currency}
              categories={categories}
              payment={payment}
              onSave={save}
              onCancel={() => setEditedId(undefined)}
            />
          </li>
        ) : (
          <PaymentRow
            key={payment.id}
            payment={payment}
            write={write}
            remove={remove}
            onEdit={() => setEditedId(payment.id)}
          />
        ),
      )}
      {more.rest > 0 && (
        <li>
          <MoreBelow {...more} />
        </li>
      )}
    </ul>
  )
}

interface PaymentRowProps {
  readonly payment: Payment
  readonly write: Write
  readonly remove: Stored<Budget>['remove']
  readonly onEdit: () => void
}

function PaymentRow({
  payment: { id, date, text, category, kind, amount },
  write,
  remove,
  onEdit,
}: PaymentRowProps) {
  const name = text ?? category ?? 'the payment'
  return (
    <li className="group flex items-center gap-2 rounded-lg ps-2 hover:bg-surface-2">
      <span className="min-w-0 flex-1 py-1">
        <span dir="auto" className="clip block">
          {text ?? category ?? 'Payment'}
        </span>
        <span className="clip block text-xs text-ink-3">
          {formatDay(readMoment(date))}
          {text !== undefined && category !== undefined && ` · ${category}`}
        </span>
      </span>
      <span className={`shrink-0 tabular-nums ${kind === 'income' ? 'text-good' : ''}`}>
        {kind === 'income' ? '+' : '−'}
        {write(amount)}
      </span>
      <IconButton label={`Change ${name}`} onClick={onEdit}>
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <DeleteButton
        label={`Delete ${name}`}
        onClick={() =>
          remove(text ?? category ?? 'The payment', (value) => ({
            ...value,
            entries: withoutEntry(value.entries, id),
          }))
        }
      />
    </li>
  )
}
