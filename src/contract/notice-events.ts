import { defineEvent } from './event.ts'
import { identifier, literals, timestamp } from './schema.ts'
import { exampleTimer, Timer } from './timer.ts'
import { Type } from './type.ts'

export const notificationRaised = defineEvent({
  type: 'notification',
  summary: 'Something a person should know.',
  data: Type.Object({
    id: identifier('The notification'),
    title: Type.String({ description: 'A few words' }),
    message: Type.String({ description: 'The full text, a sentence or two' }),
    level: literals(['info', 'success', 'warning', 'error'], { description: 'How much it matters' }),
    about: Type.String({ description: "The notification's own `type`: system_health, workflow_waiting …" }),
    created_at: timestamp('When it was raised'),
    actions: Type.Array(
      Type.Object({
        id: identifier('Pass it to POST /api/notifications/:id/actions/:action_id'),
        label: Type.String({ description: 'What its button says' }),
      }),
      { description: 'What can be done about it right away' },
    ),
    confirmation_id: Type.Optional(identifier('The question that it asks')),
    sound: Type.Boolean({ description: 'Whether it rings: a timer or an alarm that is due' }),
    quiet: Type.Boolean({
      description: 'True in quiet hours, and where this kind is turned off: show it in the page alone',
    }),
  }),
  example: {
    id: 'ntf_01',
    title: 'Backup finished',
    message: 'The nightly backup holds 128 files.',
    level: 'success',
    about: 'system_health',
    created_at: '2026-03-02T09:30:00.000Z',
    actions: [],
    sound: false,
    quiet: false,
  },
})

export const notificationRead = defineEvent({
  type: 'notification.read',
  summary: 'Notifications were marked as read.',
  data: Type.Object({ ids: Type.Array(identifier('A notification')) }),
  example: { ids: ['ntf_01'] },
})

export const timerChanged = defineEvent({
  type: 'timer.changed',
  summary: 'A timer was made or changed, or has come to its end.',
  data: Timer,
  example: exampleTimer,
})

export const timerRemoved = defineEvent({
  type: 'timer.removed',
  summary: 'A timer was cancelled.',
  data: Type.Object({ timer_id: identifier('The timer') }),
  example: { timer_id: 'tmr_7c2m9x4k1p' },
})
