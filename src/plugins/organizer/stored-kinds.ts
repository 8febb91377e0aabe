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
    'Reads and changes checklists: the to-do list, and lists by name such as shopping or packing. A list is created with its first entry.',
  named: { argument: 'list', description: 'Name of the list, e.g. shopping; the to-do list by default' },
  hasDone: true,
  members: {
    text: text('What to do or buy'),
    due: moment('Due date'),
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
  title: 'Reminders',
  description:
    'Reads, sets, moves and cancels reminders. Each rings as a notification at its time, even if no page is open. TIMERS has timers and alarms.',
  hasDone: true,
  members: {
    text: text('What to remind the user of'),
    at: moment('When it rings, in time_zone; a date rings at 09:00'),
    in_minutes: Type.Number({
      exclusiveMinimum: 0,
      maximum: 5_256_000,
      description: 'Instead of at: minutes from now',
    }),
    repeat: text('How it repeats, as in RFC 5545: FREQ=WEEKLY;BYDAY=MO,TH', 200),
    time_zone: text("IANA time zone of at; this machine's by default", 64),
  },
  required: ['text'],
  changes: { done },
  example: { add: [{ text: 'Call Anna', at: '2036-03-02T09:00' }] },
}

const notes: StoredToolKind = {
  action: 'NOTES',
  kind: 'notes',
  title: 'Notes',
  description: "Reads, writes, changes and deletes the user's notes.",
  members: {
    title: text('Its title', 300),
    text: passage('The note, as Markdown', 100_000),
    tags: words('Tags'),
    pinned: Type.Boolean({ description: 'Pinned to the top' }),
  },
  required: ['text'],
  changes: { append: passage('Text to add on a new line at the end', 100_000) },
  example: { add: [{ title: 'Wi-Fi', text: 'The guest network is *fjord*.' }] },
}

const board: StoredToolKind = {
  action: 'KANBAN_BOARD',
  kind: 'kanban_board',
  title: 'Kanban boards',
  description:
    'Reads and changes boards of cards in columns. Changing its column moves a card. A board is created with its first card.',
  named: { argument: 'board', description: 'Name of the board; the only one by default' },
  hasColumns: true,
  members: {
    title: text('Title of the card', 300),
    column: text('Name of its column; the first one by default', 80),
    text: passage('More about it, as Markdown', 10_000),
    labels: words('Labels'),
    due: moment('Due date'),
  },
  required: ['title'],
  example: { board: 'website', add: [{ title: 'New logo', column: 'To do' }] },
}

const journal: StoredToolKind = {
  action: 'JOURNAL',
  kind: 'journal',
  title: 'Journal',
  description: 'Reads, writes, changes and deletes diary entries.',
  members: {
    date: day('The day it is about; today by default'),
    text: text('The entry, as Markdown', 100_000),
    mood: literals(['awful', 'bad', 'fair', 'good', 'great'], { description: 'How the day was' }),
    tags: words('Tags'),
  },
  required: ['text'],
  changes: { append: passage('Text to add on a new line at the end', 100_000) },
  example: { add: [{ date: '2026-03-02', text: 'A long walk.', mood: 'good' }] },
}

const budget: StoredToolKind = {
  action: 'BUDGET',
  kind: 'budget_tracker',
  title: 'Budget',
  description: 'Reads and changes budget payments: expenses and income.',
  members: {
    amount: Type.Number({ minimum: 0, description: 'Amount' }),
    kind: literals(['expense', 'income'], { description: 'expense by default' }),
    date: day('Day of the payment; today by default'),
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
  description: 'Reads and changes books and articles to read, with status and rating.',
  members: {
    title: text('Title of the book or article', 500),
    author: text('Author', 300),
    url: web('Where to read it'),
    status: literals(['to_read', 'reading', 'read'], { description: 'to_read by default' }),
    rating: Type.Integer({ minimum: 1, maximum: 5, description: 'Rating' }),
    note: passage('Notes', 10_000),
  },
  required: ['title'],
  example: { add: [{ title: 'Growth of the Soil', author: 'Knut Hamsun' }] },
}

const snippets: StoredToolKind = {
  action: 'CODE_SNIPPETS',
  kind: 'code_snippets',
  title: 'Code snippets',
  description: 'Reads, saves, changes and deletes code snippets and commands.',
  members: {
    title: text('What it does', 300),
    code: text('The code itself', 100_000),
    language: text('Its language, e.g. bash', 32),
    tags: words('Tags'),
  },
  required: ['title', 'code'],
  example: { add: [{ title: 'Largest folders', code: 'du -h -d1 | sort -h', language: 'bash' }] },
}

const bookmarks: StoredToolKind = {
  action: 'BOOKMARKS',
  kind: 'bookmarks',
  title: 'Bookmarks',
  description: 'Reads, saves, changes and deletes bookmarks.',
  members: {
    title: text('Title', 500),
    url: web('Address'),
    folder: text('Its folder', 80),
    note: passage('Notes', 4_000),
    tags: words('Tags'),
  },
  required: ['title', 'url'],
  example: { add: [{ title: 'Trains in Norway', url: 'https://www.vy.no', folder: 'Travel' }] },
}

const contacts: StoredToolKind = {
  action: 'CONTACTS',
  kind: 'contacts',
  title: 'Contacts',
  description: 'Reads, adds, changes and deletes contacts.',
  members: {
    name: text('Name of the person or organization', 300),
    emails: texts('Email addresses, main one first', 320),
    phones: texts('Phone numbers, main one first', 50),
    organization: text('Employer', 300),
    address: passage('Postal address', 1_000),
    birthday: day('Birthday'),
    note: passage('Notes', 4_000),
    tags: words('Tags'),
  },
  required: ['name'],
  example: { add: [{ name: 'Grace Hopper', emails: ['grace@example.com'] }] },
}

const habits: StoredToolKind = {
  action: 'HABITS',
  kind: 'habit_tracker',
  title: 'Habits',
  description: 'Reads habits and the days they were done, ticks off days, adds and removes habits.',
  members: {
    name: text('The habit', 200),
    times_a_week: Type.Integer({ minimum: 1, maximum: 7, description: 'How often it should be done' }),
  },
  required: ['name'],
  changes: {
    did_on: Type.Array(day('A day it was done'), { maxItems: 400, description: 'Days to tick off' }),
    did_not_on: Type.Array(day("A day it wasn't done"), {
      maxItems: 400,
      description: 'Days to untick',
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
    id: text('Its id or name', 1_000),
    ...(Object.fromEntries([...settable, ...further]) as Record<string, TSchema>),
  })
}

/** One schema of two types: half as many words for a model as a union. */
function orNull(schema: TSchema): TSchema {
  const { type, enum: values } = schema as { type: string; enum?: readonly unknown[] }
  return Type.Unsafe({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}
