/** What is kept for the user: the widgets that store something, and the reminders, which are a list that rings. */
export type KeptKind =
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
export interface KeptPlace {
  readonly kind: KeptKind
  readonly name?: string | undefined
}

export type KeptEntry = Readonly<Record<string, unknown>> & { readonly id: string }

export interface KeptLook {
  readonly query?: string | undefined
  readonly limit: number
  readonly offset: number
}

export interface KeptChange {
  readonly add: readonly Readonly<Record<string, unknown>>[]
  /** `entry` says which one: its id, or what it is called. */
  readonly change: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[]
  readonly remove: readonly string[]
  readonly clear?: 'done' | 'all' | undefined
  /** Columns that a board is to have. */
  readonly columns?: readonly string[] | undefined
}

export interface KeptFound {
  readonly message: string
  /** Its key in the store. */
  readonly key: string
  readonly title: string
  readonly entries: readonly KeptEntry[]
  readonly total: number
  readonly next_offset: number | null
  /** Of what there may be several: all of them. */
  readonly others?: readonly { readonly name: string; readonly entries: number }[]
  /** Of a board, from left to right. */
  readonly columns?: readonly string[]
}

export interface KeptChanged {
  readonly message: string
  /** Its key in the store. */
  readonly key: string
  readonly title: string
  readonly added: readonly KeptEntry[]
  readonly changed: readonly KeptEntry[]
  readonly removed: readonly KeptEntry[]
  readonly total: number
  /** Takes the change back. */
  readonly undo: string | null
}

/** What the tools need of it. Everything goes through the store, as the page and the router do it. */
export interface KeptThings {
  read(place: KeptPlace, look: KeptLook): Promise<KeptFound>
  /** All of it or nothing. */
  change(place: KeptPlace, change: KeptChange, now: Date): Promise<KeptChanged>
  /** Brings back what was there before a change, unless something else was changed since. */
  undo(place: KeptPlace, undo: string): Promise<KeptChanged>
  /** All that is kept there now, by the names under which `FileOrigins` knows it. */
  records(place: KeptPlace): Promise<readonly string[]>
}
