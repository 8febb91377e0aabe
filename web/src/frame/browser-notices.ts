import type { EventFeed } from '../../../src/components/view-kit/events.ts'
import { sharedState, type SharedState } from './external-state.ts'

/** `unsupported` also where the page is not on this machine nor behind TLS: browsers allow it only there. */
export type NoticeState = 'unsupported' | 'off' | 'on' | 'denied'

export interface BrowserNotices {
  readonly state: SharedState<NoticeState>
  /** Asks the browser, which asks the person the first time. */
  turnOn(): Promise<void>
  turnOff(): void
  /** Shows what happens while nobody looks at the page, until the signal aborts. */
  follow(events: EventFeed, signal: AbortSignal): void
}

const KEY = 'deskhand.browser-notices'

export function createBrowserNotices(): BrowserNotices {
  const state = sharedState(readState())
  return {
    state,
    async turnOn() {
      if (state.get() === 'unsupported') return
      const answer = await Notification.requestPermission()
      if (answer === 'granted') localStorage.setItem(KEY, 'on')
      state.set(readState())
    },
    turnOff() {
      localStorage.removeItem(KEY)
      state.set(readState())
    },
    follow(events, signal) {
      const show = (id: string, title: string, body: string) => {
        if (readState() !== 'on' || document.visibilityState === 'visible') return
        // The same tag in every tab: the person is told once.
        const notice = new Notification(title, { body, tag: id })
        notice.addEventListener('click', () => window.focus())
      }
      const offs = [
        events.on('notification', ({ id, title, message }) => show(id, title, message)),
        events.on('confirmation.requested', ({ confirmation_id, title, message }) =>
          show(confirmation_id, title, message),
        ),
      ]
      signal.addEventListener('abort', () => {
        for (const off of offs) off()
      })
    },
  }
}

function readState(): NoticeState {
  if (!('Notification' in window) || !isSecureContext) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on' ? 'on' : 'off'
}
