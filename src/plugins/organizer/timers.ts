import { AppError } from '../../contract/errors.ts'
import { closed, exactlyOne } from '../../contract/schema.ts'
import { countOf } from '../../contract/text/counts.ts'
import { durationText } from '../../contract/text/numbers.ts'
import { elapsedMs, leftMs } from '../../contract/timer-clock.ts'
import { Timer } from '../../contract/timer.ts'
import { defineTool, type AnyTool } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const which = (description: string) => Type.Optional(Type.Array(name, { maxItems: 100, description }))

const Start = closed(
  {
    label: Type.Optional({ ...name, description: 'What it is for' }),
    seconds: Type.Optional(
      Type.Number({ minimum: 1, maximum: 31_622_400, description: 'A timer: how long, in seconds' }),
    ),
    at: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 40,
        description: 'An alarm: when it rings, with an offset, e.g. 2036-03-02T06:15+01:00',
      }),
    ),
    focus_minutes: Type.Optional(
      Type.Number({ minimum: 1, maximum: 240, description: 'A pomodoro: minutes of work before each break' }),
    ),
    stopwatch: Type.Optional(Type.Literal(true, { description: 'A stopwatch' })),
  },
  { ...exactlyOne(['seconds', 'at', 'focus_minutes', 'stopwatch']), description: 'A new one' },
)
type Start = Static<typeof Start>

const Params = Type.Object({
  start: Type.Optional(Start),
  extend: Type.Optional(
    closed(
      {
        timer: { ...name, description: 'Its id or label' },
        seconds: Type.Number({ description: 'How much longer; less than 0 for shorter' }),
      },
      { description: 'Changes when one is due' },
    ),
  ),
  pause: which('Ids or labels of timers to pause'),
  resume: which('Ids or labels of timers to resume'),
  done: which('Ids or labels of timers that ring and have been heard'),
  cancel: which('Ids or labels of timers to cancel'),
})
type Params = Static<typeof Params>

const Data = Type.Object({
  timers: Type.Array(Timer, { description: 'All timers that are not done, or the changed ones' }),
})

/** What the tool needs of the timers. */
export interface TimerKeeper {
  list(): readonly Timer[]
  create(wish: {
    readonly label?: string
    readonly seconds?: number
    readonly at?: string
    readonly pomodoro?: { readonly work_minutes: number }
    readonly stopwatch?: true
  }): Promise<Timer>
  change(
    id: string,
    change: { readonly does: 'pause' | 'resume' | 'done' | 'add'; readonly seconds?: number },
  ): Promise<Timer>
  remove(id: string): Promise<void>
}

export function createTimersTool(timers: TimerKeeper): AnyTool {
  return defineTool({
    action: 'TIMERS',
    title: 'Timers and alarms',
    description:
      'Lists, starts, pauses, extends and cancels timers, alarms, pomodoros and stopwatches. Lists them if called without arguments. They ring on this machine, even if no page is open.',
    params: Params,
    data: Data,
    risk: 'write',
    riskOf: (params) => (isLook(params) ? 'read' : 'write'),
    actOf({ start, extend, pause = [], resume = [], done = [], cancel = [] }) {
      if (start) return { verb: 'Start', subject: start.label ?? kindOf(start) }
      if (extend) return { verb: 'Extend', subject: extend.timer }
      const [verb, subject] = Object.entries({
        Cancel: cancel,
        Pause: pause,
        Resume: resume,
        Stop: done,
      }).find(([, some]) => some.length > 0) ?? ['List the timers', undefined]
      return { verb, ...(subject && { subject }) }
    },
    reads: ['private'],
    idempotent: false,
    example: { args: { start: { seconds: 600, label: 'Pasta' } } },
    async run(params, { now }) {
      if (isLook(params)) {
        const all = [...timers.list()]
        return { message: listWords(all, now()), data: { timers: all } }
      }
      return apply(timers, params, now())
    },
  })
}

async function apply(timers: TimerKeeper, params: Params, now: Date) {
  const { start, extend, pause = [], resume = [], done = [], cancel = [] } = params
  const all = timers.list()
  // All are found before anything is done.
  const [toPause, toResume, toEnd, toCancel] = [pause, resume, done, cancel].map((names) =>
    names.map((wanted) => timerMeant(all, wanted)),
  ) as [Timer[], Timer[], Timer[], Timer[]]
  const toExtend = extend && timerMeant(all, extend.timer)
  const changed: Timer[] = []
  if (start) changed.push(await timers.create(wishOf(start)))
  if (extend) changed.push(await timers.change(toExtend!.timer_id, { does: 'add', seconds: extend.seconds }))
  for (const [does, some] of [
    ['pause', toPause],
    ['resume', toResume],
    ['done', toEnd],
  ] as const)
    for (const { timer_id } of some) changed.push(await timers.change(timer_id, { does }))
  for (const { timer_id } of toCancel) await timers.remove(timer_id)
  const told = [
    ...changed.map((timer) => timerWords(timer, now)),
    ...toCancel.map((timer) => `Cancelled ${titleOf(timer)}.`),
  ]
  return { message: told.join(' '), data: { timers: changed } }
}

function isLook({ start, extend, pause = [], resume = [], done = [], cancel = [] }: Params): boolean {
  return !start && !extend && pause.length + resume.length + done.length + cancel.length === 0
}

function kindOf({ at, focus_minutes, stopwatch }: Start): string {
  if (stopwatch) return 'a stopwatch'
  if (focus_minutes !== undefined) return 'a pomodoro'
  return at === undefined ? 'a timer' : 'an alarm'
}

function wishOf({
  label,
  seconds,
  at,
  focus_minutes,
  stopwatch,
}: Start): Parameters<TimerKeeper['create']>[0] {
  const named = label === undefined ? {} : { label: label.trim() }
  if (stopwatch) return { ...named, stopwatch }
  if (focus_minutes !== undefined) return { ...named, pomodoro: { work_minutes: focus_minutes } }
  if (at === undefined) return { ...named, seconds: seconds! }
  if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(at) || Number.isNaN(Date.parse(at)))
    throw new AppError('invalid_request', 'Give at with an offset, e.g. 2036-03-02T06:15+01:00.')
  return { ...named, at: new Date(at).toISOString() }
}

function timerMeant(all: readonly Timer[], wanted: string): Timer {
  const plain = wanted.trim().toLowerCase()
  const found = all.filter(({ timer_id, label }) => timer_id === wanted || label?.toLowerCase() === plain)
  if (found.length === 1) return found[0]!
  const said = wanted.slice(0, 100)
  throw found.length === 0
    ? new AppError('not_found', `No timer called “${said}”. Nothing was changed.`)
    : new AppError(
        'conflict',
        `${found.length} timers are called “${said}”. Nothing was changed. Give an id.`,
      )
}

function titleOf({ label, kind }: Timer): string {
  return label === null ? `the ${kind}` : `“${label}”`
}

function timerWords(timer: Timer, now: Date): string {
  const title = titleOf(timer)
  if (timer.status === 'done') return `Stopped ${title}.`
  const shown = durationText(
    (timer.kind === 'stopwatch' ? elapsedMs(timer, now) : leftMs(timer, now)) / 1_000,
  )
  const state = timer.status === 'paused' ? 'Paused' : 'Running'
  return `${state}: ${title}, ${shown} ${timer.kind === 'stopwatch' ? 'so far' : 'left'}.`
}

function listWords(all: readonly Timer[], now: Date): string {
  if (all.length === 0) return 'No timers.'
  return `${countOf(all.length, 'timer')}. ${all
    .slice(0, 20)
    .map((timer) => timerWords(timer, now))
    .join(' ')}`
}
