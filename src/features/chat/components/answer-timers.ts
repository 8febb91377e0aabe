import { randomBytes } from 'node:crypto'
import type { Component } from '../../../contract/component-schema.ts'
import type { NewTimer } from '../../timers/contract.ts'
import { typeOf } from './check-components.ts'
import type { Members } from './json-schema.ts'
import { childLists, type KnownTypes } from './known-types.ts'

export interface AnswerTimers {
  /** The component, with the names of its timers. */
  readonly component: Component
  /** Those that it starts right away. */
  readonly timers: readonly NewTimer[]
}

/** What each card asks the service to count. */
const wishes: Readonly<Record<string, (card: Members) => NewTimer>> = {
  live_timer: ({ seconds, sound }) => ({ seconds: Number(seconds), sound: sound !== false }),
  stopwatch: () => ({ stopwatch: true }),
  pomodoro: ({ work_minutes, break_minutes, long_break_minutes, rounds }) => ({
    pomodoro: { work_minutes, break_minutes, long_break_minutes, rounds } as NonNullable<
      NewTimer['pomodoro']
    >,
  }),
}

/** The timers are the service's: whoever shows a card shows what the service counts. */
export function timersOf(
  component: Component,
  { known, isOwn, now }: { known: KnownTypes; isOwn: boolean; now: Date },
): AnswerTimers {
  if (!cardsIn(component, known).some(needsTimer(isOwn))) return { component, timers: [] }
  const copy = structuredClone(component)
  const timers = cardsIn(copy, known)
    .filter(needsTimer(isOwn))
    .flatMap((card) => {
      // Only the service knows which timer a card is of.
      delete card['timer_id']
      if (card['autostart'] !== true) return []
      const timer_id = `tmr_${randomBytes(16).toString('base64url')}`
      Object.assign(card, { timer_id, started_at: now.toISOString() })
      const label = typeof card['label'] === 'string' && { label: card['label'] }
      return [{ timer_id, ...wishes[typeOf(card)]!(card), ...label }]
    })
  return { component: copy, timers }
}

function needsTimer(isOwn: boolean) {
  return (card: Members): boolean => !isOwn || card['timer_id'] === undefined
}

function cardsIn(component: Members, known: KnownTypes): Members[] {
  const type = known.get(typeOf(component))
  if (!type) return []
  const inner = childLists(component, type).flatMap(({ list }) =>
    (list as Members[]).flatMap((child) => cardsIn(child, known)),
  )
  return typeOf(component) in wishes ? [component, ...inner] : inner
}
