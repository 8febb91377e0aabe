import { closed, literals } from '../../contract/schema.ts'
import { Type, type TSchema } from '../../contract/type.ts'
import type { StoredKind } from './stored-things-port.ts'

type DescribedSchema = TSchema & { readonly description?: string }

/** A tool for each thing that is kept. The members are those of the widget of the same name. */
export interface StoredToolKind {
  readonly action: string
  readonly kind: StoredKind
  readonly title: string
  readonly description: string
  /** The argument that names one of several, with its description. */
  readonly named?: { readonly argument: 'list' | 'board'; readonly description: string }
  /** What is done is ticked off, and can be cleared away. */
  readonly hasDone?: true
  readonly hasColumns?: true
  readonly members: Readonly<Record<string, DescribedSchema>>
  /** Members that a new entry must have. */
  readonly required: readonly string[]
  /** Members that only a change has. */
  readonly changes?: Readonly<Record<string, TSchema>>
  readonly example: Readonly<Record<string, unknown>>
}

const text = (description: string, maxLength = 1_000) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description })
const passage = (description: string, maxLength: number) => Type.String({ maxLength, description })
const moment = (description: string) => text(`${description}, 2026-03-02 or 2026-03-02T09:30`, 40)
const day = (description: string) => text(`${description}, 2026-03-02`, 10)
const words = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, description })
const web = (description: string) =>
  Type.String({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$', maxLength: 2_048, description })
const texts = (description: string, maxLength: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems: 20, description })
const done = Type.Boolean({ description: 'Whether it is done' })

const todoList: StoredToolKind = {
  action: 'TODO_LIST',
  kind: 'todo_list',
  title: 'To-do, shopping and other lists',
  description:
    'Reads and changes lists to tick off: the to-do list, and lists by name such as shopping or packing. A list begins with its first entry.',
  named: { argument: 'list', description: 'Name of the list, e.g. shopping; the to-do list when left out' },
  hasDone: true,
  members: {
    text: text('What is to be done or bought'),
    due: moment('When it must be done'),
    priority: literals(['low', 'normal', 'high'], { description: 'How much it matters' }),
    note: passage('More about it', 4_000),
  },
  required: ['text'],
  changes: { done },
  example: { list: 'shopping', add: [{ text: 'Milk' }, { text: 'Eggs', due: '2026-03-02' }] },
}

const reminders: StoredToolKind = {
  action: 'REMINDERS_AND_TIMERS',
  kind: 'reminders',
  title: 'Reminders and timers',
  description:
    'Reads, sets, moves and cancels reminders and timers. Each rings as a notification at its time, also when no page is open.',
  hasDone: true,
  members: {
    text: text('What to remind of'),
    at: moment('When it rings, in time_zone; a day rings at 09:00'),
    in_minutes: Type.Number({
      exclusiveMinimum: 0,
      maximum: 5_256_000,
      description: 'For a timer: rings that many minutes from now, instead of at',
    }),
    repeat: text('How it comes again, as RFC 5545 has it: FREQ=WEEKLY;BYDAY=MO,TH', 200),
    time_zone: text('IANA time zone of at; that of this machine when left out', 64),
  },
  required: ['text'],
  changes: { done },
  example: { add: [{ text: 'Call Anna', at: '2036-03-02T09:00' }] },
}

const notes: StoredToolKind = {
  action: 'NOTES',
  kind: 'notes',
  title: 'Notes',
  description: 'Reads, writes, changes and deletes the notes of the user.',
  members: {
    title: text('Its title', 300),
    text: passage('The note, as Markdown', 100_000),
    tags: words('Words to find it by'),
    pinned: Type.Boolean({ description: 'Stays on top' }),
  },
  required: ['text'],
  changes: { append: passage('Text to put on a new line at its end', 100_000) },
  example: { add: [{ title: 'Wi-Fi', text: 'The guest network is *fjord*.' }] },
}

const board: StoredToolKind = {
  action: 'KANBAN_BOARD',
  kind: 'kanban_board',
  title: 'Kanban boards',
  description:
    'Reads and changes boards of cards in columns. A change of column moves a card. A board begins with its first card.',
  named: { argument: 'board', description: 'Name of the board; the only one when left out' },
  hasColumns: true,
  members: {
    title: text('What the card is', 300),
    column: text('Name of its column; the first one when left out', 80),
    text: passage('More about it, as Markdown', 10_000),
    labels: words('Labels'),
    due: moment('When it must be done'),
  },
  required: ['title'],
  example: { board: 'website', add: [{ title: 'New logo', column: 'To do' }] },
}

const journal: StoredToolKind = {
  action: 'JOURNAL',
  kind: 'journal',
  title: 'Journal',
  description: 'Reads, writes, changes and deletes entries of the diary.',
  members: {
    date: day('The day it is about; today when left out'),
    text: text('The entry, as Markdown', 100_000),
    mood: literals(['awful', 'bad', 'fair', 'good', 'great'], { description: 'How the day was' }),
    tags: words('Words to find it by'),
  },
  required: ['text'],
  changes: { append: passage('Text to put on a new line at its end', 100_000) },
  example: { add: [{ date: '2026-03-02', text: 'A long walk.', mood: 'good' }] },
}

const budget: StoredToolKind = {
  action: 'BUDGET',
  kind: 'budget_tracker',
  title: 'Budget',
  description: 'Reads and changes the payments of the budget: expenses and income.',
  members: {
    amount: Type.Number({ minimum: 0, description: 'How much' }),
    kind: literals(['expense', 'income'], { description: 'expense when left out' }),
    date: day('Day of the payment; today when left out'),
    category: text('Name of its category', 80),
    text: text('What for', 300),
  },
  required: ['amount'],
  example: { add: [{ amount: 12, text: 'Lunch', category: 'Food' }] },
}

const readingList: StoredToolKind = {
  action: 'READING_LIST',
  kind: 'reading_list',
  title: 'Reading list',
  description: 'Reads and changes the books and articles to read, with their state and rating.',
  members: {
    title: text('Title of the book or article', 500),
    author: text('Who wrote it', 300),
    url: web('Where to read it'),
    status: literals(['to_read', 'reading', 'read'], { description: 'to_read when left out' }),
    rating: Type.Integer({ minimum: 1, maximum: 5, description: 'How good it was' }),
    note: passage('What to remember of it', 10_000),
  },
  required: ['title'],
  example: { add: [{ title: 'Growth of the Soil', author: 'Knut Hamsun' }] },
}

const snippets: StoredToolKind = {
  action: 'CODE_SNIPPETS',
  kind: 'code_snippets',
  title: 'Code snippets',
  description: 'Reads, keeps, changes and deletes pieces of code and commands.',
  members: {
    title: text('What it does', 300),
    code: text('The code itself', 100_000),
    language: text('Its language, e.g. bash', 32),
    tags: words('Words to find it by'),
  },
  required: ['title', 'code'],
  example: { add: [{ title: 'Largest folders', code: 'du -h -d1 | sort -h', language: 'bash' }] },
}

const bookmarks: StoredToolKind = {
  action: 'BOOKMARKS',
  kind: 'bookmarks',
  title: 'Bookmarks',
  description: 'Reads, keeps, changes and deletes addresses of pages.',
  members: {
    title: text('What it leads to', 500),
    url: web('Where it leads'),
    folder: text('Folder it lies in', 80),
    note: passage('What it is good for', 4_000),
    tags: words('Words to find it by'),
  },
  required: ['title', 'url'],
  example: { add: [{ title: 'Trains in Norway', url: 'https://www.vy.no', folder: 'Travel' }] },
}

const contacts: StoredToolKind = {
  action: 'CONTACTS',
  kind: 'contacts',
  title: 'Contacts',
  description: 'Reads, adds, changes and deletes people and how to reach them.',
  members: {
    name: text('Name of the person or organization', 300),
    emails: texts('Mail addresses, the main one first', 320),
    phones: texts('Telephone numbers, the main one first', 50),
    organization: text('Where the person works', 300),
    address: passage('Postal address', 1_000),
    birthday: day('Birthday'),
    note: passage('What to remember', 4_000),
    tags: words('Words to find it by'),
  },
  required: ['name'],
  example: { add: [{ name: 'Grace Hopper', emails: ['grace@example.com'] }] },
}

const habits: StoredToolKind = {
  action: 'HABITS',
  kind: 'habit_tracker',
  title: 'Habits',
  description:
    'Reads the habits with the days on which they were kept, ticks off days, adds and removes habits.',
  members: {
    name: text('What is done', 200),
    times_a_week: Type.Integer({ minimum: 1, maximum: 7, description: 'How often it is meant to be' }),
  },
  required: ['name'],
  changes: {
    did_on: Type.Array(day('A day on which it was done'), { maxItems: 400, description: 'Days to tick off' }),
    did_not_on: Type.Array(day('A day on which it was not done'), {
      maxItems: 400,
      description: 'Days to take the tick from',
    }),
  },
  example: { change: [{ id: 'Read', did_on: ['2026-03-02'] }] },
}

export const storedKinds: readonly StoredToolKind[] = [
  todoList,
  reminders,
  notes,
  board,
  journal,
  budget,
  readingList,
  snippets,
  bookmarks,
  contacts,
  habits,
]

/** A new entry: what it must have, and what it may. */
export function newEntrySchema({ members, required }: StoredToolKind): TSchema {
  return closed(
    Object.fromEntries(
      Object.entries(members).map(([name, schema]) => [
        name,
        required.includes(name) ? schema : Type.Optional(schema),
      ]),
    ),
  )
}

/** Which entry, and what becomes of it. Null takes a member away that an entry need not have. */
export function changeSchema({ members, required, changes = {} }: StoredToolKind): TSchema {
  // A model has read what they mean where they are new.
  const settable = Object.entries(members).map(([name, { description: _told, ...schema }]) => [
    name,
    Type.Optional(required.includes(name) ? Type.Unsafe(schema) : orNull(schema)),
  ])
  const further = Object.entries(changes).map(([name, schema]) => [name, Type.Optional(schema)])
  return closed({
    id: text('Its id, or what it is called', 1_000),
    ...(Object.fromEntries([...settable, ...further]) as Record<string, TSchema>),
  })
}

/** One schema of two types: half as many words for a model as a union. */
function orNull(schema: TSchema): TSchema {
  const { type, enum: values } = schema as { type: string; enum?: readonly unknown[] }
  return Type.Unsafe({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}
