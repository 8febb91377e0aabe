import { isoDay } from '../slots/calendar.ts'
import type { ListName } from '../slots/list-names.ts'
import { numberOf, textOf, type Act, type Understood } from './act.ts'
import { editStored, newEntryId, readStored, type StoredValues } from './stored.ts'

type Entry = Readonly<Record<string, unknown>> & { readonly id: string }

interface Column extends Entry {
  readonly title: string
  readonly cards: readonly (Entry & { readonly title: string })[]
}

const MOST = 2_000
const MOST_CARDS = 500

/** Notes, boards, books, bookmarks, people, days and payments: shown, or with one more entry. */
export function collectionActs(store: StoredValues): Readonly<Record<string, Act>> {
  return {
    notes: showing(cards.notes),
    'note.add': (understood) => addNote(store, understood),
    kanban_board: ({ slots, voice }) => void voice.add(boardOf(slots)),
    'board.add': (understood) => putCard(store, understood),
    reading_list: showing(cards.reading),
    'reading.add': (understood) => addBook(store, understood),
    bookmarks: showing(cards.bookmarks),
    'bookmark.add': (understood) => addBookmark(store, understood),
    contacts: (understood) => showContacts(store, understood),
    'contact.add': (understood) => addContact(store, understood),
    journal: showing(cards.journal),
    'journal.add': (understood) => addJournalEntry(store, understood),
    budget_tracker: showing(cards.budget),
    'budget.add': (understood) => addPayment(store, understood),
    code_snippets: showing(cards.snippets),
    habit_tracker: (understood) => trackHabit(store, understood),
  }
}

const cards = {
  notes: { type: 'notes', id: 'notes', title: 'Notes' },
  reading: { type: 'reading_list', id: 'reading', title: 'Reading list' },
  bookmarks: { type: 'bookmarks', id: 'bookmarks', title: 'Bookmarks' },
  contacts: { type: 'contacts', id: 'contacts', title: 'Contacts' },
  journal: { type: 'journal', id: 'journal', title: 'Journal' },
  budget: { type: 'budget_tracker', id: 'budget', title: 'Budget' },
  snippets: { type: 'code_snippets', id: 'snippets', title: 'Code snippets' },
} as const

function showing(card: { type: string; id: string; title: string }): Act {
  return ({ voice }) => void voice.add(card)
}

interface NewEntry {
  readonly key: string
  readonly member: string
  readonly entry: Readonly<Record<string, unknown>>
}

/** Puts an entry in front of the others. */
function addFirst(store: StoredValues, { key, member, entry }: NewEntry, { when }: Understood) {
  const dated = { id: newEntryId(), ...entry, created_at: when.now.toISOString() }
  return editStored<Readonly<Record<string, unknown>>>(store, key, {
    empty: { [member]: [] },
    change: (value) => ({ ...value, [member]: [dated, ...(value[member] as Entry[])].slice(0, MOST) }),
  })
}

async function addNote(store: StoredValues, understood: Understood): Promise<void> {
  const text = textOf(understood.slots, 'text')
  if (text !== undefined) {
    await addFirst(
      store,
      { key: 'notes', member: 'notes', entry: { text: text.slice(0, 100_000) } },
      understood,
    )
    understood.voice.say('Noted.')
  }
  understood.voice.add(cards.notes)
}

async function addBook(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const title = textOf(slots, 'title')!.slice(0, 500)
  const created = { created_at: when.now.toISOString() }
  await editStored<{ items: readonly Entry[] }>(store, 'reading', {
    empty: { items: [] },
    change: (value) => ({ ...value, items: withBook(value.items, { title, slots, created }) }),
  })
  voice.say(`“${title}” is on your reading list.`)
  voice.add(cards.reading)
}

async function addBookmark(store: StoredValues, understood: Understood): Promise<void> {
  const url = textOf(understood.slots, 'url')!
  const title = (textOf(understood.slots, 'title') ?? new URL(url).hostname).slice(0, 500)
  await addFirst(store, { key: 'bookmarks', member: 'bookmarks', entry: { title, url } }, understood)
  understood.voice.say(`Bookmarked ${title}.`)
  understood.voice.add(cards.bookmarks)
}

async function addContact(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice } = understood
  const name = textOf(slots, 'name')!.slice(0, 300)
  const [email, phone] = [textOf(slots, 'email'), textOf(slots, 'phone')]
  const entry = {
    name,
    ...(email !== undefined && { emails: [email] }),
    ...(phone !== undefined && { phones: [phone] }),
  }
  await addFirst(store, { key: 'contacts', member: 'contacts', entry }, understood)
  voice.say(`${name} is in your contacts.`)
  voice.add(cards.contacts)
}

async function addJournalEntry(store: StoredValues, understood: Understood): Promise<void> {
  const text = textOf(understood.slots, 'text')
  if (text !== undefined) {
    const entry = { date: isoDay(understood.when.today), text: text.slice(0, 100_000) }
    await addFirst(store, { key: 'journal', member: 'entries', entry }, understood)
    understood.voice.say('Written into your journal.')
  }
  understood.voice.add(cards.journal)
}

async function addPayment(store: StoredValues, understood: Understood): Promise<void> {
  const { slots, voice, when } = understood
  const amount = numberOf(slots, 'amount')!
  const text = textOf(slots, 'text')?.slice(0, 300)
  const kind = textOf(slots, 'kind') ?? 'expense'
  const date = textOf(slots, 'date') ?? isoDay(when.today)
  const entry = { date, amount, kind, ...(text !== undefined && { text }) }
  await addFirst(store, { key: 'budget', member: 'entries', entry }, understood)
  const what = text === undefined ? '' : ` for ${text}`
  voice.say(`${kind === 'income' ? 'Income' : 'Expense'} of ${amount}${what} noted.`)
  voice.add(cards.budget)
}

function boardOf(slots: Understood['slots']) {
  const { id, title } = slots['board'] as ListName
  // Lists and boards of one name are kept apart.
  return { type: 'kanban_board', id: id.endsWith('board') ? id : `${id}-board`, title }
}

const columnTitles = ['To do', 'Doing', 'Done']

async function putCard(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const board = boardOf(slots)
  const title = textOf(slots, 'card')!
  const wanted = textOf(slots, 'column')
  const fresh = columnTitles.map((name, index): Column => ({ id: String(index + 1), title: name, cards: [] }))
  await editStored<{ columns: readonly Column[] }>(store, board.id, {
    empty: { columns: fresh },
    change: (value) => {
      const columns = value.columns.length > 0 ? value.columns : fresh
      const known = columns
        .flatMap(({ cards }) => cards)
        .find((card) => card.title.toLowerCase() === title.toLowerCase())
      const card = known ?? {
        id: newEntryId(),
        title: title.slice(0, 300),
        created_at: when.now.toISOString(),
      }
      const target =
        columns.find((column) => column.title.toLowerCase() === wanted?.toLowerCase()) ?? columns[0]!
      return {
        ...value,
        columns: columns.map((column) => {
          const others = column.cards.filter(({ id }) => id !== card.id)
          return { ...column, cards: column === target ? [...others, card].slice(0, MOST_CARDS) : others }
        }),
      }
    },
  })
  voice.say(wanted === undefined ? `“${title}” is on ${board.title}.` : `“${title}” is now in ${wanted}.`)
  voice.add(board)
}

function withBook(
  items: readonly Entry[],
  { title, slots, created }: { title: string; slots: Understood['slots']; created: object },
): readonly Entry[] {
  const [author, status, url] = [textOf(slots, 'author'), textOf(slots, 'status'), textOf(slots, 'url')]
  const known = items.find((item) => String(item['title']).toLowerCase() === title.toLowerCase())
  if (known)
    return items.map((item) => (item === known ? { ...item, ...(status !== undefined && { status }) } : item))
  const book = {
    id: newEntryId(),
    title,
    ...(author !== undefined && { author }),
    ...(url !== undefined && { url }),
    status: status ?? 'to_read',
    ...created,
  }
  return [...items, book].slice(-MOST)
}

interface Person {
  readonly name: string
  readonly emails?: readonly string[]
  readonly phones?: readonly string[]
  readonly address?: string
}

function showContacts(store: StoredValues, understood: Understood): void {
  const { slots, voice } = understood
  const wanted = textOf(slots, 'name')?.toLowerCase()
  if (wanted !== undefined) {
    const { contacts } = readStored<{ contacts: readonly Person[] }>(store, 'contacts', { contacts: [] })
    const found = contacts.filter(({ name }) => name.toLowerCase().includes(wanted))
    for (const { name, emails = [], phones = [], address } of found.slice(0, 5)) {
      const items = [
        ...phones.map((value) => ({ label: 'Phone', value, copyable: true })),
        ...emails.map((value) => ({ label: 'Mail', value, copyable: true })),
        ...(address === undefined ? [] : [{ label: 'Address', value: address, copyable: true }]),
      ]
      voice.add({ type: 'key_value', title: name, items })
    }
    if (found.length > 0) return
    voice.say(`${textOf(slots, 'name')} is not in your contacts.`)
  }
  voice.add(cards.contacts)
}

interface Habit extends Entry {
  readonly name: string
  readonly done_on: readonly string[]
}

async function trackHabit(store: StoredValues, { slots, voice, when }: Understood): Promise<void> {
  const habit = textOf(slots, 'habit')
  if (habit !== undefined) {
    const today = isoDay(when.today)
    await editStored<{ habits: readonly Habit[] }>(store, 'habits', {
      empty: { habits: [] },
      change: (value) => {
        const known = value.habits.find(({ name }) => name.toLowerCase() === habit.toLowerCase())
        const kept: Habit = known ?? {
          id: newEntryId(),
          name: habit[0]!.toUpperCase() + habit.slice(1),
          done_on: [],
        }
        const days = slots['done'] === true ? [...new Set([...kept.done_on, today])] : kept.done_on
        return {
          ...value,
          habits: [...value.habits.filter(({ id }) => id !== kept.id), { ...kept, done_on: days }].slice(
            -100,
          ),
        }
      },
    })
    voice.say(slots['done'] === true ? `${habit}: done for today.` : `I track ${habit} now.`)
  }
  voice.add({ type: 'habit_tracker', id: 'habits' })
}
