import type { Service } from '../../../../src/components/view-kit/service.ts'
import type { Shell } from '../shell.ts'

const ASKED = 'deskhand.asked-to-notify'
const REMINDERS = 'reminders'

/** Asks once whether the browser may notify: when there is first something to be told of, and somebody is there. */
export function offerNotices({ events, notices, service, offersNotices }: Shell): () => void {
  const offer = () => {
    if (notices.state.get() !== 'off' || Notification.permission !== 'default') return
    if (localStorage.getItem(ASKED) !== null || document.visibilityState !== 'visible') return
    offersNotices.set(true)
  }
  const offs = [
    events.on('timer.changed', ({ status, ends_at }) => {
      if (status === 'running' && ends_at !== undefined) offer()
    }),
    events.on('store.changed', ({ key }) => {
      if (key !== REMINDERS) return
      hasReminder(service).then(
        (isThere) => {
          if (isThere) offer()
        },
        () => {
          // Nothing is lost: there will be another one.
        },
      )
    }),
  ]
  return () => {
    for (const off of offs) off()
  }
}

export function closeOffer({ offersNotices }: Pick<Shell, 'offersNotices'>): void {
  localStorage.setItem(ASKED, 'yes')
  offersNotices.set(false)
}

/** One that is still to come. */
async function hasReminder(service: Service): Promise<boolean> {
  const value = await service.call('GET /api/store/:key', { params: { key: REMINDERS } })
  const { items } = value as { items?: readonly { due?: unknown; done?: unknown }[] }
  return (items ?? []).some(({ due, done }) => typeof due === 'string' && done !== true)
}
