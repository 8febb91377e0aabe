import {
  Angry,
  BookHeart,
  ChevronLeft,
  ChevronRight,
  Frown,
  Laugh,
  Meh,
  Smile,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../contract/text/counts.ts'
import { formatDay, readMoment } from '../../contract/text/moments.ts'
import type { StoredOf } from '../schemas.ts'
import { IconButton } from '../view-kit/controls/controls.tsx'
import { DeleteButton } from '../view-kit/controls/delete-button.tsx'
import { today } from '../view-kit/live/today.ts'
import { now, withoutEntry } from '../view-kit/store/entries.ts'
import { StoredCard } from '../view-kit/store/stored-list.tsx'
import { SharedText } from '../view-kit/store/shared-text.tsx'
import { useStored, type Stored } from '../view-kit/store/stored.ts'
import type { ViewProps } from '../view-kit/view-entry.ts'
import { dayAfter, entryOf, furtherOf, withEntry, type Entry } from './days.ts'

type Journal = StoredOf<'journal'>
type Mood = NonNullable<Entry['mood']>

const EMPTY: Journal = { entries: [] }
const RECENT = 30

/** Drawn, not written: many a desktop has no font with faces. */
const FACES: Readonly<Record<Mood, LucideIcon>> = {
  awful: Angry,
  bad: Frown,
  fair: Meh,
  good: Smile,
  great: Laugh,
}
const MOODS = Object.keys(FACES) as Mood[]

export function JournalView({ id, title, question, initial }: ViewProps<'journal'>) {
  const stored = useStored(id, initial ?? EMPTY)
  const [date, setDate] = useState(() => today())
  const { entries } = stored.value
  return (
    <StoredCard
      stored={stored}
      icon={<BookHeart aria-hidden className="size-4" />}
      title={title ?? 'Journal'}
      subtitle={entries.length > 0 ? countOf(entries.length, 'entry') : undefined}
      height={220}
    >
      <div className="flex flex-col gap-3">
        <DayChoice date={date} onChoose={setDate} />
        <DayEntry
          key={date}
          date={date}
          entry={entryOf(entries, date)}
          question={question}
          change={stored.change}
          remove={stored.remove}
        />
        {furtherOf(entries, date).map((entry) => (
          <FurtherEntry key={entry.id} entry={entry} change={stored.change} remove={stored.remove} />
        ))}
        <Earlier entries={entries} date={date} onChoose={setDate} />
      </div>
    </StoredCard>
  )
}

function DayChoice({ date, onChoose }: { date: string; onChoose: (date: string) => void }) {
  const isToday = date >= today()
  return (
    <div className="flex items-center gap-1">
      <IconButton label="Previous day" onClick={() => onChoose(dayAfter(date, -1))}>
        <ChevronLeft aria-hidden className="size-4" />
      </IconButton>
      <label className="relative min-w-0 flex-1 text-center">
        <span className="sr-only">Day</span>
        <input
          type="date"
          className="min-h-9 rounded-lg bg-transparent px-2 text-sm font-medium"
          max={today()}
          value={date}
          onChange={({ target }) => {
            if (target.value !== '') onChoose(target.value)
          }}
        />
      </label>
      <IconButton label="Next day" disabled={isToday} onClick={() => onChoose(dayAfter(date, 1))}>
        <ChevronRight aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

interface DayEntryProps extends Pick<Stored<Journal>, 'change' | 'remove'> {
  readonly date: string
  readonly entry: Entry | undefined
  readonly question: string | undefined
}

function DayEntry({ date, entry, question, change, remove }: DayEntryProps) {
  const write = (rewrite: (entry: Entry) => Entry) => {
    const updated_at = now()
    change((value) => withEntry(value, date, (kept) => ({ ...rewrite(kept), updated_at })))
  }
  const setMood = (mood: Mood) =>
    write(({ mood: before, ...rest }) => (before === mood ? rest : { ...rest, mood }))
  return (
    <>
      <div className="flex items-center gap-1">
        <div role="group" aria-label="How the day was" className="flex flex-1 gap-1">
          {MOODS.map((mood) => (
            <button
              key={mood}
              type="button"
              aria-label={mood}
              aria-pressed={entry?.mood === mood}
              title={mood}
              className={`grid size-9 place-items-center rounded-full pointer-coarse:size-10 ${
                entry?.mood === mood
                  ? 'bg-accent-soft ring-2 ring-accent'
                  : 'opacity-70 hover:bg-surface-2 hover:opacity-100'
              }`}
              onClick={() => setMood(mood)}
            >
              <Face mood={mood} />
            </button>
          ))}
        </div>
        {entry && (
          <DeleteButton
            label={`Delete the entry for ${formatDay(readMoment(date))}`}
            onClick={() =>
              remove(`The entry for ${formatDay(readMoment(date))}`, (value) => ({
                ...value,
                entries: withoutEntry(value.entries, entry.id),
              }))
            }
          />
        )}
      </div>
      <SharedText
        label={question ?? 'What happened?'}
        className="min-h-28"
        maxLength={100_000}
        value={entry?.text ?? ''}
        onEdit={(rewrite) => write((kept) => ({ ...kept, text: rewrite(kept.text) }))}
      />
    </>
  )
}

/** The chat and other clients may write several on one day. */
function FurtherEntry({
  entry: { id, text },
  change,
  remove,
}: Pick<Stored<Journal>, 'change' | 'remove'> & { entry: Entry }) {
  const write = (rewrite: (text: string) => string) => {
    const updated_at = now()
    change((value) => ({
      ...value,
      entries: value.entries.map((kept) =>
        kept.id === id ? { ...kept, text: rewrite(kept.text), updated_at } : kept,
      ),
    }))
  }
  return (
    <div className="flex items-start gap-1">
      <SharedText
        label="Also on this day"
        className="min-h-16 flex-1"
        maxLength={100_000}
        value={text}
        onEdit={write}
      />
      <DeleteButton
        label={`Delete “${text.slice(0, 40)}”`}
        onClick={() =>
          remove(`“${text.slice(0, 40)}”`, (value) => ({
            ...value,
            entries: withoutEntry(value.entries, id),
          }))
        }
      />
    </div>
  )
}

interface EarlierProps {
  readonly entries: readonly Entry[]
  readonly date: string
  readonly onChoose: (date: string) => void
}

function Earlier({ entries, date, onChoose }: EarlierProps) {
  const others = entries
    .filter((entry) => entry.date !== date)
    .sort((one, other) => other.date.localeCompare(one.date))
    .slice(0, RECENT)
  if (others.length === 0) return null
  return (
    <ul
      aria-label="Other days"
      className="fading relative -mx-2 max-h-56 overflow-y-auto border-t border-line pt-2"
    >
      {others.map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            className="flex w-full items-baseline gap-3 rounded-lg px-2 py-1 text-start hover:bg-surface-2"
            onClick={() => onChoose(entry.date)}
          >
            <span className="w-24 shrink-0 text-xs text-ink-3">{formatDay(readMoment(entry.date))}</span>
            <span className="shrink-0 self-center">
              {entry.mood && (
                <>
                  <Face mood={entry.mood} />
                  <span className="sr-only">{entry.mood}</span>
                </>
              )}
            </span>
            <span dir="auto" className="clip flex-1 text-sm text-ink-2">
              {entry.text}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Face({ mood }: { mood: Mood }) {
  const Icon = FACES[mood]
  return <Icon aria-hidden className="size-5" />
}
