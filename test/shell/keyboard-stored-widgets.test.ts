import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { startShellStage, type ShellStage } from './stage.ts'
import { button, field, useWidget } from './widget-uses.ts'

describe.skipIf(!canBrowse)('widgets that are kept, by keys alone', () => {
  let stage: ShellStage
  beforeAll(async () => {
    stage = await startShellStage()
  })
  afterAll(() => stage[Symbol.asyncDispose]())

  const used = (component: Parameters<typeof useWidget>[1], title: string) =>
    useWidget(stage, component, title)

  test('entries are added, ticked off and removed, and none is left without words', async () => {
    const { keys, card, kept, problems } = await used(
      { type: 'todo_list', id: 'kept-todo', title: 'Shopping' },
      'Shopping',
    )
    await keys.reach(field(card, 'New entry'))
    for (const entry of ['milk', 'bread']) {
      await keys.type(entry)
      await keys.press('Enter')
    }
    await keys.reach(card.getByRole('checkbox', { name: 'milk is done' }), 'Shift+Tab')
    await keys.press('Space')
    await keys.use(button(card, 'Remove milk'))
    expect(await keys.at()).toBe('bread is done')
    await keys.reach(field(card, 'Entry'))
    await keys.press('Control+A', 'Backspace', 'Tab')
    expect(await field(card, 'Entry').inputValue()).toBe('bread')
    await expect.poll(kept).toMatchObject({ items: [{ text: 'bread', done: false }] })
    expect(problems()).toEqual([])
  })

  test('a note is written, kept on top and deleted', async () => {
    const { keys, card, kept, problems } = await used({ type: 'notes', id: 'kept-notes' }, 'Notes')
    await keys.use(button(card, 'New note'))
    await keys.type('By keys')
    await expect.poll(kept).toMatchObject({ notes: [{ text: 'By keys' }] })
    await keys.reach(button(card, 'All notes'), 'Shift+Tab')
    await keys.press('Enter')
    await keys.use(card.getByRole('button', { name: 'Pin By keys' }))
    await keys.reach(card.getByRole('button', { name: /^By keys/ }), 'Shift+Tab')
    await keys.press('Enter')
    await keys.reach(button(card, 'Delete By keys'), 'Shift+Tab')
    await keys.press('Enter')
    await expect.poll(kept).toEqual({ notes: [] })
    expect(problems()).toEqual([])
  })

  test('a day gets its mood and its words, and loses them', async () => {
    const { keys, card, kept, problems } = await used({ type: 'journal', id: 'kept-journal' }, 'Journal')
    await keys.use(button(card, 'Previous day'))
    await keys.use(button(card, 'good'))
    await keys.fill(field(card, 'What happened?'), 'It snowed.')
    await expect.poll(kept).toMatchObject({ entries: [{ mood: 'good', text: 'It snowed.' }] })
    await keys.reach(card.getByRole('button', { name: /^Delete the entry/ }), 'Shift+Tab')
    await keys.press('Enter')
    await expect.poll(kept).toEqual({ entries: [] })
    await keys.reach(button(card, 'Next day'), 'Shift+Tab')
    await keys.press('Enter')
    expect(problems()).toEqual([])
  })

  test('payments are added one after the other and deleted', async () => {
    const { keys, card, kept, problems } = await used(
      { type: 'budget_tracker', id: 'kept-budget', currency: 'EUR' },
      'Budget',
    )
    await keys.fill(field(card, 'Amount in EUR'), '5')
    await keys.press('Enter')
    await expect.poll(() => keys.at()).toContain('Amount in EUR')
    await keys.type('7')
    await keys.use(button(card, 'Add payment'))
    await expect.poll(() => keys.at()).toContain('Amount in EUR')
    await keys.use(button(card, 'Delete the payment').first())
    await expect.poll(kept).toMatchObject({ entries: [{ amount: 5 }] })
    await keys.reach(button(card, 'Previous month'), 'Shift+Tab')
    await keys.press('Enter')
    expect(problems()).toEqual([])
  })

  test('a book is added, read, rated and removed', async () => {
    const { keys, card, kept, problems } = await used(
      { type: 'reading_list', id: 'kept-books' },
      'Reading list',
    )
    await keys.reach(field(card, 'Add a book or an article'))
    await keys.type('Emma')
    await keys.press('Enter')
    await keys.reach(card.getByRole('combobox'), 'Shift+Tab')
    await keys.type('Read')
    await keys.press('End')
    await keys.use(button(card, '4 of 5'))
    await expect.poll(kept).toMatchObject({ items: [{ status: 'read', rating: 4 }] })
    await keys.reach(button(card, 'Remove Emma'), 'Shift+Tab')
    await keys.press('Enter')
    await expect.poll(kept).toEqual({ items: [] })
    expect(problems()).toEqual([])
  })

  test('a bookmark is added, renamed and removed', async () => {
    const { keys, card, kept, problems } = await used({ type: 'bookmarks', id: 'kept-marks' }, 'Bookmarks')
    await keys.fill(field(card, 'Address'), 'example.com')
    await keys.use(button(card, 'Add bookmark'))
    await card.getByRole('link', { name: /example/ }).waitFor()
    await keys.reach(button(card, 'Change example.com'), 'Shift+Tab')
    await keys.press('Enter')
    await keys.fill(field(card, 'Name').first(), 'Example')
    await keys.fill(field(card, 'Address').first(), 'example.org')
    await expect.poll(kept).toMatchObject({ bookmarks: [{ title: 'Example', url: 'https://example.org/' }] })
    await keys.use(button(card, 'Done'))
    await keys.use(button(card, 'Remove Example'))
    await expect.poll(kept).toEqual({ bookmarks: [] })
    expect(problems()).toEqual([])
  })

  test('a snippet is written and deleted', async () => {
    const { keys, card, kept, problems } = await used({ type: 'code_snippets', id: 'kept-code' }, 'Snippets')
    await keys.use(button(card, 'New snippet'))
    await keys.reach(field(card, 'What it does'), 'Shift+Tab')
    await keys.write('Sizes')
    await keys.fill(field(card, 'Code'), 'du')
    await expect.poll(kept).toMatchObject({ snippets: [{ title: 'Sizes', code: 'du' }] })
    await keys.reach(button(card, 'Done'), 'Shift+Tab')
    await keys.press('Enter')
    expect(await keys.at()).toBe('Change Sizes')
    await keys.use(button(card, 'Delete Sizes'))
    await expect.poll(kept).toEqual({ snippets: [] })
    expect(problems()).toEqual([])
  })

  test('a person is added, written to the list and deleted', async () => {
    const { keys, card, kept, problems } = await used({ type: 'contacts', id: 'kept-people' }, 'Contacts')
    await keys.reach(field(card, 'Add a person'))
    await keys.type('Ada')
    await keys.press('Enter')
    await keys.fill(field(card, 'Mail addresses'), 'ada@example.com')
    await expect.poll(kept).toMatchObject({ contacts: [{ emails: ['ada@example.com'] }] })
    await keys.reach(button(card, 'Delete Ada'), 'Shift+Tab')
    await keys.press('Enter')
    await expect.poll(kept).toEqual({ contacts: [] })
    expect(problems()).toEqual([])
  })

  test('a card is added, moved, renamed and deleted, and a column added', async () => {
    const { page, keys, card, kept, problems } = await used(
      { type: 'kanban_board', id: 'kept-board', title: 'Plans' },
      'Plans',
    )
    await keys.fill(field(card, 'Add a card to To do'), 'Paint')
    await keys.press('Enter')
    await keys.reach(page.getByRole('listitem', { name: 'Paint' }), 'Shift+Tab')
    await keys.press('Alt+ArrowRight')
    await expect.poll(kept).toMatchObject({ columns: [{}, { cards: [{ title: 'Paint' }] }, {}] })
    await keys.choose(button(card, 'Menu for Paint'), 'Edit')
    await keys.write('Paint it')
    await keys.press('Escape')
    expect(await keys.at()).toBe('Paint it')
    await keys.choose(button(card, 'Menu for Paint it'), 'Delete')
    await expect.poll(kept).toMatchObject({ columns: [{ cards: [] }, { cards: [] }, { cards: [] }] })
    await keys.use(button(card, 'Add a column'))
    await card.getByRole('region', { name: 'New column' }).waitFor()
    expect(problems()).toEqual([])
  })

  test('a calendar is turned over and a day of it opened', async () => {
    const { keys, card, problems } = await used(
      {
        type: 'calendar_view',
        date: '2026-03-02',
        events: [{ title: 'Lunch', start: '2026-03-04T12:00:00Z' }],
      },
      'Calendar',
    )
    await keys.use(button(card, 'Later'))
    await keys.reach(button(card, 'Earlier'), 'Shift+Tab')
    await keys.press('Enter')
    await keys.use(card.getByRole('button', { name: /^4 March, 1 event$/ }))
    await card.getByText('Lunch').waitFor()
    await keys.reach(button(card, 'week'), 'Shift+Tab')
    await keys.press('Enter')
    expect(problems()).toEqual([])
  })

  test('a table is sorted and turned over', async () => {
    const { keys, card, problems } = await used(
      {
        type: 'table',
        caption: 'Rows',
        page_size: 5,
        columns: [{ key: 'n' }],
        rows: Array.from({ length: 8 }, (_, n) => ({ n })),
      },
      'Rows',
    )
    await keys.use(button(card, 'n'))
    await keys.use(button(card, 'Next page'))
    await expect.poll(() => keys.at()).toBe('Previous page')
    expect(problems()).toEqual([])
  })
})
