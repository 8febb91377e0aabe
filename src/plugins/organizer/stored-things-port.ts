/** What is kept for the user: the widgets that store something, and the reminders, which are a list that rings. */
export type StoredKind =
  | 'todo_list'
  | 'reminders'
  | 'notes'
  | 'kanban_board'
  | 'journal'
  | 'budget_tracker'
  | 'reading_list'
  | 'code_snippets'
  | 'bookmarks'
  | 'contacts'
  | 'habit_tracker'

/** One of several lists or boards; the usual one when no name is given. */
export interface StoredPlace {
  readonly kind: StoredKind
  readonly name?: string | undefined
}

export type StoredEntry = Readonly<Record<string, unknown>> & { readonly id: string }

export interface StoredLook {
  readonly query?: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface StoredChange {
  readonly add: readonly Readonly<Record<string, unknown>>[]
  /** `entry` says which one: its id, or what it is called. */
  readonly change: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[]
  readonly remove: readonly string[]
  readonly clear?: 'done' | 'all' | undefined
  /** Columns that a board is to have. */
  readonly columns?: readonly string[] | undefined
}

export interface StoredFound {
  readonly message: string
  /** Its key in the store. */
  readonly key: string
  readonly title: string
  readonly entries: readonly StoredEntry[]
  readonly total: number
  readonly next_offset: number | null
  /** Of what there may be several: all of them. */
  readonly others?: readonly { readonly name: string; readonly entries: number }[]
  /** Of a board, from left to right. */
  readonly columns?: readonly string[]
}

export interface StoredChanged {
  readonly message: string
  /** Its key in the store. */
  readonly key: string
  readonly title: string
  readonly added: readonly StoredEntry[]
  readonly changed: readonly StoredEntry[]
  readonly removed: readonly StoredEntry[]
  readonly total: number
  /** Takes the change back. */
  readonly undo: string | null
}

/** What the tools need of it. Everything goes through the store, as the page and the router do it. */
export interface StoredThingsPort {
  read(place: StoredPlace, look: StoredLook): Promise<StoredFound>
  /** All of it or nothing. */
  change(place: StoredPlace, change: StoredChange, now: Date): Promise<StoredChanged>
  /** Brings back what was there before a change, unless something else was changed since. */
  undo(place: StoredPlace, undo: string): Promise<StoredChanged>
  /** All that is kept there now, by the names under which `FileOrigins` knows it. */
  records(place: StoredPlace): Promise<readonly string[]>
}
