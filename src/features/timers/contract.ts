import { defineContract } from '../../contract/endpoint.ts'
import { closed, exactlyOne, identifier, literals, timestamp } from '../../contract/schema.ts'
import { exampleTimer, Timer, timerKinds } from '../../contract/timer.ts'
import { Type, type Static } from '../../contract/type.ts'

export const MAX_TIMERS = 1_000
const MAX_SECONDS = 366 * 86_400

const Label = Type.String({ minLength: 1, maxLength: 200, description: 'What it is for' })
const Minutes = (fallback: number) =>
  Type.Optional(Type.Number({ minimum: 0.1, maximum: 600, default: fallback }))

export const NewTimer = closed(
  {
    timer_id: Type.Optional(
      Type.String({
        pattern: '^tmr_[A-Za-z0-9_.-]{1,120}$',
        description: 'A name of your own, so that a repeated request makes only one; made up when left out',
      }),
    ),
    kind: Type.Optional(literals(timerKinds, { description: 'timer by default; alarm with at' })),
    label: Type.Optional(Label),
    seconds: Type.Optional(
      Type.Number({ minimum: 1, maximum: MAX_SECONDS, description: 'How long, in seconds' }),
    ),
    at: Type.Optional(timestamp('The moment at which it is due')),
    pomodoro: Type.Optional(
      closed({
        work_minutes: Minutes(25),
        break_minutes: Minutes(5),
        long_break_minutes: Minutes(15),
        rounds: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 4 })),
      }),
    ),
    stopwatch: Type.Optional(Type.Literal(true, { description: 'Counts up until it is stopped' })),
    start: Type.Optional(Type.Boolean({ default: true, description: 'false makes it paused' })),
    sound: Type.Optional(Type.Boolean({ default: true, description: 'Ring when it is due' })),
  },
  exactlyOne(['seconds', 'at', 'pomodoro', 'stopwatch']),
)
export type NewTimer = Static<typeof NewTimer>

export const timerMoves = ['pause', 'resume', 'reset', 'add', 'lap', 'next', 'done'] as const

export const TimerChange = closed({
  does: Type.Optional(
    literals(timerMoves, {
      description:
        'add takes seconds; lap is for a stopwatch; next starts the next phase of a pomodoro; done stops the ringing',
    }),
  ),
  seconds: Type.Optional(
    Type.Number({
      minimum: -MAX_SECONDS,
      maximum: MAX_SECONDS,
      description: 'With add: how much longer, or shorter',
    }),
  ),
  label: Type.Optional(Label),
  at: Type.Optional(timestamp('Another moment for it to be due')),
})
export type TimerChange = Static<typeof TimerChange>

const params = Type.Object({ timer_id: identifier('Identifier of the timer') })
const exampleParams = { timer_id: exampleTimer.timer_id }

export const timersContract = defineContract({
  list: {
    method: 'GET',
    path: '/api/timers',
    views: { reads: ['private'] },
    summary: 'List timers',
    description: 'The next to be due first. Those that are done are left out unless all are asked for.',
    query: closed({
      all: Type.Optional(Type.Boolean({ description: 'true lists those that are done, too' })),
      timer_id: Type.Optional(identifier('Only this one, done or not; none is no error')),
    }),
    result: Type.Object({ timers: Type.Array(Timer, { description: 'Timers' }) }),
    example: { query: {}, result: { timers: [exampleTimer] } },
  },
  create: {
    method: 'POST',
    path: '/api/timers',
    views: { changes: 'as_write' },
    summary: 'Start a timer, an alarm, a countdown, a pomodoro or a stopwatch',
    description: 'Give exactly one of seconds, at, pomodoro and stopwatch. The service keeps the time.',
    body: NewTimer,
    result: Timer,
    status: 201,
    errors: ['conflict'],
    idempotencyKey: true,
    example: { body: { seconds: 600, label: 'Pasta' }, result: exampleTimer },
  },
  read: {
    method: 'GET',
    path: '/api/timers/:timer_id',
    summary: 'Read a timer',
    params,
    result: Timer,
    errors: ['not_found'],
    example: { params: exampleParams, result: exampleTimer },
  },
  change: {
    method: 'POST',
    path: '/api/timers/:timer_id',
    views: { changes: 'as_write' },
    summary: 'Pause, resume, reset, prolong or rename a timer',
    params,
    body: TimerChange,
    result: Timer,
    errors: ['not_found', 'conflict'],
    example: {
      params: exampleParams,
      body: { does: 'pause' },
      result: { ...exampleTimer, status: 'paused', ends_at: null, left_ms: 540_000, version: 2 },
    },
  },
  remove: {
    method: 'DELETE',
    path: '/api/timers/:timer_id',
    views: { changes: 'as_write' },
    summary: 'Cancel a timer',
    params,
    result: Type.Object({
      timer_id: identifier('The timer'),
      deleted: Type.Literal(true, { description: 'Always true: an unknown timer gets 404' }),
    }),
    errors: ['not_found'],
    example: { params: exampleParams, result: { ...exampleParams, deleted: true } },
  },
})
