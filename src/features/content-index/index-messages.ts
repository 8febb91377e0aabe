/** What crosses between the service and the two programs that keep and search the index. */

/** What the index is made of, and what it stays out of. */
export interface IndexPlan {
  /** The file that it is kept in. */
  readonly index: string
  readonly home: string
  readonly dataFolder: string
  /** As the setting names them. */
  readonly allowedFolders: readonly string[]
  readonly leftOut: readonly string[]
  /** Files that a tool brought from outside, or folders of them. */
  readonly fromOutside: readonly string[]
  /** Share of the time that is spent working, 0 to 1. */
  readonly share: number
}

export interface IndexCounts {
  /** In the index, with all that they say. */
  readonly indexed: number
  /** Still to be read, or to be read again since they were changed. */
  readonly waiting: number
  readonly tooLarge: number
  /** Damaged, locked, or stopped while they were read. */
  readonly unreadable: number
}

export const noCounts: IndexCounts = { indexed: 0, waiting: 0, tooLarge: 0, unreadable: 0 }

export type ToKeeper =
  /** Comes first. */
  | { readonly kind: 'plan'; readonly plan: IndexPlan }
  /** Somebody wants something of the service: wait for so long. */
  | { readonly kind: 'rest'; readonly ms: number }
  /** Whether to wait until told otherwise; nothing is read before the first of these. */
  | { readonly kind: 'hold'; readonly isHeld: boolean }

export type FromKeeper =
  | { readonly kind: 'looking' }
  | { readonly kind: 'reading'; readonly counts: IndexCounts; readonly folders: readonly string[] }
  | { readonly kind: 'done'; readonly counts: IndexCounts; readonly folders: readonly string[] }
  /** There is too little space on the disk to go on. */
  | { readonly kind: 'disk_full' }

export const contentKinds = ['pdf', 'word', 'spreadsheet', 'presentation', 'web', 'mail', 'text'] as const
export type ContentKind = (typeof contentKinds)[number]

export interface ContentQuery {
  readonly words: string
  /** Without links; everywhere when left out. */
  readonly folder?: string | undefined
  readonly kind?: ContentKind | undefined
  /** Files. */
  readonly most: number
}

export interface FoundPlace {
  /** E.g. `page 3`; null where a file has no parts. */
  readonly place: string | null
  readonly text: string
}

/** A file that has the words. Whether the caller may know of it is not decided here. */
export interface FoundContent {
  readonly path: string
  readonly kind: ContentKind
  readonly title: string | null
  readonly bytes: number
  readonly modifiedMs: number
  /** The best first. */
  readonly places: readonly FoundPlace[]
  /** How many there are in all. */
  readonly count: number
}

export interface FoundContents {
  readonly files: readonly FoundContent[]
  /** Whether all of the words are in each, or only some, because no file has all. */
  readonly hasAllWords: boolean
}

export interface UnreadFile {
  readonly path: string
  readonly reason: string
}

export type ToSearcher =
  | { readonly id: number; readonly search: ContentQuery }
  | { readonly id: number; readonly unread: number }

export type FromSearcher =
  | { readonly id: number; readonly found: FoundContents }
  | { readonly id: number; readonly files: readonly UnreadFile[] }
  | { readonly id: number; readonly failure: string }
