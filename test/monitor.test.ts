import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataFolder } from '../src/platform/data-folder.ts'
import { openQuietInfrastructure, type Infrastructure } from '../src/server/lifecycle/infrastructure.ts'
import { createMonitorPart } from '../src/server/wiring/monitor-part.ts'
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
