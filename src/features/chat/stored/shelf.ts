import type { StoredType } from '../../../components/schemas.ts'
import type { StoredKind } from '../../../plugins/organizer/stored-things-port.ts'

export type Members = Readonly<Record<string, unknown>>
export type ShelfEntry = Members & { readonly id: string }

/** One list, board or collection as it lies in the store, its entries in a row. */
export interface Shelf {
  readonly kind: StoredKind
  readonly type: StoredType
  /** Key in the store. */
  readonly key: string
  readonly title: string
  readonly noun: string
  readonly nouns: string
  /** Whether anything is kept there. */
  readonly isThere: boolean
  readonly addsFirst: boolean
  entries(): readonly ShelfEntry[]
  /** Changes what is kept, over again when somebody else wrote at the same moment. */
  edit(change: (entries: readonly ShelfEntry[]) => readonly ShelfEntry[]): Promise<void>
  name(entry: ShelfEntry): string
  /** Everything of it that is searched. */
  text(entry: ShelfEntry): string
  /** The same for two of which one is enough, so that the second is not added; undefined where it is no reason. */
  twinKey?(entry: ShelfEntry): string | undefined
  /** Of which there may be several: all of the kind. */
  others?(): readonly { readonly name: string; readonly entries: number }[]
  columns?(): readonly string[]
  /** Deletes all of it at once; an empty one is left where this is missing. */
  remove?(): Promise<void>
}
