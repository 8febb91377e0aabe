/** Cards of what is kept under keys of its own, by the key: none of it is a list to tick off. */
export const cards = {
  bookmarks: { type: 'bookmarks', id: 'bookmarks', title: 'Bookmarks' },
  budget: { type: 'budget_tracker', id: 'budget', title: 'Budget' },
  contacts: { type: 'contacts', id: 'contacts', title: 'Contacts' },
  habits: { type: 'habit_tracker', id: 'habits', title: 'Habits' },
  journal: { type: 'journal', id: 'journal', title: 'Journal' },
  notes: { type: 'notes', id: 'notes', title: 'Notes' },
  reading: { type: 'reading_list', id: 'reading', title: 'Reading list' },
  snippets: { type: 'code_snippets', id: 'snippets', title: 'Code snippets' },
} as const

export function cardOf(key: string) {
  return Object.hasOwn(cards, key) ? cards[key as keyof typeof cards] : undefined
}
