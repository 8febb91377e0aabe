import type { Shell } from '../shell.ts'
import { showNotice } from '../notice-goal.ts'
import { Bell } from './bell.ts'
import { offerNotices } from './offer-notices.ts'
import { showInBrowser } from './show-in-browser.ts'
import { DIGEST, foldedBy, missedToasts, toastOfEvent, type Toast } from './toast.ts'

const MAX_READ = 100
/** The page may be about to ask the question itself. */
const QUESTION_MS = 1_500

/** Shows, rings and takes away what the service tells, for as long as the page is open. */
export function followNotices(shell: Shell, signal: AbortSignal): void {
  const { events, service, toasts } = shell
  const bell = new Bell()
  const keep = (isKept: (toast: Toast) => boolean) => toasts.set(toasts.get().filter(isKept))
  const add = (toast: Toast) => toasts.set([toast, ...toasts.get().filter(({ id }) => id !== toast.id)])

  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const addLater = (toast: Toast) => {
    const show = () => {
      waiting.delete(toast.id)
      add(toast)
    }
    waiting.set(toast.id, setTimeout(show, QUESTION_MS))
  }

  const readAnew = async () => {
    const query = { unread: true, limit: MAX_READ }
    const { notifications } = await service.call('GET /api/notifications', { query })
    const unread = new Set(notifications.map(({ id }) => id))
    const folded = foldedBy(notifications)
    bell.keep((id) => unread.has(id))
    keep(({ id }) => unread.has(id) && !folded.has(id))
    const known = new Set(toasts.get().map(({ id }) => id))
    toasts.set([...toasts.get(), ...missedToasts(notifications).filter(({ id }) => !known.has(id))])
  }
  const refresh = () =>
    void readAnew().catch(() => {
      // The bar above the page says why; at the next connection it is read anew.
    })

  const offs = [
    events.on('notification', (told) => {
      if (told.sound) bell.ring(told.id)
      if (told.confirmation_id === undefined) add(toastOfEvent(told))
      else addLater(toastOfEvent(told))
      if (told.about === DIGEST) refresh()
    }),
    events.on('notification.read', ({ ids }) => {
      bell.keep((id) => !ids.includes(id))
      for (const id of ids) clearTimeout(waiting.get(id))
      keep(({ id }) => !ids.includes(id))
    }),
    events.onResync(refresh),
    showInBrowser(shell),
    offerNotices(shell),
  ]
  signal.addEventListener('abort', () => {
    for (const off of offs) off()
    bell.keep(() => false)
  })
  refresh()
  openAsked(shell)
}

/** A notice outside of the page leads here by its id. */
function openAsked(shell: Shell): void {
  const address = new URL(location.href)
  const id = address.searchParams.get('notice')
  if (id === null) return
  address.searchParams.delete('notice')
  history.replaceState(history.state, '', address)
  void showNotice(id, shell)
}
