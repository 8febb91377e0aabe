import { showNotice } from '../notice-goal.ts'
import type { Shell } from '../shell.ts'

/** Tells by the browser what happens while nobody looks at the page; a click leads to it. */
export function showInBrowser(shell: Shell): () => void {
  const { events, notices } = shell
  const shown = new Map<string, Notification>()
  const show = async ({ id, title, message, isDue }: Told) => {
    if (notices.state.get() !== 'on' || document.visibilityState === 'visible' || (await isPushed())) return
    // The same tag in every tab: the person is told once.
    const notice = new Notification(title, { body: message, tag: id, requireInteraction: isDue })
    shown.set(id, notice)
    notice.addEventListener('click', () => {
      window.focus()
      void showNotice(id, shell)
    })
    notice.addEventListener('close', () => shown.delete(id))
  }
  const offs = [
    events.on('notification', ({ quiet, actions, ...told }) => {
      if (!quiet) void show({ ...told, isDue: actions.length > 0 })
    }),
    events.on('notification.read', ({ ids }) => {
      for (const id of ids) shown.get(id)?.close()
    }),
  ]
  return () => {
    for (const off of offs) off()
  }
}

interface Told {
  readonly id: string
  readonly title: string
  readonly message: string
  readonly isDue: boolean
}

/** A browser that gets it by push shows it by itself, open or not. */
async function isPushed(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) != null
}
