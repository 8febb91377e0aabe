import { expect, test } from 'vitest'
import { componentSchemas } from '../../../components/schemas.ts'
import { timersOf } from './answer-timers.ts'
import { knownTypes } from './known-types.ts'

const known = knownTypes(componentSchemas)
const now = new Date('2026-03-02T10:00:00.000Z')
const started = (component: { type: string; [member: string]: unknown }, isOwn = false) =>
  timersOf(component, { known, isOwn, now })

test('a card that starts right away gets a timer of the service, wherever it stands in the answer', () => {
  const egg = { type: 'live_timer', seconds: 300, label: 'Egg', autostart: true, sound: false }
  const { component, timers } = started({
    type: 'row',
    children: [egg, { type: 'stopwatch', autostart: true }, { type: 'text', text: 'Go!' }],
  })
  expect(timers).toEqual([
    { timer_id: expect.stringMatching(/^tmr_/), seconds: 300, label: 'Egg', sound: false },
    { timer_id: expect.stringMatching(/^tmr_/), stopwatch: true },
  ])
  expect(component['children']).toMatchObject([
    { type: 'live_timer', timer_id: timers[0]!.timer_id, started_at: now.toISOString() },
    { type: 'stopwatch', timer_id: timers[1]!.timer_id },
    { type: 'text', text: 'Go!' },
  ])
})

test('a card that waits to be started makes none', () => {
  const card = { type: 'pomodoro', autostart: false, work_minutes: 25 }
  expect(started(card)).toEqual({ component: card, timers: [] })
})

test('a model cannot point to a timer that is not its own, the service can', () => {
  const card = { type: 'live_timer', seconds: 5, autostart: false, timer_id: 'tmr_of_somebody' }
  expect(started(card).component).not.toHaveProperty('timer_id')
  expect(started(card, true)).toEqual({ component: card, timers: [] })
})
