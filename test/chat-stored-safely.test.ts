import { expect, test } from 'vitest'
import { buttons, speakAboutStored } from './chat-stored-stage.ts'

const { say, stored, put } = speakAboutStored()

async function texts(key: string): Promise<string[]> {
  const { items } = await stored<{ items: { text: string; done: boolean }[] }>(key)
  return items.map(({ text, done }) => (done ? `${text} (done)` : text))
}

test('of entries without an id only the one that is meant is changed', async () => {
  const entries = [{ text: 'Milk', done: false }, { text: 'Eggs' }, { text: 'Tea', done: false }]
  await put('shopping', { items: entries })
  expect((await say('remove eggs from my shopping list')).text).toBe('Removed Eggs from Shopping.')
  expect(await texts('shopping')).toEqual(['Milk', 'Tea'])
  await put('shopping', { items: entries })
  expect((await say('tick off milk on my shopping list')).text).toBe('Ticked off Milk on Shopping.')
  expect(await texts('shopping')).toEqual(['Milk (done)', 'Eggs', 'Tea'])
  await put('shopping', {
    items: [
      { id: '1', text: 'Milk', done: false },
      { id: '1', text: 'Eggs', done: false },
    ],
  })
  await say('remove milk from my shopping list')
  expect(await texts('shopping')).toEqual(['Eggs'])

  await put('notes', {
    notes: [{ text: 'the key is under the mat' }, { text: 'call Ann' }, { text: 'pay Bob' }],
  })
  await say('delete the note about the key')
  expect(await stored('notes')).toMatchObject({ notes: [{ text: 'call Ann' }, { text: 'pay Bob' }] })

  const cards = [{ title: 'Fix login' }, { title: 'Write docs' }]
  await put('board', {
    columns: [
      { title: 'To do', cards },
      { title: 'Done', cards: [{ title: 'Ship' }] },
    ],
  })
  await say('move fix login to done on the board')
  expect(await stored('board')).toMatchObject({
    columns: [{ cards: [{ title: 'Write docs' }] }, { cards: [{ title: 'Ship' }, { title: 'Fix login' }] }],
  })
  await say('delete the card ship from the board')
  expect(await stored('board')).toMatchObject({
    columns: [{ cards: [{ title: 'Write docs' }] }, { cards: [{ title: 'Fix login' }] }],
  })
})

test('what another client wrote as bare texts is read, and what cannot be read is kept', async () => {
  await put('shopping', { items: ['milk', null, 7], own: 1 })
  expect((await say("what's on my shopping list")).text).toBe('On Shopping: milk.')
  expect((await say('add eggs to my shopping list')).text).toBe('Added Eggs to Shopping.')
  expect(await stored('shopping')).toMatchObject({
    own: 1,
    items: [{ text: 'milk' }, { text: 'Eggs' }, null, 7],
  })
  expect((await say('tick off milk')).text).toBe('Ticked off milk on Shopping.')

  await put('notes', { notes: ['loose', null, { id: 'x', text: 'the key is under the mat' }] })
  expect((await say('find the note about the key')).text).toContain('1 note')
  await say('note: call Ann')
  await say('delete the note about the key')
  expect(await stored('notes')).toMatchObject({ notes: [{ text: 'call Ann' }, 'loose', null] })

  for (const value of [['milk'], 'milk', 7]) {
    await put('shopping', value)
    expect((await say('add eggs to my shopping list')).text).toContain('nothing was changed')
    expect(await stored('shopping')).toEqual(value)
  }
  await put('shopping', { items: [] })
  await put('notes', { notes: [] })
})

test('what has a card of its own is not made a list, renamed or emptied as one', async () => {
  await put('notes', { notes: [{ id: 'x', text: 'keep me' }] })
  for (const message of [
    'add milk to my notes list',
    'rename my notes list to jottings',
    'clear my notes list',
    'create a list called notes',
    'rename the shopping list to notes',
  ]) {
    const { text, components } = await say(message)
    expect(text, message).toContain('Nothing was changed.')
    expect(
      components.map(({ type }) => type),
      message,
    ).toContain('notes')
  }
  expect(await stored('notes')).toEqual({ notes: [{ id: 'x', text: 'keep me' }] })
  expect(await stored('jottings')).toEqual({})
})

test('what is full takes nothing more, loses nothing, and says so', async () => {
  const items = Array.from({ length: 2_000 }, (_, index) => ({
    id: `${index}`,
    text: `Thing ${index}`,
    done: false,
  }))
  await put('shopping', { items })
  expect((await say('add milk to my shopping list')).text).toContain('2,000')
  expect(await stored('shopping')).toEqual({ items })
  expect((await say('remove thing 7 from my shopping list')).text).toBe('Removed Thing 7 from Shopping.')
  await put('shopping', { items: [] })

  const notes = items.map(({ id, text }) => ({ id, text }))
  await put('notes', { notes })
  expect((await say('note: one more')).text).toContain('2,000')
  expect(await stored('notes')).toEqual({ notes })
  await put('notes', { notes: [] })

  const books = notes.map(({ id, text }) => ({ id, title: text, status: 'to_read' }))
  await put('reading', { items: books })
  expect((await say('add Dune to my reading list')).text).toContain('2,000')
  expect(await stored('reading')).toEqual({ items: books })
  await put('reading', { items: [] })

  const entries = Array.from({ length: 5_000 }, (_, index) => ({
    id: `${index}`,
    date: '2026-01-01',
    amount: 1,
    kind: 'expense',
  }))
  await put('budget', { entries })
  expect((await say('I spent 5 on coffee')).text).toContain('5,000')
  expect(await stored('budget')).toEqual({ entries })
  const categories = Array.from({ length: 100 }, (_, index) => ({ name: `Kind ${index}`, monthly_limit: 1 }))
  await put('budget', { entries: [], categories })
  expect((await say('set my monthly budget for groceries to 300')).text).toContain('at most 100')
  expect(await stored('budget')).toEqual({ entries: [], categories })
  await put('budget', { entries: [] })

  const cards = items.slice(0, 500).map(({ id, text }) => ({ id, title: text }))
  const columns = [
    { id: 'a', title: 'To do', cards: [{ id: 'fix', title: 'Fix login' }] },
    { id: 'b', title: 'Done', cards },
  ]
  await put('board', { columns })
  expect((await say('move fix login to done on the board')).text).toContain('500')
  expect((await say('add a card tidy up to done on the board')).text).toContain('500')
  expect(await stored('board')).toEqual({ columns })
})

test('an entry that is on another list is not said to be on none', async () => {
  await put('shopping', { items: [{ id: '1', text: 'Milk', done: false }] })
  await put('packing', { items: [{ id: '1', text: 'Socks', done: false }] })
  const { text } = await say('tick off milk and socks')
  expect(text).toBe('Ticked off Milk on Shopping. Socks is not on Shopping.')
  expect(await texts('packing')).toEqual(['Socks'])
  await put('packing', { items: [] })
})

test('addresses that differ in more than the host are two bookmarks', async () => {
  await put('bookmarks', { bookmarks: [] })
  await say('bookmark https://youtu.be/AbCdEf')
  expect((await say('bookmark https://youtu.be/aBcDeF')).text).toContain('Bookmarked')
  expect((await say('bookmark https://WWW.youtu.be/aBcDeF/')).text).toContain('already')
})

test('an income and an expense of one name and sum are told apart', async () => {
  const payment = { date: '2026-01-01', amount: 50, text: 'rent' }
  const entries = [
    { id: 'in', kind: 'income', ...payment },
    { id: 'out', kind: 'expense', ...payment },
  ]
  await put('budget', { entries })
  const asked = await say('delete the payment for rent')
  expect(asked.text).toContain('Which one?')
  expect(await stored('budget')).toEqual({ entries })
  await say(buttons(asked)[0]!)
  expect(await stored('budget')).toEqual({ entries: [entries[1]] })
})

test('an income that is named is never an expense', async () => {
  const entries = [{ id: '1', kind: 'expense', date: '2026-01-01', amount: 900, text: 'rent' }]
  await put('budget', { entries })
  await say('delete the income for rent')
  expect(await stored('budget')).toEqual({ entries })
  await say('delete the expense for rent')
  expect(await stored('budget')).toEqual({ entries: [] })
})

test('an entry may be called as something of every object is', async () => {
  expect((await say('add constructor to my todo list')).text).toContain('Added Constructor')
})

test('the day that was said is kept when it is asked which habit', async () => {
  const habits = ['Morning run', 'Evening run'].map((name, index) => ({ id: `${index}`, name, done_on: [] }))
  await put('habits', { habits })
  const asked = await say('I did my run yesterday')
  expect(asked.text).toContain('Which one?')
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Oslo' })
  const yesterday = zone.format(new Date(Date.now() - 86_400_000))
  await say(buttons(asked)[0]!)
  expect(await stored('habits')).toMatchObject({ habits: [{ done_on: [yesterday] }, { done_on: [] }] })
})

test('a first currency is said to count for what was noted before', async () => {
  await put('budget', { entries: [{ id: '1', kind: 'expense', date: '2026-01-01', amount: 30 }] })
  expect((await say('I spent 5 euros on tea')).text).toBe(
    'Recorded an expense of €5 for tea. Your whole budget is now in EUR, including earlier entries.',
  )
  expect((await say('I spent 6 euros on tea')).text).toBe('Recorded an expense of €6 for tea.')
  const entries = [{ id: '1', kind: 'expense', date: '2026-01-01', amount: 30, text: 'tea' }]
  await put('budget', { entries, currency: 'euro' })
  expect((await say('how much did I spend on tea in january 2026')).text).toBe(
    'You spent 30 on tea in January 2026.',
  )
  await put('budget', { entries: [], monthly_limit: 100 })
  expect((await say('set my monthly budget to 200 euros')).text).toContain('Your whole budget is now in EUR.')
  await put('budget', { entries: [] })
})

test('the last entry of the journal is told as one', async () => {
  await put('journal', { entries: [{ id: '1', date: '2026-01-01', text: 'a good day' }] })
  expect((await say('show my last journal entry')).text).toBe('Your last journal entry:')
  await put('journal', { entries: [] })
  expect((await say('show my last journal entry')).text).toBe('No journal entry yet.')
})

test('a word that only looks alike is not taken for the entry; a typing error or a plural is', async () => {
  const items = ['Silk', 'Banana', 'Mozzarella'].map((text, index) => ({ id: `${index}`, text, done: false }))
  await put('shopping', { items })
  expect((await say('remove milk from my shopping list')).text).toBe('Milk is not on Shopping.')
  expect((await say('is milk on my shopping list?')).text).toBe("No, Milk isn't on Shopping.")
  expect((await say('remove bananas from my shopping list')).text).toBe('Removed Banana from Shopping.')
  expect((await say('remove mozarella from my shopping list')).text).toBe('Removed Mozzarella from Shopping.')
  expect(await texts('shopping')).toEqual(['Silk'])
})

test('what only begins with the word is asked about before it is removed', async () => {
  const items = ['Milk chocolate', 'Tea towels'].map((text, index) => ({ id: `${index}`, text, done: false }))
  await put('shopping', { items })
  expect((await say('remove milk from my shopping list')).text).toBe(
    'Milk is not on Shopping. Did you mean Milk chocolate? Say its full name to remove it.',
  )
  expect((await say('remove milk and towels from my shopping list')).text).toBe(
    'Removed Tea towels from Shopping. Milk is not on Shopping. Did you mean Milk chocolate? Say its full name to remove it.',
  )
  expect(await texts('shopping')).toEqual(['Milk chocolate'])
  expect((await say('remove milk chocolate from my shopping list')).text).toBe(
    'Removed Milk chocolate from Shopping.',
  )
})

test('a person is deleted by the name, not by the firm', async () => {
  const contacts = [{ id: '1', name: 'Bob Stone', organization: 'Acme', emails: ['bob@acme.example'] }]
  await put('contacts', { contacts })
  expect((await say('delete the contact acme')).text).toContain('No contact “acme”')
  expect(await stored('contacts')).toEqual({ contacts })
  expect((await say('delete the contact bob')).text).toBe('Deleted the contact “Bob Stone”.')
})

test('the second half of a wish for a list is told too, and adds nothing twice', async () => {
  const items = ['Milk chocolate', 'Forks', 'Spoons'].map((text, index) => ({
    id: `${index}`,
    text,
    done: false,
  }))
  await put('shopping', { items })
  expect((await say('add jam to my shopping list and remove butter')).text).toBe(
    'Added Jam to Shopping. Butter is not on Shopping.',
  )
  expect((await say('add tea to my shopping list and remove milk')).text).toContain(
    'Did you mean Milk chocolate?',
  )
  expect((await say('remove forks from my shopping list and add spoons')).text).toBe(
    'Removed Forks from Shopping. Spoons is already on Shopping.',
  )
  expect(await texts('shopping')).toEqual(['Milk chocolate', 'Spoons', 'Jam', 'Tea'])
})
