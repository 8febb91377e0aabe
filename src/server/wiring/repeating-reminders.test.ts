import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { Store } from '../../features/store/store.ts'
import { migrations } from '../../migrations/migrations.ts'
import { moveRemindersOn } from './repeating-reminders.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

async function stage(items: readonly unknown[]) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-reminders-'))
  const now = () => new Date()
  const database = await openDatabase({
    path: join(folder.path, 'data.db'),
    backupFolder: join(folder.path, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const store = new Store({ database, now, onChange: () => {} })
  await store.write('reminders', JSON.stringify({ items, own: 1 }))
  return {
    store,
    read: () =>
      JSON.parse(store.read('reminders')!.json) as { items: Record<string, unknown>[]; own: number },
    async [Symbol.asyncDispose]() {
      await database.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

const pills = {
  id: 'a',
  text: 'Take pills',
  done: false,
  due: '2026-03-27T07:00:00.000Z',
  repeat: 'FREQ=DAILY',
  time_zone: 'Europe/Oslo',
}

test('a reminder that repeats moves on once it is due, by the clock of its zone', async () => {
  await using place = await stage([pills, { ...pills, id: 'b', repeat: 'FREQ=WEEKLY;BYDAY=MO' }])
  await moveRemindersOn(place.store, new Date('2026-03-27T06:59:59Z'))
  expect(place.read().items.map(({ due }) => due)).toEqual([pills.due, pills.due])
  await moveRemindersOn(place.store, new Date('2026-03-28T07:00:01Z'))
  // The clocks went forward on the 29th: eight in the morning is an hour earlier.
  expect(place.read()).toMatchObject({
    own: 1,
    items: [{ due: '2026-03-29T06:00:00.000Z' }, { due: '2026-03-30T06:00:00.000Z' }],
  })
})

test('one that was ticked off comes again, and one that does not repeat stays as it is', async () => {
  const done = { ...pills, done: true, done_at: '2026-03-27T06:00:00.000Z' }
  const once = { id: 'b', text: 'Once', done: false, due: '2026-03-27T07:00:00.000Z' }
  await using place = await stage([done, once, { ...pills, id: 'c', repeat: 'FREQ=NEVER' }, null])
  await moveRemindersOn(place.store, new Date('2026-03-27T08:00:00Z'))
  const [first, ...others] = place.read().items
  expect(first).toEqual({ ...pills, due: '2026-03-28T07:00:00.000Z' })
  expect(others).toEqual([once, { ...pills, id: 'c', repeat: 'FREQ=NEVER' }, null])
})
