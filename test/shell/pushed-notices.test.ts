import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page, type Worker } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startPushService, type PushBrowser, type PushService } from '../push-service.ts'
import { canBrowse } from '../security/chromium.ts'
import { chromiumOptions } from '../security/chromium-options.ts'
import { startTestService, type TestService } from '../service.ts'
import { seriousViolations } from './stage.ts'

const TOKEN = 'a-token-of-this-test-0123456789-0123456789'

/**
 * A browser of this machine asks its maker for an address to be reached at. Here the push service of the tests gives it one,
 * and hands what it got to the browser.
 */
describe.skipIf(!canBrowse)('what is pushed', () => {
  let pushService: PushService
  let service: TestService
  let browser: Browser
  let context: BrowserContext

  beforeAll(async () => {
    pushService = await startPushService()
    service = await startTestService({
      environment: {
        DESKHAND_TOKEN: TOKEN,
        DESKHAND_ALLOWED_PRIVATE_TARGETS: pushService.target,
        DESKHAND_MONITOR: 'off',
        DESKHAND_CONTENT_INDEX: 'off',
      },
    })
    // The smaller one shows no notices.
    browser = await chromium.launch({ ...chromiumOptions, executablePath: '/usr/bin/chromium' })
  })
  afterAll(async () => {
    await browser.close()
    await service[Symbol.asyncDispose]()
    await pushService[Symbol.asyncDispose]()
  })
  afterEach(async () => {
    await context.close()
    const { subscriptions } = await service.client.push.list()
    for (const { id } of subscriptions) await service.client.push.remove({ params: { id } })
    pushService.assertContent()
  })

  /** A profile with a token that is remembered, or only for its tab. */
  const open = async (path: string, { remembers = true } = {}) => {
    context = await browser.newContext()
    context.setDefaultTimeout(150_000)
    await context.grantPermissions(['notifications'], { origin: service.address })
    const device = pushService.newBrowser()
    await context.addInitScript(subscribeTo(device))
    if (remembers) await context.addInitScript(`localStorage.setItem('deskhand.token', '${TOKEN}')`)
    const page = await context.newPage()
    await page.goto(`${service.address}${path}${remembers ? '' : `#token=${TOKEN}`}`)
    await page.locator('main').waitFor()
    return { page, device }
  }
  const raise = async (title: string) => {
    await service.client.tools.execute({
      body: { tool_name: 'NOTIFY_USER', args: { title, message: `${title}.` } },
    })
    const { notifications } = await service.client.notifications.list()
    return notifications.find((one) => one.title === title)!.id
  }
  const worker = async (): Promise<Worker> =>
    context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const shown = (at: Worker) => at.evaluate(SHOWN)
  /** As the browser does with what its push service sends. */
  const deliver = async (page: Page, device: PushBrowser) => {
    const session = await context.newCDPSession(page)
    const registration = Promise.withResolvers<string>()
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId } of registrations) registration.resolve(registrationId)
    })
    await session.send('ServiceWorker.enable')
    const registrationId = await registration.promise
    for (const { payload } of device.received.splice(0))
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: service.address,
        registrationId,
        data: JSON.stringify(payload),
      })
    await session.detach()
  }

  test('is shown while no page is open, and goes away once it is read', async () => {
    const { page, device } = await open('/settings/notifications')
    const at = await worker()
    await page.getByRole('switch', { name: 'Notify this device' }).click()
    await page.getByRole('listitem').filter({ hasText: 'this device' }).waitFor()
    await page.goto('about:blank')
    const id = await raise('Tea')
    await expect.poll(() => device.received.length).toBe(1)
    await deliver(page, device)
    await expect.poll(() => shown(at)).toEqual([{ title: 'Tea', body: 'Tea.', tag: id, actions: [] }])
    await service.client.notifications.markRead({ params: { id } })
    await expect.poll(() => device.received.length).toBe(1)
    await deliver(page, device)
    await expect.poll(() => shown(at)).toEqual([])
  })

  test('is not shown twice where a page is looked at, unless it is a test', async () => {
    const { page, device } = await open('/settings/notifications')
    const at = await worker()
    await page.getByRole('switch', { name: 'Notify this device' }).click()
    // The service knows the device only then.
    await page.getByRole('listitem').filter({ hasText: 'this device' }).waitFor()
    await raise('Seen')
    await expect.poll(() => device.received.length).toBe(1)
    await deliver(page, device)
    await page.getByRole('button', { name: /^Send a test to / }).click()
    await page.getByText('Sent', { exact: true }).waitFor()
    await deliver(page, device)
    await expect.poll(() => shown(at)).toMatchObject([{ body: 'Notifications reach this device.' }])
  })

  test.each([
    ['a token that the browser remembers', true],
    ['the token of an open tab', false],
  ])('an action asks the service with %s', async (_what, remembers) => {
    const { page } = await open('/chat', { remembers })
    const at = await worker()
    await at.evaluate('new Promise((resolve) => setTimeout(resolve, 0))')
    const asked = context.waitForEvent('request', (request) => request.url().includes('/actions/done'))
    // No test can press a button that the system draws.
    await at.evaluate(press('ntf_1', 'done')).catch(() => {})
    const request = await asked
    expect(request.method()).toBe('POST')
    expect((await request.allHeaders())['authorization']).toBe(`Bearer ${TOKEN}`)
    expect(page.url()).not.toContain('token')
  })

  test.each([
    ['its button', 'show'],
    ['a click on it', ''],
    ['an Approve of an earlier version', 'approve'],
  ])('a question is answered in the page alone: %s leads there', async (_what, action) => {
    const { page } = await open('/settings')
    const at = await worker()
    const asked: string[] = []
    context.on('request', (request) => asked.push(request.url()))
    await writeFile(join(dirname(service.folder.root), 'asked.txt'), 'x')
    await service.client.settings.update({ body: { APPROVAL_MODE: 'always' } })
    const { data } = await service.client.tools.execute({
      body: { tool_name: 'DELETE_FILE', args: { path: '~/asked.txt' } },
    })
    await service.client.settings.update({ body: { APPROVAL_MODE: null } })
    const { confirmation_id } = (data as { confirmation: { confirmation_id: string } }).confirmation
    const params = { confirmation_id }
    const [notice] = (await service.client.notifications.list()).notifications
    await at.evaluate(press(notice!.id, action)).catch(() => {})
    await page.getByRole('button', { name: 'Approve and run' }).waitFor()
    expect(asked.filter((url) => url.includes('/actions/'))).toEqual([])
    expect(await service.client.tools.readConfirmation({ params })).toMatchObject({ status: 'open' })
    await service.client.tools.confirm({ body: { confirmation_id, approved: false } })
  })

  test('a device can be taken off again', async () => {
    const { page } = await open('/settings/notifications')
    const wish = page.getByRole('switch', { name: 'Notify this device' })
    await wish.click()
    await page.getByRole('listitem').filter({ hasText: 'Chrome on Linux' }).waitFor()
    expect((await service.client.push.list()).subscriptions).toMatchObject([{ name: 'Chrome on Linux' }])
    expect(await seriousViolations(page)).toEqual([])
    await page.reload()
    await expect.poll(() => wish.isChecked()).toBe(true)
    await wish.click()
    await expect.poll(() => wish.isChecked()).toBe(false)
    expect((await service.client.push.list()).subscriptions).toEqual([])
  })
})

/** Untrusted events may not be waited for, which throws after the work has begun. */
function press(tag: string, action: string): string {
  const notification = `{ close() {}, data: { id: '${tag}', url: '/?notice=${tag}' } }`
  return `{
    const event = new Event('notificationclick')
    Object.assign(event, { notification: ${notification}, action: '${action}', waitUntil() {} })
    dispatchEvent(event)
  }`
}

const SHOWN = `registration.getNotifications().then((notices) =>
  notices.map(({ title, body, tag, actions }) => ({ title, body, tag, actions: actions.map(({ action }) => action) })))`

/** In the page, before its own scripts: what its maker's push service would do. */
function subscribeTo({ subscription }: PushBrowser): string {
  return `{
    let current = null
    const subscribed = {
      endpoint: ${JSON.stringify(subscription.endpoint)},
      options: { applicationServerKey: null },
      toJSON: () => (${JSON.stringify(subscription)}),
      unsubscribe: async () => { current = null; return true },
    }
    PushManager.prototype.getSubscription = async () => current
    PushManager.prototype.subscribe = async () => (current = subscribed)
  }`
}
