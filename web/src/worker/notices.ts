import { decides, SHOW } from '../../../src/contract/question-actions.ts'
import type { NewSubscription } from '../../../src/features/push/contract.ts'
import { subscribeBrowser } from '../service/push-subscription.ts'
import type { FromWorker } from './messages.ts'
import { callService } from './worker-service.ts'

declare const self: ServiceWorkerGlobalScope

/** As `src/features/push/payload.ts` writes it. */
interface Told {
  readonly id: string
  readonly title: string
  readonly message: string
  readonly actions: readonly { readonly id: string; readonly label: string }[]
  readonly url: string
}

/** What a notice carries along until somebody clicks on it. */
type NoticeData = Pick<Told, 'id' | 'url'>

/** The message of a test is looked for by somebody who looks at the page. */
const TEST = 'test'

export async function showPushed(payload: Told | { readonly close: string }): Promise<void> {
  if ('close' in payload) {
    for (const notice of await self.registration.getNotifications({ tag: payload.close })) notice.close()
    return
  }
  const { id, title, message, actions, url } = payload
  if (id !== TEST && (await isSeenInPage())) return
  const data: NoticeData = { id, url }
  // The same tag takes the place of the one before, without another sound.
  await self.registration.showNotification(title, {
    body: message,
    tag: id,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data,
    // What can be answered stays until somebody does.
    requireInteraction: actions.length > 0,
    actions: actions.map(({ id: action, label }) => ({ action, title: label })),
  } as NotificationOptions)
}

/** A page that is looked at tells it itself. Apple takes the permission away from whoever shows nothing. */
async function isSeenInPage(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!pages.some(({ visibilityState }) => visibilityState === 'visible')) return false
  const subscription = await self.registration.pushManager.getSubscription()
  return !subscription?.endpoint.startsWith('https://web.push.apple.com/')
}

/** An action is done at once where the worker may; otherwise the page opens where it can be done. */
export async function answerClick({ notification, action }: NotificationEvent): Promise<void> {
  notification.close()
  const { id, url } = notification.data as NoticeData
  const path = `/api/notifications/${encodeURIComponent(id)}/actions/${encodeURIComponent(action)}`
  if (isDoneUnseen(action) && (await callService(path, { method: 'POST' })) !== undefined) return
  // The one that was looked at last.
  const [page] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) {
    await self.clients.openWindow(url)
    return
  }
  await page.focus().catch(() => {})
  if (id !== TEST) page.postMessage({ kind: 'show_notice', id } satisfies FromWorker)
}

/** A notice of an earlier version may still offer to answer a question, which is left to the page. */
function isDoneUnseen(action: string): boolean {
  return action !== '' && action !== SHOW.id && !decides(action)
}

/** The browser has changed the address under which it takes messages. The old one ends by itself. */
export async function subscribeAgain(): Promise<void> {
  const answer = (await callService('/api/push/key')) as { key: string } | undefined
  if (!answer) return
  const subscription: NewSubscription = await subscribeBrowser(self.registration, answer.key)
  await callService('/api/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  })
}
