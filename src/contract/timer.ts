import { identifier, literals, nullable, timestamp } from './schema.ts'
import { Type, type Static } from './type.ts'

export const timerKinds = ['timer', 'alarm', 'countdown', 'pomodoro', 'stopwatch'] as const
export const timerStatuses = ['running', 'paused', 'due', 'missed', 'done'] as const

const Milliseconds = Type.Integer({ minimum: 0 })

const Stage = Type.Object({
  phase: literals(['work', 'break', 'long_break'], { description: 'Which phase it is in' }),
  round: Type.Integer({ minimum: 1, description: 'Which round of work' }),
  rounds: Type.Integer({ minimum: 1, description: 'Rounds before a long break' }),
  lengths_ms: Type.Object({ work: Milliseconds, break: Milliseconds, long_break: Milliseconds }),
})

export const Timer = Type.Object(
  {
    timer_id: identifier('Identifier of the timer'),
    kind: literals(timerKinds, { description: 'What it is' }),
    label: nullable(Type.String(), { description: 'What it is for' }),
    status: literals(timerStatuses, {
      description:
        'due: rings until somebody says done; missed: was due while the service was off or the machine asleep',
    }),
    length_ms: nullable(Milliseconds, { description: 'How long it runs in all; null for a stopwatch' }),
    ends_at: nullable(timestamp('When it is due'), {
      description: 'When it is due; null while it is paused',
    }),
    left_ms: nullable(Milliseconds, { description: 'What was left when it was last started or paused' }),
    began_at: nullable(timestamp('Since when a stopwatch runs'), {
      description: 'Since when a stopwatch runs; null while it is paused',
    }),
    before_ms: Type.Integer({ minimum: 0, description: 'What a stopwatch measured before that' }),
    laps: Type.Array(Milliseconds, { description: 'What a stopwatch showed at each lap' }),
    stage: nullable(Stage, { description: 'Where a pomodoro is' }),
    sound: Type.Boolean({ description: 'Whether it rings' }),
    rang_at: nullable(timestamp('When it was last due'), { description: 'When it was last due' }),
    created_at: timestamp('When it was made'),
    version: Type.Integer({ minimum: 1, description: 'Counts its changes' }),
  },
  { $id: 'Timer', description: 'A timer, an alarm, a countdown, a pomodoro or a stopwatch' },
)
export type Timer = Static<typeof Timer>
export type TimerStage = Static<typeof Stage>

export const exampleTimer: Timer = {
  timer_id: 'tmr_7c2m9x4k1p',
  kind: 'timer',
  label: 'Pasta',
  status: 'running',
  length_ms: 600_000,
  ends_at: '2026-03-02T10:10:00.000Z',
  left_ms: 600_000,
  began_at: null,
  before_ms: 0,
  laps: [],
  stage: null,
  sound: true,
  rang_at: null,
  created_at: '2026-03-02T10:00:00.000Z',
  version: 1,
}
