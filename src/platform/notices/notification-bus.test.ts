import { expect, test } from 'vitest'
import { startBus, startBusProgram } from '../../../test/bus-stage.ts'
import { closeNotification, sendNotification } from './notification-bus.ts'

test('one takes the place of another, stays as long as it is told, and can be closed', async () => {
  await using bus = await startBus()
  const shower = await startBusProgram(bus.address, 'org.freedesktop.Notifications', ({ member }) =>
    member === 'Notify' ? { signature: 'u', body: [42] } : undefined,
  )
  const notification = { title: 'Deskhand', message: 'Step 2', isUrgent: false, replaces: 7, durationMs: 0 }
  expect(await sendNotification(bus.address, notification)).toBe(42)
  await closeNotification(bus.address, 42)
  expect(shower.told).toMatchObject([
    ['Notify', 'Deskhand', 7, '', 'Deskhand', 'Step 2', [], expect.anything(), 0],
    ['CloseNotification', 42],
  ])
  shower.close()
})
