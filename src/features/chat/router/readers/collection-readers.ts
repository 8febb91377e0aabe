import * as boards from './boards.ts'
import * as habits from './habits.ts'
import * as journal from './journal.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import type { SlotReader } from './reader.ts'

/** Readers of what is kept: notes, people, payments, habits, books, bookmarks, days, boards and pieces of code. */
export const collectionReaders: Readonly<Record<string, SlotReader>> = {
  contacts: people.readPerson,
  'contact.add': people.readNewPerson,
  'contact.remove': people.readPersonToRemove,
  'contact.change': people.readPersonChange,
  'budget.add': payments.readPayment,
  'budget.ask': payments.readSum,
  'budget.limit': payments.readLimit,
  'budget.remove': payments.readPaymentToRemove,
  habit_tracker: habits.readHabit,
  'habit.done': habits.readHabitDone,
  'habit.ask': habits.readStreak,
  'habit.remove': habits.readHabitToRemove,
  journal: journal.readDaysWanted,
  'journal.add': journal.readEntry,
  'journal.remove': journal.readDayToRemove,
  kanban_board: boards.readBoard,
  'board.add': boards.readCard,
  'board.move': boards.readMove,
  'board.remove': boards.readCardToRemove,
}
