import * as listChanges from './list-changes.ts'
import * as lists from './lists.ts'
import type { SlotReader } from './reader.ts'

/** How the values of each intent are read. What is not here has none. */
export const slotReaders: Readonly<Record<string, SlotReader>> = {
  'list.remove': listChanges.readListRemove,
  'list.clear': lists.readClearedList,
  'list.complete': listChanges.readListComplete,
  'list.show': lists.readList,
  'list.create': lists.readNewList,
  'list.task': lists.readTask,
  'list.untick': listChanges.readListUntick,
  'list.finish': listChanges.readFinished,
  'list.drop': listChanges.readDropped,
  'list.relabel': listChanges.readRelabelled,
  'list.rename': listChanges.readRenamedList,
  'list.sweep': listChanges.readSwept,
}
