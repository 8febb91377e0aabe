import type { EventFeed } from '../../../src/components/view-kit/live/events.ts'
import { sharedState, type SharedState } from './external-state.ts'
import { isAboutApproval } from './notice.ts'

/** `unsupported` also where the page is not on this machine nor behind TLS: browsers allow it only there. */
export type NoticeState = 'unsupported' | 'off' | 'on' | 'denied'

export interface BrowserNotices {
  readonly state: SharedState<NoticeState>
  /** Asks the browser, which asks the person the first time. */
  turnOn(): Promise<void>
  turnOff(): void
  /** Shows what happens while nobody looks at the page; a click on one leads to it. */
  follow(events: EventFeed, onChoose: (noticeId: string | undefined) => void, signal: AbortSignal): void
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
    follow(events, onChoose, signal) {
      const show = (told: { id: string; title: string; message: string }, noticeId?: string) => {
        if (readState() !== 'on' || document.visibilityState === 'visible') return
        // The same tag in every tab: the person is told once.
        const notice = new Notification(told.title, { body: told.message, tag: told.id })
        notice.addEventListener('click', () => {
          window.focus()
          onChoose(noticeId)
        })
      }
      const offs = [
        events.on('notification', (told) => {
          // The question itself is told, too.
          if (!isAboutApproval({ type: told.about })) show(told, told.id)
        }),
        events.on('confirmation.requested', ({ confirmation_id, title, message }) =>
          show({ id: confirmation_id, title, message }),
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
