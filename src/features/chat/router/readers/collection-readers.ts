import * as payments from './payments.ts'
import type { SlotReader } from './reader.ts'

/** Readers of what is kept: notes, people, payments, habits, books, bookmarks, days, boards and pieces of code. */
export const collectionReaders: Readonly<Record<string, SlotReader>> = {
  'budget.add': payments.readPayment,
  'budget.ask': payments.readSum,
  'budget.limit': payments.readLimit,
  'budget.remove': payments.readPaymentToRemove,
}
