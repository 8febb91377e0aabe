import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../src/client/client.ts'
import { httpTransport } from '../src/client/http-transport.ts'
import { newProgram } from './program.ts'
import { startPushService, type PushBrowser, type PushService } from './push-service.ts'
import { NOBODY, startTestService, type TestService } from './service.ts'

const LONG_MS = 600_000
let pushService: PushService
let service: TestService
let client: Client
const environment = () => ({
  DESKHAND_ALLOWED_PRIVATE_TARGETS: pushService.target,
  DESKHAND_MONITOR: 'off',
  DESKHAND_CONTENT_INDEX: 'off',
})

beforeAll(async () => {
  pushService = await startPushService()
  service = await startTestService({ environment: environment() })
  ;({ client } = service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await pushService[Symbol.asyncDispose]()
})
afterEach(async () => {
  const { subscriptions } = await client.push.list()
  for (const { id } of subscriptions) await client.push.remove({ params: { id } })
  pushService.assertContent()
})

async function subscribed(name = 'A phone', at: Client = client): Promise<PushBrowser & { id: string }> {
  const browser = pushService.newBrowser()
  const { id } = await at.push.subscribe({ body: { ...browser.subscription, name } })
  // The same object: the push service goes on writing into it.
  return Object.assign(browser, { id })
}

async function raise(title: string, at: Client = client): Promise<string> {
  await at.tools.execute({ body: { tool_name: 'NOTIFY_USER', args: { title, message: `${title}.` } } })
  const { notifications } = await at.notifications.list()
  return notifications.find((one) => one.title === title)!.id
}

const titles = ({ received }: PushBrowser) => received.map(({ payload }) => payload['title'])
const device = async (id: string) =>
  (await client.push.list()).subscriptions.find((subscription) => subscription.id === id)

test('a timer that is due while no page is open reaches the browser', async () => {
  const browser = await subscribed()
  const { timer_id } = await client.timers.create({ body: { seconds: 1, label: 'Eggs' } })
  await expect.poll(() => browser.received).toHaveLength(1)
  const [notice] = (await client.notifications.list()).notifications
  expect(browser.received[0]).toMatchObject({
    topic: notice!.id,
    urgency: 'high',
    payload: {
      id: notice!.id,
      title: 'Eggs',
      message: 'The timer “Eggs” is up.',
      url: `/?notice=${notice!.id}`,
    },
  })
  expect(browser.received[0]!.ttl).toBeGreaterThan(86_000)
  await client.timers.remove({ params: { timer_id } })
})

test('nothing of what a question is about leaves the machine', async () => {
  const browser = await subscribed()
  const word = 'zebra-4711'
  const args = { path: `~/${word}.txt` }
  await writeFile(join(dirname(service.folder.root), `${word}.txt`), word)
  await client.settings.update({ body: { APPROVAL_MODE: 'always' } })
  await client.tools.execute({ body: { tool_name: 'DELETE_FILE', args } })
  await client.settings.update({ body: { APPROVAL_MODE: null } })
  const step = { id: word, agent: 'file_manager', action: 'DELETE_FILE', args, depends_on: [] }
  await client.workflows.create({ body: { name: `Delete ${word}`, steps: [{ ...step, needs_human: true }] } })
  await expect.poll(() => browser.received).toHaveLength(2)
  const { notifications } = await client.notifications.list({ query: { unread: true, limit: 2 } })
  // Here it is told in full.
  expect(notifications.map(({ title }) => title)).toEqual([
    `Delete ${word} is waiting for you`,
    expect.stringContaining(word),
  ])
  const payloads = browser.received.map(({ payload }) => payload)
  expect(JSON.stringify(payloads)).not.toContain(word)
  const toldOf = (title: string, id: string) => ({
    id,
    title,
    message: 'Open Deskhand to see it and decide.',
    actions: [{ id: 'show', label: 'Show' }],
    url: `/?notice=${id}`,
  })
  expect(payloads).toEqual([
    toldOf('A question is waiting for you', notifications[1]!.id),
    toldOf('A workflow is waiting for you', notifications[0]!.id),
  ])
})

test('each device gets each notice once, and only those raised since it was added', async () => {
  const first = await subscribed('First')
  await raise('One')
  await expect.poll(() => titles(first)).toEqual(['One'])
  const second = await subscribed('Second')
  await raise('Two')
  await raise('Three')
  await expect.poll(() => titles(first)).toEqual(['One', 'Two', 'Three'])
  await expect.poll(() => titles(second)).toEqual(['Two', 'Three'])
  expect((await device(second.id))!.last_sent_at).not.toBeNull()
})

test('what was shown is closed once it is read, and what was never sent is not sent at all', async () => {
  const browser = await subscribed()
  const id = await raise('Shown')
  await expect.poll(() => titles(browser)).toEqual(['Shown'])
  await client.notifications.markRead({ params: { id } })
  await expect.poll(() => browser.received.at(-1)).toMatchObject({ topic: id, payload: { close: id } })
  browser.answers.push({ status: 503, headers: { 'retry-after': '1' } })
  await raise('Held up')
  const dropped = await raise('Dropped')
  await client.notifications.markRead({ params: { id: dropped } })
  await raise('Last')
  await expect.poll(() => titles(browser)).toEqual(['Shown', undefined, 'Held up', 'Last'])
})

test('a busy push service is asked again when it said so', async () => {
  const browser = await subscribed()
  browser.answers.push({ status: 429, headers: { 'retry-after': '1' } }, { status: 500 })
  await raise('Again')
  await expect.poll(async () => (await device(browser.id))!.problem).toContain('is busy (status 429)')
  await expect.poll(() => titles(browser)).toEqual(['Again'])
  expect(browser.tries).toBe(3)
  await expect.poll(async () => (await device(browser.id))!.problem).toBeNull()
})

test.each([404, 410])('a browser that is gone (%i) is removed', async (status) => {
  const browser = await subscribed()
  browser.answers.push({ status })
  await raise(`Gone ${status}`)
  await expect.poll(() => device(browser.id)).toBeUndefined()
  expect(browser.tries).toBe(1)
})

test('a message that is refused is not tried again, and the next one is', async () => {
  const browser = await subscribed()
  browser.answers.push({ status: 403 })
  await raise('Refused')
  await expect.poll(async () => (await device(browser.id))!.problem).toContain('(status 403)')
  await raise('Taken')
  await expect.poll(() => titles(browser)).toEqual(['Taken'])
})

test('what waits when the service stops is sent by the next one, and what was sent is not', async () => {
  const browser = await subscribed()
  await raise('Before')
  await expect.poll(() => titles(browser)).toEqual(['Before'])
  browser.answers.push({ status: 503, headers: { 'retry-after': '3600' } })
  await raise('Waiting')
  await expect.poll(async () => (await device(browser.id))!.problem).not.toBeNull()
  await service.restart()
  await expect.poll(() => titles(browser)).toEqual(['Before', 'Waiting'])
})

test('kill -9 loses none, and repeats at most what was on its way', { timeout: LONG_MS }, async () => {
  await using program = await newProgram()
  const options = { environment: { ...NOBODY, ...environment() } }
  const killed = await program.start([], options)
  const at = createClient(httpTransport({ baseUrl: killed.address }))
  const browser = await subscribed('Killed', at)
  const gate = Promise.withResolvers<void>()
  pushService.gate = gate.promise
  for (const name of ['a', 'b', 'c']) await raise(name, at)
  await expect.poll(() => browser.tries).toBe(1)
  killed.kill('SIGKILL')
  await killed.ended
  gate.resolve()
  await program.start([], options)
  await expect.poll(() => titles(browser).slice(1)).toEqual(['a', 'b', 'c'])
  // The one that was on its way comes under the same topic, so that it takes the place of the one before.
  expect(browser.received[0]!.topic).toBe(browser.received[1]!.topic)
})

describe('a device', () => {
  test('can be tried, and says why it failed', async () => {
    const browser = await subscribed()
    await client.push.test({ params: { id: browser.id } })
    expect(browser.received[0]).toMatchObject({
      ttl: 60,
      payload: { message: 'Notifications reach this device.' },
    })
    browser.answers.push({ status: 500 })
    await expect(client.push.test({ params: { id: browser.id } })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    browser.answers.push({ status: 410 })
    await expect(client.push.test({ params: { id: browser.id } })).rejects.toMatchObject({ code: 'gone' })
    expect(await device(browser.id)).toBeUndefined()
    await expect(client.push.test({ params: { id: browser.id } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is the same one when it subscribes again, and tells neither address nor keys', async () => {
    const { id, subscription } = await subscribed('Old name')
    const again = await client.push.subscribe({ body: { ...subscription, name: 'New name' } })
    expect(again).toEqual({
      id,
      name: 'New name',
      service: pushService.target,
      created_at: expect.any(String),
      last_sent_at: null,
      problem: null,
    })
    const { subscriptions } = await client.push.list()
    expect(subscriptions).toEqual([again])
  })

  test.each([
    ['an address without TLS', { endpoint: 'http://push.example.net/send/1' }, 'forbidden'],
    ['a password in the address', { endpoint: 'https://a:b@push.example.net/send/1' }, 'invalid_request'],
    ['keys that are none', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }, 'invalid_request'],
  ])('with %s is refused', async (_what, wrong, code) => {
    const { subscription } = pushService.newBrowser()
    const body = { ...subscription, name: 'Wrong', ...wrong }
    await expect(client.push.subscribe({ body })).rejects.toMatchObject({ code })
  })

  test('on this machine or its network gets nothing unless the settings name it', async () => {
    const { subscription } = pushService.newBrowser()
    const endpoint = 'https://127.0.0.1:8443/send/1'
    const { id } = await client.push.subscribe({ body: { ...subscription, endpoint, name: 'Within' } })
    await expect(client.push.test({ params: { id } })).rejects.toMatchObject({
      message: expect.stringContaining('on this machine or its network'),
    })
  })
})

test('the key is made once and survives a restart', async () => {
  const { key } = await client.push.key()
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  await service.restart()
  expect(await client.push.key()).toEqual({ key })
})
