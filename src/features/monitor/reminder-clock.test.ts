import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { migrations } from '../../migrations/migrations.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createNotifications } from '../notifications/notifications.ts'
import type { Reminder } from './due-reminders.ts'
import { ReminderClock, type ReminderClockDeps } from './reminder-clock.ts'

const reminder: Reminder = { id: 'a', text: 'Call mom', done: false, due: '2026-03-02T09:30:00.000Z' }

interface Options extends Partial<Pick<ReminderClockDeps, 'moveOn' | 'now'>> {
  readonly reminders: Reminder[]
  readonly at?: Date
}

async function stage({ reminders, at = new Date(), moveOn = async () => {}, now: clock }: Options) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-reminders-'))
  const time = { value: at }
  const now = clock ?? (() => time.value)
  const database = await openDatabase({
    path: join(folder.path, 'data.db'),
    backupFolder: join(folder.path, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  const notifications = createNotifications({ database, now })
  const newClock = () =>
    new ReminderClock({ notifications, now, log: silentLog, reminders: () => reminders, moveOn })
  return {
    notifications,
    newClock,
    told: () => notifications.list({ limit: 50 }).notifications.map(({ message }) => message),
    /** A service that starts at this moment, and ends once it has looked. */
    async lookAt(moment: string | Date) {
      time.value = new Date(moment)
      const once = newClock()
      once.start()
      await once.stop()
    },
    async [Symbol.asyncDispose]() {
      await database.close()
      await folder.remove()
    },
  }
}

test('a reminder rings once, also across restarts, again when it was put off, and not when it is done', async () => {
  const reminders = [reminder, { ...reminder, id: 'b', text: 'Done already', done: true }]
  await using staged = await stage({ reminders })
  await staged.lookAt('2026-03-02T09:29:59Z')
  expect(staged.told()).toEqual([])
  await staged.lookAt('2026-03-02T09:30:00Z')
  await staged.lookAt('2026-03-02T09:30:05Z')
  expect(staged.told()).toEqual(['Call mom'])
  reminders[0] = { ...reminder, due: '2026-03-02T10:00:00.000Z' }
  await staged.lookAt('2026-03-02T10:00:01Z')
  expect(staged.told()).toEqual(['Call mom', 'Call mom'])
})

test('a reminder that repeats has rung before it is moved on', async () => {
  const reminders = [reminder]
  const moveOn = async () => {
    reminders[0] = { ...reminder, due: '2026-03-03T09:30:00.000Z' }
  }
  await using staged = await stage({ reminders, moveOn })
  await staged.lookAt('2026-03-02T09:30:05Z')
  await staged.lookAt('2026-03-02T09:30:20Z')
  expect(staged.told()).toEqual(['Call mom'])
  expect(reminders[0]?.due).toBe('2026-03-03T09:30:00.000Z')
})

test('a reminder for a day rings in its morning, and one that is long past does not', async () => {
  const day = { ...reminder, text: 'Pay rent', due: '2026-03-02' }
  const reminders = [day, { ...day, id: 'b', text: 'Long ago', due: '2026-02-20T10:00:00Z' }]
  await using staged = await stage({ reminders })
  await staged.lookAt(new Date(2026, 2, 2, 8, 59))
  expect(staged.told()).toEqual([])
  await staged.lookAt(new Date(2026, 2, 2, 9, 0, 10))
  expect(staged.told()).toEqual(['Pay rent'])
})

test('it wakes by itself for what is due, and for what was added meanwhile', async () => {
  const soon = (text: string) => ({
    id: text,
    text,
    done: false,
    due: new Date(Date.now() + 300).toISOString(),
  })
  const reminders: Reminder[] = [soon('First')]
  await using staged = await stage({ reminders, now: () => new Date() })
  const clock = staged.newClock()
  clock.start()
  await expect.poll(staged.told).toEqual(['First'])
  reminders.push(soon('Second'))
  clock.changed()
  await expect.poll(staged.told).toEqual(['Second', 'First'])
  await clock.stop()
})

test('what could not be told is tried again', async () => {
  let tries = 0
  const reminders = [reminder]
  await using staged = await stage({
    reminders,
    moveOn: async () => {
      tries += 1
      if (tries === 1) throw new Error('The disk is full.')
    },
  })
  await staged.lookAt('2026-03-02T09:30:05Z')
  await staged.lookAt('2026-03-02T09:30:06Z')
  expect({ tries, told: staged.told() }).toEqual({ tries: 2, told: ['Call mom'] })
})
