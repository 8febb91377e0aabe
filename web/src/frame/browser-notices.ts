import { sharedState, type SharedState } from './external-state.ts'

/** `unsupported` also where the page is not on this machine nor behind TLS: browsers allow it only there. */
export type NoticeState = 'unsupported' | 'off' | 'on' | 'denied'

export interface BrowserNotices {
  readonly state: SharedState<NoticeState>
  /** Asks the browser, which asks the person the first time. */
  turnOn(): Promise<void>
  turnOff(): void
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
  }
}

function readState(): NoticeState {
  if (!('Notification' in window) || !isSecureContext) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on' ? 'on' : 'off'
}
