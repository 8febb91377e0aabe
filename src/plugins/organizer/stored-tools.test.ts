import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openOrganizer, type OrganizerStage } from '../../../test/organizer-stage.ts'
import { storedSchemas } from '../../components/schemas.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { storedKinds } from './stored-kinds.ts'

let stage: OrganizerStage
beforeAll(async () => {
  stage = await openOrganizer()
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
})
beforeEach(async () => {
  for (const { key } of stage.store.list({ limit: 1_000 })) await stage.store.remove(key)
  stage.changes.length = 0
})

const added = (data: Record<string, unknown>) => data['added'] as Record<string, string>[]
const refusal = async (action: string, args: object) => {
  const { success, message } = await stage.run(action, args)
  expect(success).toBe(false)
  return message
}

test.each(storedKinds)('$action keeps what its widget can show, and gives it back', async (kind) => {
  const { action, kind: type, example } = kind
  if (action === 'HABITS') await stage.data(action, { add: [{ name: 'Read' }] })
  const made = await stage.data(action, example)
  const key = String(made['key'])
  const schema = storedSchemas[type === 'reminders' ? 'todo_list' : type]
  expect(checkFor(schema, 'result')(stage.kept(key))).toEqual([])
  expect(stage.changes.at(-1)).toMatchObject({ key, deleted: false })
  const place = kind.named && { [kind.named.argument]: example[kind.named.argument] }
  const read = await stage.data(action, { ...place })
  expect(read['entries']).toEqual(made['added'] ?? made['changed'])
})

describe('TODO_LIST', () => {
  test('adds, ticks off, renames and deletes, and says what it did', async () => {
    const { message } = await stage.run('TODO_LIST', {
      add: [{ text: 'Report', due: '2026-03-06T09:30' }, { text: 'Milk' }, { text: 'Eggs' }],
    })
    expect(message).toBe('Added to To do: Report (Friday, 6 March 2026 at 09:30), Milk and Eggs.')
    // By the clock of the machine, which is in Oslo.
    expect(stage.kept('todo')).toMatchObject({ items: [{ due: '2026-03-06T08:30:00.000Z' }, {}, {}] })
    const changed = await stage.run('TODO_LIST', {
      change: [
        { id: 'milk', done: true },
        { id: 'Report', text: 'Yearly report', due: null },
      ],
      remove: ['Eggs'],
    })
    expect(changed.message).toBe('Changed: Milk and Yearly report. Deleted: Eggs.')
    expect(stage.kept('todo')).toMatchObject({
      items: [
        { text: 'Yearly report', done: false },
        { text: 'Milk', done: true, done_at: '2026-03-02T08:00:00.000Z' },
      ],
    })
    expect(JSON.stringify(stage.kept('todo'))).not.toContain('"due"')
  })

  test('what is open there already is not added again', async () => {
    await stage.data('TODO_LIST', { list: 'shopping', add: [{ text: 'Milk' }] })
    const { message } = await stage.run('TODO_LIST', {
      list: 'Shopping list',
      add: [{ text: 'milk' }, { text: 'Eggs' }, { text: 'eggs' }],
    })
    expect(message).toBe('Added to Shopping: Eggs. Already there, so not added again: Milk and Eggs.')
    expect(stage.kept('shopping')).toMatchObject({ items: [{ text: 'Milk' }, { text: 'Eggs' }] })
  })

  test('an undo brings back what was there, unless somebody wrote since', async () => {
    await stage.data('TODO_LIST', { add: [{ text: 'Milk' }] })
    const removed = await stage.data('TODO_LIST', { remove: ['Milk'] })
    const undone = await stage.run('TODO_LIST', { undo: removed['undo'] })
    expect(undone.message).toBe('To do is back to how it was: 1 entry.')
    expect(stage.kept('todo')).toMatchObject({ items: [{ text: 'Milk' }] })
    const more = await stage.data('TODO_LIST', { add: [{ text: 'Eggs' }] })
    await stage.store.write('todo', '{"items":[]}')
    expect(await refusal('TODO_LIST', { undo: more['undo'] })).toBe(
      'To do has changed since then, so it was left as it is.',
    )
    expect(await refusal('TODO_LIST', { undo: 'nothing' })).toContain('” is no longer known, so it stays.')
  })

  test('of two writers at the same moment neither loses anything', async () => {
    const add = (text: string) => stage.run('TODO_LIST', { add: [{ text }] })
    await Promise.all([add('One'), add('Two'), add('Three')])
    const { items } = stage.kept('todo') as { items: { text: string }[] }
    expect(items.map(({ text }) => text).toSorted()).toEqual(['One', 'Three', 'Two'])
  })

  test('deleting many, or all, asks; a few do not, and a person is not asked', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}${letter}`)
    await stage.data('TODO_LIST', { list: 'letters', add: names.map((text) => ({ text })) })
    for (const args of [{ remove: names }, { clear: 'all' }, { clear: 'done' }]) {
      const { data } = await stage.run('TODO_LIST', { list: 'letters', ...args })
      expect(data).toMatchObject({ error: { code: 'approval_required' } })
    }
    await stage.data('TODO_LIST', { list: 'letters', remove: names.slice(0, 2) })
    const cleared = await stage.run('TODO_LIST', { list: 'letters', clear: 'all' }, 'local-client')
    expect(cleared.message).toBe('Deleted: cc, dd, ee and ff.')
    expect(stage.kept('letters')).toBeNull()
    const { undo } = cleared.data as { undo: string }
    await stage.data('TODO_LIST', { list: 'letters', undo })
    expect(stage.kept('letters')).toMatchObject({ items: [{}, {}, {}, {}] })
  })

  test.each([
    [{ list: 'nowhere' }, 'No list called “nowhere”. Available: shopping.'],
    [{ list: 'nowhere', remove: ['Milk'] }, 'No list called “nowhere”. Available: shopping.'],
    [{ add: [{ text: ' ' }] }, "TODO_LIST wasn't run: `add.0.text` must not be empty."],
    [{ add: [{ text: '' }] }, "TODO_LIST wasn't run: `add.0.text` must not be empty"],
    [{ add: [{ text: 'Tax', due: '2026-02-30' }] }, 'due “2026-02-30” is not a valid date'],
    [{ add: [{ text: 'Tax', due: 'tomorrow' }] }, 'due “tomorrow” is not a valid date'],
    [{ list: 'shopping', remove: ['Bread'] }, 'No entry “Bread” in Shopping. Nothing was changed'],
    [
      { list: 'shopping', remove: ['Juice'] },
      '2 entries in Shopping match “Juice”. Nothing was changed. Give the id',
    ],
    [{ list: 'shopping', remove: ['chocolate'] }, 'No entry in Shopping is called “chocolate”'],
    [{ list: 'reminders' }, 'Reminders are not a list. Use REMINDERS_AND_TIMERS for them.'],
    [{ list: 'notes', add: [{ text: 'x' }] }, "Notes has its own card and isn't a list"],
    [{ list: '!!!', add: [{ text: 'x' }] }, "“!!!” can't be the name of a list"],
    [{ add: [{ title: 'x' }] }, '`add.0.text` is required'],
  ])('%j is refused with a sentence, and nothing is changed', async (args, sentence) => {
    const items = ['Juice', 'Juice', 'Milk chocolate'].map((text, index) => ({
      id: `i${index}`,
      text,
      done: false,
    }))
    await stage.store.write('shopping', JSON.stringify({ items }))
    expect(await refusal('TODO_LIST', args)).toContain(sentence)
    expect(stage.kept('shopping')).toEqual({ items })
    expect(stage.store.list({ limit: 10 })).toHaveLength(1)
  })

  test('a list that is full says so, and so does a call with too much', async () => {
    const far = Array.from({ length: 10_000 }, (_, index) => ({ text: `x${index}` }))
    expect(await refusal('TODO_LIST', { list: 'full', add: far })).toContain(
      'must NOT have more than 2000 items',
    )
    const many = (from: number) => Array.from({ length: 1_500 }, (_, index) => ({ text: `x${from + index}` }))
    await stage.data('TODO_LIST', { list: 'full', add: many(0) })
    expect(await refusal('TODO_LIST', { list: 'full', add: many(2_000) })).toBe(
      'Full can have at most 2,000 entries, so nothing was added. Remove some first.',
    )
    const { entries, total, next_offset } = await stage.data('TODO_LIST', { list: 'full', limit: 500 })
    expect(total).toBe(1_500)
    expect(next_offset).toBe((entries as unknown[]).length)
  })
})

test('REMINDERS_AND_TIMERS rings at the time that was said, by the clock that was meant', async () => {
  const { message } = await stage.run('REMINDERS_AND_TIMERS', {
    add: [
      { text: 'Call Anna', at: '2026-03-03T09:00' },
      { text: 'Tea', in_minutes: 4 },
      {
        text: 'Bins',
        at: '2026-03-03T07:00',
        repeat: 'RRULE:FREQ=WEEKLY;BYDAY=TU',
        time_zone: 'Europe/London',
      },
      { text: 'Birthday', at: '2026-05-01' },
    ],
  })
  expect(message).toContain('Call Anna (Tuesday, 3 March 2026 at 09:00)')
  expect(message).toContain('Bins (every Tuesday at 08:00, next Tuesday, 3 March 2026 at 08:00)')
  expect(stage.kept('reminders')).toMatchObject({
    items: [
      { text: 'Call Anna', due: '2026-03-03T08:00:00.000Z' },
      { text: 'Tea', due: '2026-03-02T08:04:00.000Z' },
      { due: '2026-03-03T07:00:00.000Z', repeat: 'FREQ=WEEKLY;BYDAY=TU', time_zone: 'Europe/London' },
      { due: '2026-05-01' },
    ],
  })
  await stage.data('REMINDERS_AND_TIMERS', { change: [{ id: 'Call Anna', at: '2026-03-04T10:00' }] })
  await stage.data('REMINDERS_AND_TIMERS', { remove: ['Tea'] })
  expect(stage.kept('reminders')).toMatchObject({
    items: [{ text: 'Call Anna', due: '2026-03-04T09:00:00.000Z' }, { text: 'Bins' }, { text: 'Birthday' }],
  })
})

test.each([
  [{ text: 'x', at: '2026-03-01T09:00' }, 'is in the past, so it would never ring. Give a future time.'],
  [{ text: 'x', at: '2026-02-29' }, 'at “2026-02-29” is not a valid date'],
  [{ text: 'x', at: '2026-03-03T25:00' }, 'is not a valid date'],
  [{ text: 'x', at: '2026-03-03T09:00', in_minutes: 5 }, 'Give at or in_minutes, not both.'],
  [
    { text: 'x', at: '2026-03-03T09:00', repeat: 'FREQ=WEEKLY;BYSETPOS=2' },
    '” is not a rule reminders can follow. Use FREQ with INTERVAL, BYDAY, BYMONTHDAY or BYMONTH, e.g. FREQ=WEEKLY;BYDAY=MO,TH.',
  ],
  [
    { text: 'x', repeat: 'FREQ=DAILY' },
    'A repeating reminder needs a time. Give at with a time, e.g. 2026-03-02T09:30.',
  ],
  [{ text: 'x', at: '2026-03-03T09:00', time_zone: 'Mars/Base' }, 'is not an IANA name'],
  [{ text: 'x', in_minutes: 0 }, 'in_minutes` must be > 0'],
])('the reminder %j is refused with a sentence', async (entry, sentence) => {
  expect(await refusal('REMINDERS_AND_TIMERS', { add: [entry] })).toContain(sentence)
  expect(stage.kept('reminders')).toBeNull()
})

test('NOTES are written, found, appended to and read whole one by one', async () => {
  const long = 'word '.repeat(2_000)
  await stage.data('NOTES', {
    add: [
      { title: 'Ideas', text: '- fly\n- swim', tags: ['later'] },
      { title: 'Long one', text: long },
      { title: 'Long two', text: long },
    ],
  })
  await stage.data('NOTES', { change: [{ id: 'Ideas', append: '- run', pinned: true, tags: null }] })
  const found = await stage.data('NOTES', { query: 'ideas' })
  expect(found['entries']).toEqual([
    { id: expect.any(String), title: 'Ideas', text: '- fly\n- swim\n- run', pinned: true },
  ])
  const all = await stage.run('NOTES', {})
  expect(all.message).toContain('Long texts are cut. Read one in full with its id as query.')
  const { entries } = all.data as { entries: { id: string; text: string }[] }
  expect(entries.map(({ text }) => text.length)).toEqual([18, 301, 301])
  const whole = await stage.data('NOTES', { query: entries[1]!.id })
  expect(whole['entries']).toMatchObject([{ text: long }])
  expect(await refusal('NOTES', { change: [{ id: 'Long', text: 'x' }] })).toContain(
    '2 notes in Notes match “Long”',
  )
})

test('a note that would not fit into the store is refused, and the others stay', async () => {
  const add = Array.from({ length: 12 }, (_, index) => ({ title: `n${index}`, text: 'x'.repeat(99_000) }))
  await stage.data('NOTES', { add: add.slice(0, 8) })
  expect(await refusal('NOTES', { add: add.slice(8) })).toContain('would be larger than 1 MiB')
  expect((stage.kept('notes') as { notes: unknown[] }).notes).toHaveLength(8)
})

test('KANBAN_BOARD begins with its cards, moves them, and gets the columns that are wanted', async () => {
  const made = await stage.run('KANBAN_BOARD', {
    board: 'ideas',
    columns: ['Backlog', 'Doing'],
    add: [{ title: 'Fly' }, { title: 'Swim', column: 'Doing' }],
  })
  expect(made.message).toBe('Created the board Ideas. Added to Ideas: Fly and Swim.')
  await stage.data('KANBAN_BOARD', {
    board: 'Ideas board',
    columns: ['Shipped'],
    change: [{ id: 'fly', column: 'shipped', due: '2026-03-09' }],
  })
  expect(stage.kept('ideas-board')).toMatchObject({
    columns: [
      { title: 'Backlog', cards: [] },
      { title: 'Doing', cards: [{ title: 'Swim' }] },
      { title: 'Shipped', cards: [{ title: 'Fly', due: '2026-03-09' }] },
    ],
  })
  expect(JSON.stringify(stage.kept('ideas-board'))).not.toContain('"column"')
  expect(await stage.data('KANBAN_BOARD', {})).toMatchObject({
    columns: ['Backlog', 'Doing', 'Shipped'],
    total: 2,
  })
  expect(await refusal('KANBAN_BOARD', { change: [{ id: 'Fly', column: 'Moon' }] })).toContain(
    'Ideas has no column “Moon”, only Backlog, Doing, Shipped. Nothing was changed',
  )
  expect(await refusal('KANBAN_BOARD', { board: 'other' })).toBe('No board called “other”. Available: Ideas.')
})

test('HABITS tick off days without losing those before', async () => {
  await stage.data('HABITS', { add: [{ name: 'Read', times_a_week: 5 }] })
  await stage.data('HABITS', { change: [{ id: 'Read', did_on: ['2026-03-01', '2026-03-02'] }] })
  await stage.data('HABITS', {
    change: [{ id: 'Read', did_on: ['2026-02-28'], did_not_on: ['2026-03-01'] }],
  })
  expect(stage.kept('habits')).toMatchObject({ habits: [{ done_on: ['2026-02-28', '2026-03-02'] }] })
  expect(await refusal('HABITS', { change: [{ id: 'Read', did_on: ['2026-02-31'] }] })).toContain(
    'did_on “2026-02-31” is not a valid date',
  )
})

test('what others wrote into the store is kept as it is, and what is no list is not made one', async () => {
  await stage.store.write('todo', '{"items":[{"id":"a","text":"Own"},42],"colour":"red"}')
  await stage.data('TODO_LIST', { add: [{ text: 'New' }] })
  expect(stage.kept('todo')).toMatchObject({ items: [{ text: 'Own' }, { text: 'New' }, 42], colour: 'red' })
  await stage.store.write('notes', '"just text"')
  expect(await refusal('NOTES', { add: [{ text: 'x' }] })).toContain('is damaged, so nothing was changed')
})

test('an entry that was written by somebody who has read strangers makes its list untrusted, until it is gone', async () => {
  const { signal } = new AbortController()
  const request = { action: 'TODO_LIST', args: {}, provenance: 'model' as const, signal }
  await stage.data('TODO_LIST', { add: [{ text: 'Own' }] })
  expect(await stage.runner.readings(request)).toEqual(['private'])
  const foreign = await stage.run('TODO_LIST', { add: [{ text: 'From a mail' }] })
  await stage.runner.markOutside('TODO_LIST', foreign)
  expect(await stage.runner.readings(request)).toEqual(['untrusted', 'private'])
  const { id } = added(foreign.data as Record<string, unknown>)[0]!
  await stage.data('TODO_LIST', { remove: [id!] })
  expect(await stage.runner.readings(request)).toEqual(['private'])
})
