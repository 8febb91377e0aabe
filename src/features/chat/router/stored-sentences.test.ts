import { expect, test } from 'vitest'
import { matchGrammar } from './grammar/grammar.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'
import { spellingCorrection } from './spelling.ts'
import type { StoredKind } from './understanding.ts'

const things: Partial<Record<StoredKind, readonly string[]>> = {
  notes: ['the wifi password is hunter2', 'buy green tea'],
  people: ['Tom Smith', 'Jane Doe'],
  payments: ['lunch', 'petrol'],
  habits: ['Running', 'Drink water', 'Stretching'],
  items: ['stretching'],
  books: ['Dune', 'War and Peace'],
  bookmarks: ['github.com'],
  days: ['2026-11-14'],
  boards: ['Website'],
  columns: ['To do', 'Doing', 'Done', 'Live'],
  cards: ['fix login', 'Ship it'],
  snippets: ['largest folders'],
}
const kept = (kind: StoredKind) => things[kind] ?? []
const now = new Date('2026-11-15T09:00:00Z')
const correct = spellingCorrection(() => false)

function read(said: string, isAnythingStored = true) {
  const when = whenOf({ now, timeZone: 'Europe/Oslo', ...(isAnythingStored && { kept }) })
  const found = matchGrammar(normalize(said, correct), when)
  return found && { sure: found.isWhole, intent: found.intent, ...found.slots }
}

const paid = (...payments: object[]) => ({ intent: 'budget.add', payments })

test.each<[string, object]>([
  ['note buy paint', { intent: 'note.add', text: 'buy paint' }],
  ["note: I'm late on friday", { intent: 'note.add', text: "I'm late on friday" }],
  ['note to self: call the vet', { intent: 'note.add', text: 'call the vet' }],
  ['can you note down that the meeting moved to 3', { intent: 'note.add', text: 'the meeting moved to 3' }],
  ['take note of this: pin is 1234', { intent: 'note.add', text: 'pin is 1234' }],
  [
    'please take a note that the printer is out of ink',
    { intent: 'note.add', text: 'the printer is out of ink' },
  ],
  [
    'make a note titled Wifi: the code is fjord',
    { intent: 'note.add', title: 'Wifi', text: 'the code is fjord' },
  ],
  ['make a note titled Garden ideas', { intent: 'note.add', title: 'Garden ideas' }],
  [
    'make a note called "Trip" saying book the ferry',
    { intent: 'note.add', title: 'Trip', text: 'book the ferry' },
  ],
  ['jot down that the boiler was serviced', { intent: 'note.add', text: 'the boiler was serviced' }],
  ['find the note about wifi', { intent: 'notes', about: 'wifi' }],
  ['notes about the car', { intent: 'notes', about: 'car' }],
  ['search notes for parking', { intent: 'notes', about: 'parking' }],
  ['search my notes for the parking ticket', { intent: 'notes', about: 'parking ticket' }],
  ['find parking in my notes', { intent: 'notes', about: 'parking' }],
  ['do I have any notes about tea?', { intent: 'notes', about: 'tea' }],
  ['how many notes do I have', { intent: 'notes', count: true }],
  ['delete the note about tea', { intent: 'note.remove', about: 'tea' }],
  ['delete the note "buy green tea"', { intent: 'note.remove', about: 'buy green tea' }],
  ['delete my last note', { intent: 'note.remove', last: true }],
  ['quick note: door code 2231', { intent: 'note.add', text: 'door code 2231' }],
  ['what was that note about the wifi', { intent: 'notes', about: 'wifi' }],
  ['get rid of my wifi note', { intent: 'note.remove', about: 'wifi' }],
  ['throw away the green tea note', { intent: 'note.remove', about: 'green tea' }],
  ['change the tea note to buy oolong', { intent: 'note.change', about: 'tea', text: 'buy oolong' }],
  ['delete all notes', { intent: 'note.remove', all: true }],
  ['delete all my notes', { intent: 'note.remove', all: true }],
  [
    'change the note about tea to buy black tea',
    { intent: 'note.change', about: 'tea', text: 'buy black tea' },
  ],
  ['add ask Tom to the note about wifi', { intent: 'note.change', about: 'wifi', added: 'ask Tom' }],
  ['pin the note about wifi', { intent: 'note.change', about: 'wifi', pinned: true }],

  [
    'add Lucy Brown to my contacts, phone 07700 900123, email lucy@x.org',
    { intent: 'contact.add', name: 'Lucy Brown', phone: '07700 900123', email: 'lucy@x.org' },
  ],
  [
    'new contact: Peter Parker, peter@bugle.com',
    { intent: 'contact.add', name: 'Peter Parker', email: 'peter@bugle.com' },
  ],
  [
    'add a new contact called Ann Lee with number +44 20 7946 0958',
    { intent: 'contact.add', name: 'Ann Lee', phone: '+44 20 7946 0958' },
  ],
  [
    'new contact: Peter Parker, peter@bugle.com, photographer',
    { intent: 'contact.add', name: 'Peter Parker', note: 'photographer' },
  ],
  ['save Jim Beam as a contact', { intent: 'contact.add', name: 'Jim Beam' }],
  [
    'save raj@example.com as Raj Patel in my contacts',
    { intent: 'contact.add', name: 'Raj Patel', email: 'raj@example.com' },
  ],
  ["do I have Tom's email", { intent: 'contacts', name: 'Tom', member: 'email' }],
  [
    'add a card to website: renew the certificate',
    { intent: 'board.add', board: { id: 'website' }, card: 'renew the certificate' },
  ],
  ['open my website kanban', { intent: 'kanban_board', board: { id: 'website' } }],
  ['delete contact Tom Smith', { intent: 'contact.remove', name: 'Tom Smith' }],
  ['remove Jane from my contacts', { intent: 'contact.remove', name: 'Jane' }],
  ['find Jane in contacts', { intent: 'contacts', name: 'Jane' }],
  ["what's Tom's email", { intent: 'contacts', name: 'Tom', member: 'email' }],
  ['what is tom smiths phone number', { intent: 'contacts', name: 'tom smiths', member: 'phone' }],
  ["what's the phone number of Jane Doe", { intent: 'contacts', name: 'Jane Doe', member: 'phone' }],
  ["Tom's phone number", { intent: 'contacts', name: 'Tom', member: 'phone' }],
  ['how many contacts do I have', { intent: 'contacts', count: true }],
  [
    "change Tom's email to tom@new.org",
    { intent: 'contact.change', name: 'Tom', member: 'email', value: 'tom@new.org' },
  ],
  [
    "Jane's new number is 555 0199",
    { intent: 'contact.change', name: 'Jane', member: 'phone', value: '555 0199' },
  ],
  [
    'rename contact Jane Doe to Jane Roe',
    { intent: 'contact.change', name: 'Jane Doe', new_name: 'Jane Roe' },
  ],

  ['I spent 12,50 on lunch', paid({ amount: 12.5, text: 'lunch', kind: 'expense', date: '2026-11-15' })],
  ['I spent 1.200,00 € on a laptop', paid({ amount: 1_200, text: 'laptop', currency: 'EUR' })],
  ['paid 1,200 for rent', paid({ amount: 1_200, text: 'rent' })],
  [
    'spent £40 on petrol yesterday',
    paid({ amount: 40, text: 'petrol', currency: 'GBP', date: '2026-11-14' }),
  ],
  ['I spent €8 on coffee this morning', paid({ amount: 8, text: 'coffee', date: '2026-11-15' })],
  ["I've spent 7.80 on a sandwich", paid({ amount: 7.8, text: 'sandwich' })],
  ['I bought coffee for 3.20', paid({ amount: 3.2, text: 'coffee' })],
  ['I bought a new desk for 3k', paid({ amount: 3_000, text: 'new desk' })],
  ['I earned 3000 salary', paid({ amount: 3_000, text: 'salary', kind: 'income' })],
  ['I paid 25 for parking last Friday', paid({ amount: 25, text: 'parking', date: '2026-11-13' })],
  ['I paid the plumber 80', paid({ amount: 80, text: 'plumber' })],
  ['i spent 30 on dinner and 12 on taxi', paid({ amount: 30, text: 'dinner' }, { amount: 12, text: 'taxi' })],
  ['add expense: 12 lunch', paid({ amount: 12, text: 'lunch' })],
  ['log an expense of £9.99 for Netflix', paid({ amount: 9.99, text: 'Netflix', currency: 'GBP' })],
  ['add 20 for books to my budget', paid({ amount: 20, text: 'books' })],
  [
    'i spent 15 dollars on wine on friday',
    paid({ amount: 15, text: 'wine', currency: 'USD', date: '2026-11-13' }),
  ],
  ['we spent 60 on groceries on 3 november', paid({ amount: 60, text: 'groceries', date: '2026-11-03' })],
  ['lunch cost me £11.50', paid({ amount: 11.5, text: 'lunch' })],
  [
    'how much did I spend this month',
    { intent: 'budget.ask', period: { from: '2026-11-01', to: '2026-11-30' } },
  ],
  ['how much have I spent on lunch', { intent: 'budget.ask', about: 'lunch' }],
  [
    'how much did I spend on lunch last week?',
    { intent: 'budget.ask', about: 'lunch', period: { from: '2026-11-02', to: '2026-11-08' } },
  ],
  [
    'how much did I spend in october',
    { intent: 'budget.ask', period: { from: '2026-10-01', to: '2026-10-31' } },
  ],
  [
    'how much did I spend yesterday',
    { intent: 'budget.ask', period: { from: '2026-11-14', to: '2026-11-14' } },
  ],
  ['how much did I spend at the bakery this week', { intent: 'budget.ask', about: 'bakery' }],
  ['how much did I spend going to concerts this year', { intent: 'budget.ask', about: 'going to concerts' }],
  [
    'how much have I spent on tea lately',
    { intent: 'budget.ask', about: 'tea', period: { from: '2026-10-17', label: 'in the last 30 days' } },
  ],
  [
    'how much did I spend on wood three weeks ago',
    { intent: 'budget.ask', about: 'wood', period: { from: '2026-10-25', label: '3 weeks ago' } },
  ],
  [
    'how much did I spend over the last few days',
    { intent: 'budget.ask', period: { from: '2026-11-09', to: '2026-11-15', label: 'in the last 7 days' } },
  ],
  ['how much did I spend on a makeover', { intent: 'budget.ask', about: 'makeover', kind: 'expense' }],
  ["what's left of my food budget", { intent: 'budget.ask', about: 'food', left: true }],
  ['delete the wifi note', { intent: 'note.remove', about: 'wifi' }],
  ['clear my notes', { intent: 'note.remove', all: true }],
  ['log 4.50 coffee', paid({ amount: 4.5, text: 'coffee' })],
  ['how much did I earn this year', { intent: 'budget.ask', kind: 'income' }],
  ["what's left of my budget", { intent: 'budget.ask', left: true }],
  ['how much is left in my budget?', { intent: 'budget.ask', left: true }],
  ['am I over budget', { intent: 'budget.ask', left: true }],
  ['set my monthly budget to 2000', { intent: 'budget.limit', amount: 2_000 }],
  [
    'set a budget of £300 for groceries',
    { intent: 'budget.limit', amount: 300, category: 'groceries', currency: 'GBP' },
  ],
  ['set my food budget to 400', { intent: 'budget.limit', amount: 400, category: 'food' }],
  ['delete the last expense', { intent: 'budget.remove', last: true }],
  ['delete the expense for lunch', { intent: 'budget.remove', about: 'lunch' }],

  ['I want to start a habit: drink water', { intent: 'habit_tracker', habit: 'drink water' }],
  ['track a habit of running every day', { intent: 'habit_tracker', habit: 'running' }],
  ['add running as a habit', { intent: 'habit_tracker', habit: 'running' }],
  ['new habit: yoga 3 times a week', { intent: 'habit_tracker', habit: 'yoga', times_a_week: 3 }],
  ['did running today', { intent: 'habit.done', habit: 'running', date: '2026-11-15' }],
  ['I went running yesterday', { intent: 'habit.done', habit: 'running', date: '2026-11-14' }],
  ['mark running as done', { intent: 'habit.done', habit: 'running' }],
  ["what's my streak for running", { intent: 'habit.ask', habit: 'running' }],
  ['how long is my running streak', { intent: 'habit.ask', habit: 'running' }],
  ['stop tracking running', { intent: 'habit.remove', habit: 'running' }],
  ['delete the habit drink water', { intent: 'habit.remove', habit: 'drink water' }],

  ['what am I reading', { intent: 'reading_list', status: 'reading' }],
  ['I finished Dune', { intent: 'reading.add', title: 'Dune', status: 'read' }],
  ["I've just finished reading Emma", { intent: 'reading.add', title: 'Emma', status: 'read' }],
  ['mark Dune as read', { intent: 'reading.add', title: 'Dune', status: 'read' }],
  ["I'm reading War and Peace", { intent: 'reading.add', title: 'War and Peace', status: 'reading' }],
  [
    'add "War and Peace" by Leo Tolstoy to my reading list',
    { intent: 'reading.add', title: 'War and Peace', author: 'Leo Tolstoy' },
  ],
  ['add buy stamps to my notes', { intent: 'note.add', text: 'buy stamps' }],
  ['remove Dune from my reading list', { intent: 'reading.remove', title: 'Dune' }],
  ['what should I read next', { intent: 'reading_list', status: 'to_read' }],
  ['is Dune on my reading list', { intent: 'reading_list', about: 'Dune' }],
  [
    'add The Hobbit by Tolkien to my reading list',
    { intent: 'reading.add', title: 'The Hobbit', author: 'Tolkien' },
  ],

  ['save this link https://example.com/a', { intent: 'bookmark.add', url: 'https://example.com/a' }],
  ['bookmark bbc.co.uk', { intent: 'bookmark.add', url: 'https://bbc.co.uk' }],
  ['bookmark news.ycombinator.com as Hacker News', { intent: 'bookmark.add', title: 'Hacker News' }],
  [
    'bookmark https://vy.no in the Travel folder',
    { intent: 'bookmark.add', url: 'https://vy.no', folder: 'Travel' },
  ],
  ['remove github from bookmarks', { intent: 'bookmark.remove', about: 'github' }],
  ['find github in my bookmarks', { intent: 'bookmarks', about: 'github' }],

  ['journal: felt tired today', { intent: 'journal.add', text: 'felt tired today', date: '2026-11-15' }],
  ['dear journal, it was a good day', { intent: 'journal.add', text: 'it was a good day' }],
  [
    'journal entry for yesterday: we went sailing',
    { intent: 'journal.add', text: 'we went sailing', date: '2026-11-14' },
  ],
  ['write in my journal that it rained', { intent: 'journal.add', text: 'it rained' }],
  [
    'what did I write in my journal yesterday',
    { intent: 'journal', period: { from: '2026-11-14', to: '2026-11-14' } },
  ],
  ['what did I write in my diary last monday', { intent: 'journal', period: { from: '2026-11-09' } }],
  ['when did I write in my diary about the marathon', { intent: 'journal', about: 'marathon' }],
  ['search my journal for sailing', { intent: 'journal', about: 'sailing' }],
  ["delete today's journal entry", { intent: 'journal.remove', period: { from: '2026-11-15' } }],

  ['move "fix bug" to doing on the board', { intent: 'board.move', card: 'fix bug', column: 'doing' }],
  ['move fix login to done', { intent: 'board.move', card: 'fix login', column: 'done' }],
  ['move card Ship it to Doing', { intent: 'board.move', card: 'Ship it', column: 'Doing' }],
  ['move fix login to live', { intent: 'board.move', card: 'fix login', column: 'live' }],
  [
    'add a card Design logo to the Launch board under Doing',
    { intent: 'board.add', card: 'Design logo', board: { id: 'launch' }, column: 'Doing' },
  ],
  [
    'add "write docs" to todo on the Website board',
    { intent: 'board.add', card: 'write docs', board: { id: 'website' }, column: 'todo' },
  ],
  ['add card fix login to Website', { intent: 'board.add', card: 'fix login', board: { id: 'website' } }],
  [
    'add write the text to my website board',
    { intent: 'board.add', card: 'write the text', board: { id: 'website' } },
  ],
  [
    'create a board called Website with columns Todo, Doing, Done',
    { intent: 'kanban_board', board: { title: 'Website' }, columns: ['Todo', 'Doing', 'Done'], create: true },
  ],
  [
    'add card write tests to Website under Doing',
    { intent: 'board.add', card: 'write tests', board: { id: 'website' }, column: 'Doing' },
  ],
  ["add 'call Ann' to the website board in done", { intent: 'board.add', card: 'call Ann', column: 'done' }],
  ['delete ship it from the board', { intent: 'board.remove', card: 'ship it' }],
  ['delete the card Ship it', { intent: 'board.remove', card: 'Ship it' }],

  ['save snippet: du -h -d1 | sort -h', { intent: 'snippet.add', code: 'du -h -d1 | sort -h' }],
  [
    'save git push --force as a snippet called force push',
    { intent: 'snippet.add', code: 'git push --force', title: 'force push' },
  ],
  ['find the snippet for largest folders', { intent: 'code_snippets', about: 'largest folders' }],
  ['delete the snippet largest folders', { intent: 'snippet.remove', about: 'largest folders' }],
])('%s', (said, expected) => {
  expect(read(said)).toMatchObject({ sure: true, ...expected })
})

test('what follows a comma is the note, and "take note of" is a manner of speaking', () => {
  expect(read('make a note, gate B12 at 14:20')).toMatchObject({
    intent: 'note.add',
    text: 'gate B12 at 14:20',
  })
  expect(read('take note of how he behaves')?.intent).not.toBe('note.add')
})

test('the word before a name is no note about the person', () => {
  expect(read('save raj@example.com as Raj Patel in my contacts')).not.toHaveProperty('note')
})

test('date words, articles and verbs are no part of what was paid for', () => {
  const text = (said: string) =>
    (read(said) as { payments?: { text?: string }[] } | undefined)?.payments?.[0]?.text
  expect(text('spent £40 on petrol yesterday')).toBe('petrol')
  expect(text('I spent €8 on a coffee this morning')).toBe('coffee')
  expect(text('I paid 25 for the parking last Friday')).toBe('parking')
  expect(text('I spent 15')).toBeUndefined()
})

test('a question about all spending is narrowed by nothing', () => {
  for (const said of [
    'how much did I spend this month',
    'what did I spend my money on last week',
    'how much have I spent today',
  ])
    expect(read(said), said).not.toHaveProperty('about')
})

test('what is on a list by that name is ticked off there', () => {
  expect(read('mark stretching as done')?.intent).toBe('list.complete')
})

test('a quote within a note stays in it', () => {
  expect(read('note: ask Ann about "the fjord" on friday')).toMatchObject({
    text: 'ask Ann about "the fjord" on friday',
  })
  expect(read('take a note: the code is "fjord-77"')).toMatchObject({ text: 'the code is "fjord-77"' })
  expect(read('take a note "buy milk"')).toMatchObject({ text: 'buy milk' })
})

test.each([
  'how much did I spend this month',
  'I finished Dune',
  'mark Dune as read',
  'did running today',
  'move fix login to done',
  "what's my streak for running",
  'stop tracking running',
  "what's Tom's email",
  'notes about the car',
  'what should I read next',
])('%s is about nothing when nothing of it is kept', (said) => {
  expect(read(said, false)?.sure ?? false).toBe(false)
})

test.each([
  'mark all emails as read',
  'I finished work early',
  'move the meeting to done deal',
  'did you sleep well today',
  "what's my bank's phone number",
  'I spent 3 hours on the report',
  'should I have spent 20 on that',
  'I never spent 40 on petrol',
  'delete ~/Documents/notes.txt',
  'delete the notes folder',
  'do I want to read The Hobbit',
  "I don't want to read War and Peace",
  'how do I add a contact',
  'change the cellar note to buy oolong',
  'I paid my credit card bill of 300',
  'move 20 dollars to savings',
  'add a new credit card 1234 to my account',
])('%s changes nothing', (said) => {
  const found = read(said)
  expect(
    /^(?:note|contact|budget|habit|reading|bookmark|journal|board|snippet)\.(?!ask)/.test(
      found?.intent ?? '',
    ) && found?.sure,
  ).not.toBe(true)
})
