import { expect, test } from 'vitest'
import { startBus, startBusProgram } from '../../../test/bus-stage.ts'
import { showNotice } from './desktop-notice.ts'
import { closeNotification, sendNotification } from './notification-bus.ts'

const forever = new AbortController().signal

/** A program that shows notifications, without a screen. */
const startShower = (address: string) =>
  startBusProgram(address, 'org.freedesktop.Notifications', ({ member }) =>
    member === 'Notify' ? { signature: 'u', body: [42] } : undefined,
  )

test('a notice goes over the bus, with nothing in it read as markup', async () => {
  await using bus = await startBus()
  const shower = await startShower(bus.address)
  const environment = { DBUS_SESSION_BUS_ADDRESS: bus.address, PATH: '/nowhere' }
  const notice = { title: '-e <Stand-up>', message: 'In <b>9</b> & now', level: 'error' } as const
  await showNotice(notice, { platform: 'linux', environment, signal: forever })
  const text = 'In &lt;b&gt;9&lt;/b&gt; &amp; now'
  expect(shower.told).toMatchObject([
    ['Notify', 'Deskhand', 0, '', '-e <Stand-up>', text, [], expect.anything(), -1],
  ])
  shower.close()
})

test('one takes the place of another, stays as long as it is told, and can be closed', async () => {
  await using bus = await startBus()
  const shower = await startShower(bus.address)
  const notification = { title: 'Deskhand', message: 'Step 2', isUrgent: false, replaces: 7, durationMs: 0 }
  expect(await sendNotification(bus.address, notification)).toBe(42)
  await closeNotification(bus.address, 42)
  expect(shower.told).toMatchObject([
    ['Notify', 'Deskhand', 7, '', 'Deskhand', 'Step 2', [], expect.anything(), 0],
    ['CloseNotification', 42],
  ])
  shower.close()
})

test('a session in which nothing shows notices says so', async () => {
  await using bus = await startBus()
  const notice = { title: 'A', message: 'B', level: 'info' } as const
  const environment = { DBUS_SESSION_BUS_ADDRESS: bus.address }
  const showing = showNotice(notice, { platform: 'linux', environment, signal: forever })
  await expect(showing).rejects.toMatchObject({ code: 'unavailable' })
})
