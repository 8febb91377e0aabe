import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { closeNotification, sendNotification } from '../../notices/notification-bus.ts'
import type { OverlayNotices } from './overlays.ts'

/** Overlays as notifications of the desktop, over its message bus. */
export function busNotices({ address, log }: { address: string | undefined; log: Log }): OverlayNotices {
  const numbers = new Map<string, number>()
  return {
    async show({ id, title, text, durationMs }) {
      if (address === undefined) throw new AppError('unavailable', 'No desktop session bus found.')
      const number = await sendNotification(address, {
        title: title ?? 'Deskhand',
        message: text,
        isUrgent: false,
        replaces: numbers.get(id),
        durationMs: durationMs ?? 0,
      })
      numbers.set(id, number)
      if (numbers.size > 1_000) numbers.delete(numbers.keys().next().value!)
    },

    async hide(id) {
      const number = numbers.get(id)
      numbers.delete(id)
      if (address === undefined || number === undefined) return
      await closeNotification(address, number).catch((error: unknown) => {
        // Its time was over before.
        log.debug({ err: error }, "Couldn't close a notification.")
      })
    },
  }
}
