import { expect, test } from 'vitest'
import { storedSchemas } from '../src/components/schemas.ts'
import { checkFor } from '../src/platform/validation/validation.ts'
import { buttons, speakAboutStored } from './chat-stored-stage.ts'

const { say, stored, put } = speakAboutStored()

/** What is stored, as the widget of this type can show it. */
async function kept(key: string, type: keyof typeof storedSchemas): Promise<Record<string, unknown>> {
  const value = await stored(key)
  expect(checkFor(storedSchemas[type], 'result')(value), key).toEqual([])
  return value
}

function today(days = 0): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' }).format()
  // By the calendar: a day in which the clocks change has not 24 hours.
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

test('a note is repeated when it is taken, found by its words, changed and deleted', async () => {
  await put('notes', { own: 1, notes: [{ id: 'x', text: 'The Wi-Fi password is *hunter2*', pinned: true }] })
  expect((await say("note: I'm at the dentist on friday")).text).toContain("I'm at the dentist on friday")
  await say('make a note titled Garden: plant the roses')
  const found = await say('find the note about wifi')
  expect(found.text).toContain('1 note about “wifi”')
  expect(JSON.stringify(found.components)).toContain('hunter2')
  expect(JSON.stringify(found.components)).not.toContain('roses')
  expect((await say('find the note about unicorns')).text).toBe('No note mentions “unicorns”.')
  expect((await say('how many notes do I have')).text).toBe('You have 3 notes.')
  expect((await say('add water them to the note about the garden')).text).toContain('Added “water them”')
  expect((await say('delete the note about the dentist')).text).toContain("I'm at the dentist on friday")
  expect(await kept('notes', 'notes')).toMatchObject({
    own: 1,
    notes: [
      { title: 'Garden', text: 'plant the roses\nwater them' },
      { id: 'x', pinned: true },
    ],
  })
})

test('of several that fit one is asked for, and nothing is deleted before', async () => {
  await put('notes', {
    notes: [
      { id: '1', text: 'tea for Ann' },
      { id: '2', text: 'tea for Bob' },
    ],
  })
  const asked = await say('delete the note about tea')
  expect(asked.text).toContain('Which one?')
  expect(((await kept('notes', 'notes'))['notes'] as unknown[]).length).toBe(2)
  expect(buttons(asked)).toEqual(['delete the note "tea for Ann"', 'delete the note "tea for Bob"'])
  expect((await say(buttons(asked)[1]!)).text).toBe('Deleted the note “tea for Bob”.')
  expect(await kept('notes', 'notes')).toEqual({ notes: [{ id: '1', text: 'tea for Ann' }] })
  expect((await say('delete the note about coffee')).text).toContain('Nothing was changed')
  const all = await say('delete all notes')
  expect(all.components).toContainEqual(expect.objectContaining({ type: 'button', look: 'danger' }))
  expect(((await kept('notes', 'notes'))['notes'] as unknown[]).length).toBe(1)
})

test('people are added with their details, asked for, changed and deleted', async () => {
  await say('add Lucy Brown to my contacts, phone 07700 900123, email lucy@x.org')
  await say('new contact: Tom Smith, tom@example.com')
  await say('add Tom Smith to my contacts, phone 555 0199')
  expect(await kept('contacts', 'contacts')).toMatchObject({
    contacts: [
      { name: 'Tom Smith', emails: ['tom@example.com'], phones: ['555 0199'] },
      { name: 'Lucy Brown', emails: ['lucy@x.org'], phones: ['07700 900123'] },
    ],
  })
  expect((await say("what's Tom's email")).text).toBe('Tom Smith: tom@example.com')
  expect((await say('what is tom smiths phone number')).text).toBe('Tom Smith: 555 0199')
  expect((await say('find Lucy in contacts')).components).toContainEqual(
    expect.objectContaining({ type: 'key_value', title: 'Lucy Brown' }),
  )
  expect((await say('find Zoe in contacts')).text).toBe('Zoe is not in your contacts.')
  await say("change Tom's phone number to 555 0200")
  expect((await say('delete contact Lucy')).text).toBe('Deleted the contact “Lucy Brown”.')
  expect(await kept('contacts', 'contacts')).toMatchObject({
    contacts: [{ name: 'Tom Smith', phones: ['555 0200'], emails: ['tom@example.com'] }],
  })
})

test('payments are written with their amount, day and purpose, and summed', async () => {
  await put('budget', { own: 1, categories: [{ name: 'Food', monthly_limit: 400 }], entries: [] })
  expect((await say('I spent 12,50 on lunch')).text).toBe('Recorded an expense of $12.50 for lunch.')
  await say('I spent 1.200,00 € on a laptop')
  await say('i spent 30 on food and 12 on a taxi')
  expect((await say('I paid 20 for lunch yesterday')).text).toContain(`for lunch on ${today(-1)}`)
  await say('I earned 3000 salary')
  expect(await kept('budget', 'budget_tracker')).toMatchObject({
    own: 1,
    currency: 'EUR',
    entries: [
      { amount: 3_000, kind: 'income', text: 'salary' },
      { amount: 20, text: 'lunch', date: today(-1) },
      { amount: 12, text: 'taxi' },
      { amount: 30, text: 'food', category: 'Food' },
      { amount: 1_200, text: 'laptop', date: today() },
      { amount: 12.5, text: 'lunch', kind: 'expense' },
    ],
  })
  expect((await say('how much did I spend on lunch this year')).text).toContain('on lunch this year')
  expect((await say('how much did I spend today')).text).toBe('You spent €1,254.50 today.')
  const foreign = await say('I spent £8 on coffee')
  expect(foreign.text).toContain(', so nothing was recorded. Say how much')
  expect((await say('set my monthly budget to 2000')).text).toBe('Your monthly budget is now €2,000.')
  expect((await say("what's left of my budget")).text).toMatch(/of €2,000 this month: €7[\d.]+ left\./)
  await say('set a budget of 300 for groceries')
  expect((await say('delete the last expense')).text).toContain('Deleted the expense of €20 for lunch')
  expect(await kept('budget', 'budget_tracker')).toMatchObject({
    monthly_limit: 2_000,
    categories: [
      { name: 'Food', monthly_limit: 400 },
      { name: 'Groceries', monthly_limit: 300 },
    ],
    entries: { length: 5 },
  })
})

test('a habit is begun, kept, asked for and given up', async () => {
  await say('track a habit of running every day')
  await say('add drinking water as a habit')
  await say('I went running yesterday')
  expect((await say('did running today')).text).toBe('Running is done for today. That makes 2 days in a row.')
  expect((await say("what's my streak for running")).text).toBe('Running: 2 days in a row, done today.')
  expect(await kept('habits', 'habit_tracker')).toMatchObject({
    habits: [
      { name: 'Running', done_on: [today(-1), today()] },
      { name: 'Drinking water', done_on: [] },
    ],
  })
  expect((await say('stop tracking running')).text).toContain('I stopped tracking Running')
  expect(await kept('habits', 'habit_tracker')).toMatchObject({ habits: [{ name: 'Drinking water' }] })
})

test('books and bookmarks come, change and go', async () => {
  await say('add Dune by Frank Herbert to my reading list')
  await say('I started reading Emma')
  expect((await say('what am I reading')).text).toBe('You are reading “Emma”.')
  expect((await say('mark Dune as read')).text).toBe('“Dune” is marked as read.')
  expect((await say('I finished Emma')).text).toBe('“Emma” is marked as read.')
  expect((await say('remove Emma from my reading list')).text).toBe('Deleted the book “Emma”.')
  expect(await kept('reading', 'reading_list')).toMatchObject({
    items: [{ title: 'Dune', author: 'Frank Herbert', status: 'read' }],
  })
  await say('save this link https://github.com/deskhand')
  await say('bookmark bbc.co.uk')
  expect((await say('bookmark https://www.bbc.co.uk/')).text).toContain('is already bookmarked, as “')
  expect((await say('remove github from bookmarks')).text).toBe('Deleted the bookmark “github.com”.')
  expect(await kept('bookmarks', 'bookmarks')).toMatchObject({
    bookmarks: [{ title: 'bbc.co.uk', url: 'https://bbc.co.uk' }],
  })
})

test('a question about the journal writes nothing into it', async () => {
  expect((await say('journal: felt tired today')).text).toContain('felt tired today')
  await say('journal entry for yesterday: we went sailing')
  await say('dear journal, the fjord was calm')
  const asked = await say('what did I write in my journal yesterday')
  expect(JSON.stringify(asked.components)).toContain('we went sailing')
  expect(JSON.stringify(asked.components)).not.toContain('tired')
  expect((await say('when did I write in my diary about the marathon')).text).toContain('No journal entry')
  await say("delete yesterday's journal entry")
  expect(await kept('journal', 'journal')).toMatchObject({
    entries: [
      { date: today(), text: 'the fjord was calm' },
      { date: today(), text: 'felt tired today' },
    ],
  })
})

test('cards go where it is said, and one that is nowhere is not invented', async () => {
  expect((await say('create a board called Website with columns Todo, Doing, Done')).text).toContain(
    'Todo, Doing, Done',
  )
  await say('add "fix bug" to todo on the Website board')
  await say('add a card Design logo to the Website board under Doing')
  expect((await say('move "fix bug" to doing on the board')).text).toContain('from Todo to Doing')
  expect((await say('move design logo to done')).text).toContain('from Doing to Done')
  expect((await say('move "paint the wall" to done on the board')).text).toContain('Nothing was changed')
  await say('add card ship it to Website')
  expect((await say('delete ship it from the board')).text).toBe('Deleted “ship it” from Website.')
  expect(await kept('website-board', 'kanban_board')).toMatchObject({
    columns: [
      { title: 'Todo', cards: [] },
      { title: 'Doing', cards: [{ title: 'fix bug' }] },
      { title: 'Done', cards: [{ title: 'Design logo' }] },
    ],
  })
})

test('code is kept letter by letter', async () => {
  await say("save snippet: it's=1; echo $it's | sort")
  expect((await say('find the snippet for sort')).components).toContainEqual(
    expect.objectContaining({ type: 'code', code: "it's=1; echo $it's | sort" }),
  )
  await say('save git push --force as a snippet called force push')
  expect((await say('delete the snippet force push')).text).toBe('Deleted the snippet “force push”.')
  expect(await kept('snippets', 'code_snippets')).toMatchObject({ snippets: { length: 1 } })
})
