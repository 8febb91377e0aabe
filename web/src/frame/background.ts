import { keepThisDevice } from '../service/this-device.ts'
import { rememberToken } from '../service/remembered-token.ts'
import { pageAt, type FromWorker, type Seen } from '../worker/messages.ts'
import { showNotice } from './notice-goal.ts'
import type { Shell } from './shell.ts'

const WORKER = '/service-worker.js'
/** By then a page that was gone to has what it needs. */
const SETTLED_MS = 500

/** What goes on behind the page once it is painted: its service worker, and what that tells it. */
export async function startBackground(shell: Shell): Promise<void> {
  // Browsers have it only on this machine or over TLS.
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<FromWorker>) => hear(event, shell))
  shareToken(shell)
  await navigator.serviceWorker.register(scriptAddress())
  tellWhatIsSeen(shell)
  keepThisDevice(shell.service).catch(() => {})
  // A service that was away may have come back as another version.
  shell.events.onConnection(() => {
    if (shell.events.connection() === 'open') updateWorker().catch(() => {})
  })
}

async function updateWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.update()
}

function hear({ data, ports }: MessageEvent<FromWorker>, shell: Shell): void {
  if (data.kind === 'show_notice') void showNotice(data.id, shell)
  else ports[0]?.postMessage(shell.access.token())
}

/** Only what the person let this browser remember; the token of a tab stays in the tab. */
function shareToken({ access }: Shell): void {
  const share = () => {
    rememberToken(access.remembered() ?? undefined).catch(() => {})
  }
  access.subscribe(share)
  share()
}

/** Which page is shown and what it is made of: that is what the worker keeps for when the service is away. */
function tellWhatIsSeen({ router }: Shell): void {
  const parts = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    const seen: Seen = { kind: 'seen', page: pageAt(location.pathname), parts: [...parts] }
    if (router.place().page !== 'nowhere') navigator.serviceWorker.controller?.postMessage(seen)
  }
  const tellSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(tell, SETTLED_MS)
  }
  new PerformanceObserver((list) => {
    const before = parts.size
    for (const { name } of list.getEntries()) {
      const { pathname } = new URL(name)
      if (pathname.startsWith('/assets/')) parts.add(pathname)
    }
    if (parts.size > before) tellSoon()
  }).observe({ type: 'resource', buffered: true })
  router.subscribe(tellSoon)
  navigator.serviceWorker.addEventListener('controllerchange', tellSoon)
}

/** The page's policy asks for a name by which such an address is made. */
function scriptAddress(): string {
  const { trustedTypes } = window as typeof window & { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return WORKER
  const policy = trustedTypes.createPolicy('service-worker', { createScriptURL: () => WORKER })
  return policy.createScriptURL('') as string
}

/** As far as it is used here; TypeScript's own types leave it out. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(): string },
  ): { createScriptURL(address: string): unknown }
}
