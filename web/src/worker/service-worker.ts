import { answerFromFrame, isOfFrame, keepOfflinePage, keepSeen } from './frame-cache.ts'
import type { Seen } from './messages.ts'
import { answerClick, showPushed, subscribeAgain } from './notices.ts'

declare const self: ServiceWorkerGlobalScope

/** Routes that the browser follows without waking the worker up, where it knows how to. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(routes: readonly object[]): Promise<void>
}

self.addEventListener('install', (event: InstallEvent) => {
  const direct = event.addRoutes?.([
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
    { condition: { requestMethod: 'POST' }, source: 'network' },
  ])
  event.waitUntil(Promise.all([direct, keepOfflinePage(), self.skipWaiting()]))
})

self.addEventListener('activate', (event) => {
  // The browser asks for the page itself while the worker wakes up.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
})

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event
  if (isOfFrame(request)) event.respondWith(answerFromFrame(request, preloadResponse as Promise<unknown>))
})

self.addEventListener('message', (event) => {
  event.waitUntil(keepSeen(event.data as Seen))
})

self.addEventListener('push', (event) => {
  event.waitUntil(showPushed(event.data?.json() as Parameters<typeof showPushed>[0]))
})

self.addEventListener('notificationclick', (event) => event.waitUntil(answerClick(event)))

self.addEventListener('pushsubscriptionchange', (event) => {
  ;(event as ExtendableEvent).waitUntil(subscribeAgain())
})
