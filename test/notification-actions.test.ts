import { access, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Notification } from '../src/features/notifications/contract.ts'
import { startBus, startBusProgram, type BusProgram, type BusStage } from './bus-stage.ts'
import { fakeProgram, type FakeProgram } from './fake-program.ts'
import { startHost, type Stage } from './repohost-stage.ts'
import { startTestService, type TestService } from './service.ts'

const KEY = 'DBUS_SESSION_BUS_ADDRESS'
const before = { address: process.env[KEY], path: process.env['PATH'] }
let bus: BusStage
let desktop: BusProgram
let opener: FakeProgram
let host: Stage
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
  opener = await fakeProgram('xdg-open')
  process.env['PATH'] = `${opener.folder}:${before.path}`
  host = await startHost(({ method }) => (method === 'POST' ? { status: 201, body: ISSUE } : undefined))
  const environment = {
    DESKHAND_MONITOR: 'off',
    DESKHAND_DESKTOP_NOTIFICATIONS: 'on',
    DESKHAND_UPSTREAM_GITHUB: host.origin,
    DESKHAND_REPOHOST_TOKEN: 'a-token',
  }
  service = await startTestService({ environment })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  desktop.close()
  await host[Symbol.asyncDispose]()
  await opener[Symbol.asyncDispose]()
  await bus[Symbol.asyncDispose]()
  process.env['PATH'] = before.path
  if (before.address === undefined) delete process.env[KEY]
  else process.env[KEY] = before.address
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

const ISSUE = { number: 7, title: 'The link is broken', state: 'open', html_url: 'https://example.org/7' }

async function askToOpenAnIssue(): Promise<Notification> {
  const args = { owner: 'octocat', repo: 'hello', title: 'The link is broken' }
  await service.client.settings.update({ body: { APPROVAL_MODE: 'always' } })
  await service.client.tools.execute({ body: { tool_name: 'CREATE_ISSUE', args } })
  return (await unread()).find(({ type }) => type === 'approval')!
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

test('what sends something out is approved by its notification, once, and only this one', async () => {
  const { id, actions } = await askToOpenAnIssue()
  expect(actions).toEqual([
    { id: 'approve', label: 'Approve' },
    { id: 'reject', label: 'Reject' },
  ])
  await expect(act(id, 'done')).rejects.toMatchObject({ code: 'not_found' })
  expect(host.requests).toEqual([])
  expect(await act(id, 'approve')).toMatchObject({ read: true })
  const sent = () => host.requests.map(({ method, path }) => `${method} ${path}`)
  expect(sent()).toEqual(['POST /repos/octocat/hello/issues'])
  await expect(act(id, 'approve')).rejects.toMatchObject({ code: 'conflict' })
  expect(sent()).toHaveLength(1)
})

test('what deletes is not approved by its notification, which leads to it on the desktop', async () => {
  const path = await askToDelete('old.txt')
  const [notice] = (await unread()).filter(({ type }) => type === 'approval')
  expect(notice!.actions).toEqual([{ id: 'reject', label: 'Reject' }])
  await expect(act(notice!.id, 'approve')).rejects.toMatchObject({ code: 'not_found' })
  const { number, buttons } = await shown(notice!.title)
  expect(buttons).toEqual(['default', 'Open', 'show', 'Show', 'reject', 'Reject'])
  press(number, 'approve')
  press(number, 'show')
  await expect.poll(() => opener.args()).toEqual([`${service.address}/?notice=${notice!.id}`])
  expect(await isThere(path)).toBe(true)
  await act(notice!.id, 'reject')
  expect(await isThere(path)).toBe(true)
})

test('a question that was answered elsewhere is not answered again', async () => {
  const { id } = await askToOpenAnIssue()
  const sent = host.requests.length
  const { confirmations } = await service.client.tools.listConfirmations()
  const { confirmation_id } = confirmations.at(-1)!
  await service.client.tools.confirm({ body: { confirmation_id, approved: false } })
  await expect(act(id, 'approve')).rejects.toMatchObject({
    code: 'conflict',
    message: 'Already rejected. Nothing was run again.',
  })
  expect(host.requests).toHaveLength(sent)
})

test('a step that waits is answered by the notification of its workflow: approved only if it sends something out', async () => {
  const start = (name: string, step: { agent: string; action: string; args: Record<string, unknown> }) =>
    service.client.workflows.create({
      body: { name, steps: [{ id: 'one', ...step, depends_on: [], needs_human: true }] },
    })
  const status = async (workflow_id: string) =>
    (await service.client.workflows.read({ params: { workflow_id } })).status
  const idsOf = ({ actions }: Notification) => actions.map(({ id }) => id)

  const issue = { owner: 'octocat', repo: 'hello', title: 'The link is broken' }
  const sending = await start('Report', { agent: 'repohost', action: 'CREATE_ISSUE', args: issue })
  const report = await raised('Report is waiting for you')
  expect(idsOf(report)).toEqual(['approve', 'reject'])
  await act(report.id, 'approve')
  await expect.poll(() => status(sending.workflow_id)).toBe('completed')

  const looking = await start('Look', { agent: 'file_manager', action: 'LIST_FILES', args: { path: '~' } })
  const look = await raised('Look is waiting for you')
  expect(idsOf(look)).toEqual(['reject'])
  await act(look.id, 'reject')
  await expect.poll(() => status(looking.workflow_id)).not.toBe('waiting')
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
