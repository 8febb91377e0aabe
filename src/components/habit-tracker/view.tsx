import { Check, Flame, Repeat } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DeleteButton } from '../view-kit/controls/delete-button.tsx'
import { formatDay, readMoment } from '../../contract/text/moments.ts'
import { NamedIcon } from '../view-kit/icon.tsx'
import { usePersisted } from '../view-kit/store/persisted.ts'
import { AddLine, StoredCard } from '../view-kit/store/stored-list.tsx'
import { LineInput } from '../view-kit/controls/line-input.tsx'
import { Empty } from '../view-kit/states.tsx'
import { newEntryId, useStored, type Stored } from '../view-kit/store/stored.ts'
import { useTicking } from '../view-kit/live/ticking.ts'
import { today as dayOf } from '../view-kit/live/today.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import {
  addingMissing,
  lastDays,
  removing,
  renaming,
  streakOf,
  timesInWeek,
  toggling,
  type Habit,
  type Habits,
} from './habits.ts'

const EMPTY: Habits = { habits: [] }

export function HabitTrackerView({ id, title, habits = [], days = 7 }: ViewProps<'habit_tracker'>) {
  const stored = useStored<Habits>(id, EMPTY)
  useAddingOffered(id, habits, stored)
  const today = dayOf(new Date(useTicking(60_000)))
  const shown = lastDays(today, days)
  const kept = stored.value.habits
  const done = kept.filter(({ done_on }) => done_on.includes(today)).length
  return (
    <StoredCard
      stored={stored}
      icon={<Repeat aria-hidden className="size-4" />}
      title={title ?? 'Habits'}
      subtitle={kept.length > 0 ? `${done} of ${kept.length} today` : undefined}
      height={120}
    >
      {kept.length === 0 ? (
        <Empty>No habits yet.</Empty>
      ) : (
        <HabitTable habits={kept} days={shown} today={today} change={stored.change} remove={stored.remove} />
      )}
      <AddLine
        label="New habit"
        placeholder="Add a habit"
        maxLength={200}
        onAdd={(name) => stored.change(addingMissing([name], newEntryId))}
      />
    </StoredCard>
  )
}

/** What the answer brings is added once: a habit that a person removes does not come back with the next reload. */
function useAddingOffered(id: string, names: readonly string[], { status, change }: Stored<Habits>): void {
  const offered = usePersisted<{ names: readonly string[] }>('habit_tracker', `${id}.offered`, () => ({
    names: [],
  }))
  const fresh = names.filter((name) => !offered.value.names.includes(name))
  useEffect(() => {
    if (fresh.length === 0 || status !== 'ready') return
    change(addingMissing(fresh, newEntryId))
    offered.change((kept) => ({ names: [...new Set([...kept.names, ...fresh])] }))
  })
}

interface HabitTableProps extends Pick<Stored<Habits>, 'change' | 'remove'> {
  readonly habits: readonly Habit[]
  readonly days: readonly string[]
  readonly today: string
}

function HabitTable({ habits, ...rest }: HabitTableProps) {
  const { days, today } = rest
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Today is at the end.
    if (view.current) view.current.scrollLeft = view.current.scrollWidth
  }, [days.length])
  return (
    <div
      ref={view}
      className="relative -mx-1 max-h-96 overflow-auto"
      tabIndex={0}
      role="group"
      aria-label="Days"
    >
      <table className="w-full border-separate border-spacing-x-1 border-spacing-y-1 text-sm">
        <thead>
          <tr>
            <th scope="col" className="sticky start-0 z-10 bg-surface-1 text-start">
              <span className="sr-only">Habit</span>
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                className={`min-w-7 text-center text-xs font-normal ${day === today ? 'font-semibold text-accent' : 'text-ink-3'}`}
              >
                <abbr title={formatDay(readMoment(day))} className="no-underline">
                  {dayHead(day, days.length)}
                </abbr>
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Streak</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {habits.map((habit) => (
            <HabitRow key={habit.id} habit={habit} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HabitRow({
  habit,
  days,
  today,
  change,
  remove,
}: Omit<HabitTableProps, 'habits'> & { habit: Habit }) {
  const streak = streakOf(habit.done_on, today)
  const done = new Set(habit.done_on)
  const aim = habit.times_a_week
  return (
    <tr className="group">
      <th
        scope="row"
        className="sticky start-0 z-10 w-full min-w-20 bg-surface-1 pointer-coarse:min-w-28 text-start font-normal"
      >
        <span className="flex items-center gap-1.5">
          {habit.icon !== undefined && <NamedIcon name={habit.icon} />}
          <LineInput
            label="Habit"
            className="min-h-9 w-full py-[7px]"
            value={habit.name}
            maxLength={200}
            onWrite={(name) => change(renaming(habit.id, name))}
          />
          <DeleteButton
            label={`Remove ${habit.name}`}
            className="absolute end-0 bg-surface-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:static pointer-coarse:opacity-100"
            onClick={() => remove(`“${habit.name}”`, removing(habit.id))}
          />
        </span>
      </th>
      {days.map((day) => (
        <td key={day} className="p-0">
          <DayCell
            name={habit.name}
            day={day}
            done={done.has(day)}
            onToggle={(isDone) => change(toggling(habit.id, day, isDone))}
          />
        </td>
      ))}
      <td className="min-w-8 text-end whitespace-nowrap tabular-nums">
        {aim === undefined ? (
          <Streak days={streak} />
        ) : (
          <Aim done={timesInWeek(habit.done_on, today)} aim={aim} />
        )}
      </td>
    </tr>
  )
}

function Streak({ days }: { days: number }) {
  const words = days === 1 ? 'day in a row' : 'days in a row'
  return (
    <span
      className={`inline-flex items-center ${days > 0 ? 'text-warn' : 'text-ink-3'}`}
      title={`${days} ${words}`}
    >
      <Flame aria-hidden className="size-4" />
      {days}
      <span className="sr-only"> {words}</span>
    </span>
  )
}

function Aim({ done, aim }: { done: number; aim: number }) {
  return (
    <span className="text-xs text-ink-3" title={`${done} of ${aim} times this week`}>
      {done}/{aim}
      <span className="sr-only"> times this week</span>
    </span>
  )
}

interface DayCellProps {
  readonly name: string
  readonly day: string
  readonly done: boolean
  readonly onToggle: (done: boolean) => void
}

function DayCell({ name, day, done, onToggle }: DayCellProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={done}
      aria-label={`${name} on ${formatDay(readMoment(day))}`}
      className={`mx-auto grid size-7 place-items-center rounded-lg pointer-coarse:size-10 ${done ? 'bg-good text-on-accent' : 'bg-surface-2 hover:bg-surface-3'}`}
      onClick={() => onToggle(!done)}
    >
      {done && <Check aria-hidden className="size-4" />}
    </button>
  )
}

/** The day of the week while it is clear which week, else the day of the month. */
function dayHead(day: string, count: number): string {
  const look: Intl.DateTimeFormatOptions = count <= 7 ? { weekday: 'narrow' } : { day: 'numeric' }
  return new Intl.DateTimeFormat(undefined, look).format(readMoment(day))
}
