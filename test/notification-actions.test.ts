import { access, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Notification } from '../src/features/notifications/contract.ts'
import { startBus, startBusProgram, type BusProgram, type BusStage } from './bus-stage.ts'
import { startTestService, type TestService } from './service.ts'

const KEY = 'DBUS_SESSION_BUS_ADDRESS'
const before = process.env[KEY]
let bus: BusStage
let desktop: BusProgram
let service: TestService

beforeAll(async () => {
  bus = await startBus()
  process.env[KEY] = bus.address
  let number = 0
  desktop = await startBusProgram(bus.address, 'org.freedesktop.Notifications', ({ member }) => {
    if (member === 'GetCapabilities') return { signature: 'as', body: [['actions']] }
    if (member !== 'Notify') return undefined
    number += 1
    return { signature: 'u', body: [number] }
  })
  const environment = { DESKHAND_MONITOR: 'off', DESKHAND_DESKTOP_NOTIFICATIONS: 'on' }
  service = await startTestService({ environment })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  desktop.close()
  await bus[Symbol.asyncDispose]()
  if (before === undefined) delete process.env[KEY]
  else process.env[KEY] = before
})

afterEach(async () => {
  for (const { timer_id } of await timers()) await service.client.timers.remove({ params: { timer_id } })
  await service.client.settings.update({ body: { APPROVAL_MODE: null } })
})

const unread = async () =>
  (await service.client.notifications.list({ query: { unread: true } })).notifications
const timers = async () => (await service.client.timers.list({ query: {} })).timers

/** A notification with this title that is still open. */
async function raised(title: string): Promise<Notification> {
  const find = async () => (await unread()).find((one) => one.title === title)
  await expect.poll(find).toBeDefined()
  return (await find())!
}

const endNow = (timer_id: string) =>
  service.client.timers.change({ params: { timer_id }, body: { does: 'add', seconds: -7_200 } })

const act = (id: string, action_id: string) => service.client.notifications.act({ params: { id, action_id } })

/** The number that the desktop gave to it, and the buttons. */
async function shown(title: string): Promise<{ number: number; buttons: unknown }> {
  const calls = () => desktop.told.filter(([member]) => member === 'Notify')
  await expect.poll(() => calls().some((call) => call[4] === title)).toBe(true)
  const at = calls().findIndex((call) => call[4] === title)
  return { number: at + 1, buttons: calls()[at]![6] }
}

const press = (number: number, action: string) =>
  desktop.signal({
    path: '/org/freedesktop/Notifications',
    interface: 'org.freedesktop.Notifications',
    member: 'ActionInvoked',
    signature: 'us',
    body: [number, action],
  })

async function askToDelete(name: string): Promise<string> {
  const path = join(dirname(service.folder.root), name)
  await writeFile(path, 'x')
  await service.client.settings.update({ body: { APPROVAL_MODE: 'always' } })
  await service.client.tools.execute({ body: { tool_name: 'DELETE_FILE', args: { path: `~/${name}` } } })
  return path
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

test('a timer that is due is snoozed, then done; what comes too late is refused', async () => {
  await service.client.timers.create({ body: { seconds: 1, label: 'Tea' } })
  const first = await raised('Tea')
  expect(first).toMatchObject({ sound: true })
  expect(first.actions.map(({ id }) => id)).toEqual(['done', 'snooze_10m', 'snooze_1h', 'snooze_tomorrow'])
  const snoozedAt = Date.now()
  expect(await act(first.id, 'snooze_1h')).toMatchObject({ id: first.id, read: true })
  const [timer] = await timers()
  expect(timer).toMatchObject({ status: 'running' })
  expect(Math.abs(Date.parse(timer!.ends_at!) - snoozedAt - 3_600_000)).toBeLessThan(60_000)
  await expect(act(first.id, 'done')).rejects.toMatchObject({ code: 'conflict' })

  const { timer_id } = timer!
  await endNow(timer_id)
  const second = await raised('Tea')
  await service.client.timers.change({ params: { timer_id }, body: { does: 'add', seconds: 600 } })
  await expect(act(second.id, 'done')).rejects.toMatchObject({
    code: 'conflict',
    message: 'This timer has been stopped or changed since.',
  })
})

test('a pomodoro goes on to its break', async () => {
  const body = { pomodoro: { work_minutes: 25, break_minutes: 5 }, label: 'Write' }
  const { timer_id } = await service.client.timers.create({ body })
  await endNow(timer_id)
  const { id, actions } = await raised('Write')
  expect(actions).toEqual([
    { id: 'next', label: 'Start the break' },
    { id: 'done', label: 'Done' },
  ])
  await act(id, 'next')
  expect(await timers()).toMatchObject([{ status: 'running', stage: { phase: 'break' } }])
})

test('a question is approved by its notification, once, and only this one', async () => {
  const path = await askToDelete('old.txt')
  const [notice] = (await unread()).filter(({ type }) => type === 'approval')
  expect(notice!.actions).toEqual([
    { id: 'approve', label: 'Approve' },
    { id: 'reject', label: 'Reject' },
  ])
  await expect(act(notice!.id, 'done')).rejects.toMatchObject({ code: 'not_found' })
  expect(await isThere(path)).toBe(true)
  expect(await act(notice!.id, 'approve')).toMatchObject({ read: true })
  expect(await isThere(path)).toBe(false)
  await expect(act(notice!.id, 'approve')).rejects.toMatchObject({ code: 'conflict' })
})

test('a question that was answered elsewhere is not answered again', async () => {
  const path = await askToDelete('kept.txt')
  const [notice] = (await unread()).filter(({ type }) => type === 'approval')
  const { confirmations } = await service.client.tools.listConfirmations()
  const { confirmation_id } = confirmations.at(-1)!
  await service.client.tools.confirm({ body: { confirmation_id, approved: false } })
  await expect(act(notice!.id, 'approve')).rejects.toMatchObject({
    code: 'conflict',
    message: 'Already rejected. Nothing was run again.',
  })
  expect(await isThere(path)).toBe(true)
})

test('a step that waits is approved by the notification of its workflow', async () => {
  const look = {
    id: 'look',
    agent: 'file_manager',
    action: 'LIST_FILES',
    args: { path: '~' },
    depends_on: [],
  }
  const { workflow_id } = await service.client.workflows.create({
    body: { name: 'Look', steps: [{ ...look, needs_human: true }] },
  })
  const { id, actions } = await raised('Look is waiting for you')
  expect(actions.map((action) => action.id)).toEqual(['approve', 'reject'])
  await act(id, 'approve')
  const status = async () => (await service.client.workflows.read({ params: { workflow_id } })).status
  await expect.poll(status).toBe('completed')
})

test('the desktop has the same buttons: one that is pressed there is done here, and taken away', async () => {
  await service.client.timers.create({ body: { seconds: 1, label: 'Rice' } })
  const { number, buttons } = await shown('Rice')
  expect(buttons).toEqual(expect.arrayContaining(['done', 'Done', 'snooze_10m', 'Snooze 10 min']))
  press(number, 'done')
  await expect.poll(timers).toEqual([])
  await expect.poll(() => desktop.told.at(-1)).toEqual(['CloseNotification', number])
})

test('what is answered in the page leaves the desktop', async () => {
  const path = await askToDelete('desk.txt')
  const [notice] = (await unread()).filter(({ type }) => type === 'approval')
  const { number } = await shown(notice!.title)
  await act(notice!.id, 'reject')
  await expect.poll(() => desktop.told).toContainEqual(['CloseNotification', number])
  expect(await isThere(path)).toBe(true)
})

test('in quiet hours the desktop is left alone, but for what was set to ring', async () => {
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = (inMinutes: number) => {
    const at = new Date(Date.now() + inMinutes * 60_000)
    return `${two(at.getHours())}:${two(at.getMinutes())}`
  }
  const quiet = { QUIET_HOURS_FROM: clock(-60), QUIET_HOURS_TO: clock(60) }
  await service.client.settings.update({ body: quiet })
  await service.client.tools.execute({
    body: { tool_name: 'NOTIFY_USER', args: { title: 'Whisper', message: 'Not now.' } },
  })
  await raised('Whisper')
  await service.client.timers.create({ body: { seconds: 1, label: 'Wake up' } })
  await shown('Wake up')
  expect(desktop.told.some((call) => call[4] === 'Whisper')).toBe(false)
  await service.client.settings.update({ body: { QUIET_HOURS_FROM: null, QUIET_HOURS_TO: null } })
})

/** What is said in a conversation, and the words of the answer. */
async function say(message: string): Promise<string> {
  const { components } = await service.client.chat.send({ body: { message } })
  return components.flatMap((one) => (one.type === 'text' ? [String(one['text'])] : [])).join(' ')
}

test('what rings is snoozed by a sentence, the latest first, and else nothing is', async () => {
  await service.client.notifications.markAllRead()
  expect(await say('snooze')).toMatch(/^Nothing is ringing\./)
  const { timer_id } = await service.client.timers.create({ body: { seconds: 7_000, label: 'Soup' } })
  await endNow(timer_id)
  await raised('Soup')
  expect(await say('snooze for 25 minutes')).toMatch(/^Snoozed “Soup” until \d\d:\d\d/)
  expect(await timers()).toMatchObject([{ timer_id, status: 'running' }])
  expect((await unread()).map(({ title }) => title)).not.toContain('Soup')
  const [timer] = await timers()
  const left = Date.parse(timer!.ends_at!) - Date.now()
  expect(left).toBeGreaterThan(20 * 60_000)
  expect(left).toBeLessThanOrEqual(25 * 60_000)
})

test('what was missed is told and marked as read by sentences', async () => {
  await service.client.notifications.markAllRead()
  expect(await say('what did I miss?')).toBe("You're all caught up: no unread notifications.")
  await service.client.tools.execute({
    body: { tool_name: 'NOTIFY_USER', args: { title: 'Tea', message: 'It is ready.' } },
  })
  expect(await say('any notifications')).toBe('1 unread notification.')
  expect(await say('mark all notifications as read')).toBe('Marked 1 notification as read.')
  expect(await unread()).toEqual([])
})

test('quiet hours are set, told and turned off by sentences', async () => {
  expect(await say('quiet hours from 10 to 7')).toMatch(/^Quiet hours are from 22:00 to 07:00\./)
  expect(await say("don't disturb me between 11pm and 6:30")).toMatch(
    /^Quiet hours are from 23:00 to 06:30\./,
  )
  expect(await say('when are my quiet hours')).toBe('Quiet hours are from 23:00 to 06:30.')
  expect(await say('turn off quiet hours')).toBe('Quiet hours are off.')
  expect(await say('when are my quiet hours')).toMatch(/^No quiet hours are set\./)
})
