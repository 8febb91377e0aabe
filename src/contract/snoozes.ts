const MINUTE_MS = 60_000

/** What begins soon can't wait until tomorrow. */
export const shortSnoozes = [
  { id: 'snooze_10m', label: 'Snooze 10 min' },
  { id: 'snooze_1h', label: 'Snooze 1 hour' },
] as const

/** How long what is due can be put off. */
export const snoozes = [...shortSnoozes, { id: 'snooze_tomorrow', label: 'Tomorrow' }] as const

export const done = { id: 'done', label: 'Done' } as const

/** When it is due again; undefined where the action is no snooze. Tomorrow means the same time of the day. */
export function snoozedUntil(action: string, { at, now }: { at: Date; now: Date }): Date | undefined {
  if (action === 'snooze_10m') return new Date(now.getTime() + 10 * MINUTE_MS)
  if (action === 'snooze_1h') return new Date(now.getTime() + 60 * MINUTE_MS)
  if (action !== 'snooze_tomorrow') return undefined
  const next = new Date(now)
  next.setDate(next.getDate() + 1)
  next.setHours(at.getHours(), at.getMinutes(), at.getSeconds(), 0)
  return next
}
