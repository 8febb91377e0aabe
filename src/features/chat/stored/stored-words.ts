import { dueWords, repeatWords } from '../router/answers/due-words.ts'
import { listed } from '../router/answers/list-items.ts'
import type { Applied } from './apply-change.ts'
import type { Shelf, ShelfEntry } from './shelf.ts'

/** What a model takes in at once; longer texts are read one by one. */
const MAX_CHARACTERS = 10_000
const SHORT = 300

type Named = Pick<Shelf, 'noun' | 'nouns'>

export function counted(count: number, { noun, nouns }: Named): string {
  return count === 1 ? `1 ${noun}` : `${count} ${nouns}`
}

/**
 * As many entries as one answer bears: with their long texts cut where there are several, and no more than fit. Their order
 * says which are new.
 */
export function fitting(entries: readonly ShelfEntry[]): { entries: ShelfEntry[]; isShortened: boolean } {
  const whole = entries.map(({ created_at: _first, updated_at: _last, ...entry }) => entry as ShelfEntry)
  if (whole.length < 2 || sizeOf(whole) <= MAX_CHARACTERS) return { entries: whole, isShortened: false }
  const shown: ShelfEntry[] = []
  let room = MAX_CHARACTERS
  for (const entry of whole) {
    const short = shortened(entry)
    room -= sizeOf(short)
    if (room < 0 && shown.length > 0) break
    shown.push(short)
  }
  return { entries: shown, isShortened: true }
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length
}

function shortened(entry: ShelfEntry): ShelfEntry {
  const members = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === 'string' && value.length > SHORT ? `${value.slice(0, SHORT)}…` : value,
  ])
  return Object.fromEntries(members) as ShelfEntry
}

interface Found {
  readonly found: number
  readonly told: number
  readonly query: string | undefined
  readonly next_offset: number | null
  readonly isShortened: boolean
}

export function foundWords(shelf: Shelf, { found, told, query, next_offset, isShortened }: Found): string {
  const about = query === undefined ? '' : ` with “${query.slice(0, 100)}”`
  if (found === 0) return `${shelf.title} has no ${shelf.nouns}${about}.`
  const which = told < found ? `${told} of ${counted(found, shelf)}` : counted(found, shelf)
  const more = next_offset === null ? '' : ` Continue with offset ${next_offset}.`
  const short = isShortened ? ' Long texts are cut. Read one in full with its id as query.' : ''
  return `${shelf.title}: ${which}${about}.${more}${short}`
}

interface Made {
  readonly applied: Applied
  readonly isNew: boolean
  readonly timeZone: string
}

/** What was done, in sentences. */
export function changeWords(shelf: Shelf, { applied, isNew, timeZone }: Made): string {
  const names = (entries: readonly ShelfEntry[]) =>
    listed(entries.map((entry) => `${shelf.name(entry).slice(0, 100)}${when(entry, timeZone)}`))
  const { added, changed, removed, there } = applied
  const what = shelf.kind === 'kanban_board' ? 'board' : 'list'
  const told = [
    ...(isNew ? [`Created the ${what} ${shelf.title}.`] : []),
    ...(added.length > 0 ? [`Added to ${shelf.title}: ${names(added)}.`] : []),
    ...(there.length > 0 ? [`Already there, so not added again: ${names(there)}.`] : []),
    ...(changed.length > 0 ? [`Changed: ${names(changed)}.`] : []),
    ...(removed.length > 0 ? [`Deleted: ${names(removed)}.`] : []),
  ]
  return told.length === 0 ? `Nothing in ${shelf.title} needed to change.` : told.join(' ')
}

/** A time in words, so that one that was misread can be seen. */
function when({ due, repeat }: ShelfEntry, timeZone: string): string {
  if (typeof due !== 'string') return ''
  const next = dueWords(due, timeZone)
  return typeof repeat === 'string' ? ` (${repeatWords(repeat, due, timeZone)}, next ${next})` : ` (${next})`
}
