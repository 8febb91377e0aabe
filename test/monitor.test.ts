import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Call } from '../src/contract/endpoint.ts'
import { dataFolder } from '../src/platform/data-folder.ts'
import { openQuietInfrastructure, type Infrastructure } from '../src/server/lifecycle/infrastructure.ts'
import { createMonitorPart } from '../src/server/wiring/monitor-part.ts'
import { createNoticeActions } from '../src/server/wiring/notice-actions.ts'
import { createServices } from '../src/server/wiring/create-services.ts'
import { fakeProgram, type FakeProgram } from './fake-program.ts'
import type { Services } from '../src/server/wiring/services.ts'

let opened: AsyncDisposableStack
let infrastructure: Infrastructure
let parts: Services
let notifySend: FakeProgram
const path = process.env['PATH']

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'deskhand-monitor-'))
  opened.defer(() => rm(root, { recursive: true, force: true }))
  notifySend = opened.use(await fakeProgram('notify-send'))
  process.env['PATH'] = `${notifySend.folder}:${path}`
  const minute = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  infrastructure = await openQuietInfrastructure(
    {
      folder: dataFolder({ DESKHAND_HOME: join(root, 'data') }),
      environment: {
        HOME: root,
        DESKHAND_KEYRING: 'off',
        DESKHAND_DESKTOP_NOTIFICATIONS: 'on',
        DESKHAND_HOME_CITY: 'Oslo',
        DESKHAND_UPSTREAM_OPEN_METEO: 'http://127.0.0.1:1',
        DESKHAND_UPSTREAM_OPEN_METEO_GEOCODING: 'http://127.0.0.1:1',
        DESKHAND_UPSTREAM_WTTR: 'http://127.0.0.1:1',
        DESKHAND_BRIEFING_TIME: `${two(minute.getHours())}:${two(minute.getMinutes())}`,
      },
      output: null,
      pretty: false,
    },
    opened,
  )
  parts = createServices(infrastructure, opened)
})

afterEach(async () => {
  process.env['PATH'] = path
  await opened.disposeAsync()
})

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString()
}

test('events of the calendar are announced once, in their own time, on the desktop too, and in the briefing', async () => {
  const monitor = createMonitorPart(infrastructure, parts)
  await parts.calendar.add({ title: 'Soon', start: inMinutes(5) })
  await parts.calendar.add({ title: 'Early bird', start: inMinutes(90), reminderMinutes: 120 })
  await parts.calendar.add({ title: 'Later', start: inMinutes(90) })
  await monitor.look()
  await monitor.look()
  const { notifications } = parts.notifications.list()
  const reminders = notifications.filter(({ type }) => type === 'calendar_reminder')
  expect(reminders.map(({ title }) => title).toSorted()).toEqual(['Early bird', 'Soon'])
  const briefings = notifications.filter(({ type }) => type === 'briefing')
  expect(briefings).toHaveLength(1)
  expect(briefings[0]!.message).not.toContain('Oslo')
  await expect
    .poll(async () => (await notifySend.args())?.slice(0, 3))
    .toEqual(['--app-name=Deskhand', '--urgency=normal', '--'])
})

test('an approval that waits is in the briefing', async () => {
  const signal = AbortSignal.timeout(150_000)
  const { event_id } = await parts.calendar.add({ title: 'Dentist', start: inMinutes(3) })
  const asked = await parts.runner.run({
    action: 'CALENDAR_DELETE',
    args: { event_id },
    provenance: 'model',
    signal,
  })
  expect(asked.success).toBe(false)
  await createMonitorPart(infrastructure, parts).look()
  const briefing = parts.notifications.list().notifications.find(({ type }) => type === 'briefing')
  expect(briefing?.message).toContain('1 approval is waiting for you')
})

test('tools of macOS are not listed here, and say why when they are called', async () => {
  const signal = AbortSignal.timeout(150_000)
  expect(parts.catalog.list({ agent: 'nativechat' })).toEqual([])
  expect(parts.catalog.list({ agent: 'nativechat', edition: 'macos' })).toHaveLength(4)
  const answer = await parts.runner.run({
    action: 'SEND_SMS',
    args: { target: '+15551234567', message: 'Hello' },
    provenance: 'local-client',
    signal,
  })
  expect(answer).toMatchObject({ success: false, data: { error: { code: 'unavailable_on_platform' } } })
})

test('an event that was announced is told of again where it is snoozed, and stays where it is', async () => {
  const confirm = () => Promise.reject(new Error('Nothing is asked here.'))
  const actions = createNoticeActions({ services: parts, confirm, now: () => new Date() })
  await parts.calendar.add({ title: 'Stand-up', start: inMinutes(5) })
  const { event_id } = await parts.calendar.add({ title: 'Cancelled', start: inMinutes(6) })
  await createMonitorPart(infrastructure, parts).look()
  const { notifications } = parts.notifications.list()
  const press = (title: string, action: string) =>
    actions.perform(notifications.find((one) => one.title === title)!.id, action, {} as Call)
  await press('Stand-up', 'snooze_10m')
  expect(parts.timers.list()).toMatchObject([{ kind: 'alarm', label: 'Stand-up', status: 'running' }])
  await parts.calendar.remove(event_id)
  await expect(press('Cancelled', 'snooze_1h')).rejects.toMatchObject({ code: 'conflict' })
  await press('Cancelled', 'done')
  expect(parts.timers.list()).toHaveLength(1)
})

test('a reminder that is done or put off by its notification is no longer open anywhere', async () => {
  const confirm = () => Promise.reject(new Error('Nothing is asked here.'))
  const actions = createNoticeActions({ services: parts, confirm, now: () => new Date() })
  const due = inMinutes(-1)
  const items = ['Call Ann', 'Water plants', 'Stretch'].map((text, index) => ({
    id: `r${index}`,
    text,
    due,
    done: false,
    ...(text === 'Stretch' && { repeat: 'FREQ=DAILY', time_zone: 'UTC' }),
  }))
  parts.reminderClock.start()
  await parts.store.write('reminders', JSON.stringify({ items }))
  const open = () =>
    parts.notifications
      .list({ unread: true })
      .notifications.filter(({ type }) => type === 'reminder')
      .map(({ message }) => message)
      .toSorted()
  await expect.poll(open).toEqual(['Call Ann', 'Stretch', 'Water plants'])
  const stored = () => {
    const value = JSON.parse(parts.store.read('reminders')!.json) as { items: (typeof items)[number][] }
    return value.items
  }
  const idOf = (text: string) =>
    parts.notifications.list().notifications.find(({ message }) => message === text)!.id
  const press = (text: string, action: string) => actions.perform(idOf(text), action, {} as Call)

  await press('Call Ann', 'done')
  expect(stored()).toMatchObject([{ text: 'Call Ann', done: true }, { done: false }, { done: false }])
  await press('Stretch', 'snooze_10m')
  expect(stored()).toMatchObject([{}, {}, { repeat: 'FREQ=DAILY' }, { text: 'Stretch', done: false }])
  expect(stored()[3]).not.toHaveProperty('repeat')
  expect(open()).toEqual(['Water plants'])

  // Ticked off in the list, as a page or a sentence does.
  const ticked = stored().map((item) => (item.text === 'Water plants' ? { ...item, done: true } : item))
  await parts.store.write('reminders', JSON.stringify({ items: ticked }))
  await expect.poll(open).toEqual([])
  await expect(press('Water plants', 'snooze_1h')).rejects.toMatchObject({
    code: 'conflict',
    message: 'This reminder has been done, moved or deleted since.',
  })
})
