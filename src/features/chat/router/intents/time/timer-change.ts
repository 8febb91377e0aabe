import { Type } from '../../../../../contract/type.ts'
import { capital } from '../../../../../platform/language/capital.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { elapsedMs, leftMs } from '../../../../../contract/timer-clock.ts'
import type { Timer } from '../../../../../contract/timer.ts'
import type { TimerChange } from '../../../../timers/contract.ts'
import type { Understood } from '../../answers/act.ts'
import { timersMeant, timerWords } from './running-timers.ts'
import { addCard } from './show-timer.ts'

const timer = '[my|the|that|this] [{label:label}|{length:duration}] (timer|countdown [timer])'
const timers = '(all|both) [of] [my|the] timers'
const alarm = '{of=alarm} [my|the|that|this] [next] alarm'
const stopwatch = '{of=stopwatch} [my|the|that|this] (stopwatch|stop watch)'

const others = ['stopwatch', 'alarm'] as const

export const intent = defineIntent({
  name: 'timer.change',
  label: 'Change a timer',
  example: 'Add two minutes to the timer',
  effect: 'changes',
  shownBy: 'alarm.show',
  slots: {
    /** How much longer it is to run; less than nothing takes time off. */
    seconds: optional.number,
    does: optional.text,
    /** What runs, where that is no timer. */
    of: Type.Optional(Type.Enum(others)),
    asks: Type.Optional(Type.Literal('left')),
    /** How long it is to run in all. */
    to: optional.number,
    label: optional.text,
    /** How long the one is that is meant. */
    length: optional.number,
  },
  templates: [
    `(add|give) [another] {more:duration} [more] (to|on|onto) ${timer}`,
    `put (another {more:duration} [more]|{more:duration} more) (to|on|onto) ${timer}`,
    `give ${timer} [another] {more:duration} [more]`,
    `(extend|lengthen|increase) ${timer} [by|for] [another] {more:duration}`,
    `make ${timer} {more:duration} longer`,
    `make ${timer} {less:duration} shorter`,
    `(take|remove|subtract|knock) {less:duration} (off|from|off of) ${timer}`,
    `(shorten|reduce|decrease|cut) ${timer} by {less:duration}`,
    `(extend|lengthen|shorten|reduce|increase|change|adjust) ${timer} [to {to:duration}]`,
    `({does=pause} (pause|hold|freeze)|{does=resume} (resume|continue [with]|unpause)|{does=reset} (reset|restart)) (${timer}|${timers}|${stopwatch}) [for now|again]`,
    `{does=stop} <stop> ${stopwatch}`,
    '{does=stop} {of=stopwatch} stop timing [me|us|this|it]',
    `{does=pause} put (${timer}|${stopwatch}) on (hold|pause)`,
    `{does=resume} let (${timer}|${stopwatch}) (continue|go on|run on)`,
    `{does=reset} start (${timer}|${stopwatch}) (again|over|from the (start|beginning))`,
    `{asks=left} [what is] [the] time left (on|for|in) ${timer}`,
    `{asks=left} how long has ${stopwatch} been (running|going)`,
    `{asks=left} how (much time|much|long|much longer|many minutes) [<left>] (on|for|in) ${timer}`,
    '{asks=left} how (much time|long|many minutes) (is|are) [still] (left|remaining)',
    '{asks=left} how (much time|long|many minutes) do i [still] have [left]',
    '{asks=left} [what is] [the] (time left|time remaining|remaining time)',
    `{asks=left} how (much time|much|long|much longer|many minutes) [<left>] (on|for|in|until) ${alarm}`,
    `{asks=left} how (much longer|much time|long) (does|will|has) ${timer} (have|has|run|got) [left|for]`,
  ],
  fill({ more, less, does, of, asks, to, label, length }) {
    const [longer, shorter] = [Number(more ?? 0), Number(less ?? 0)]
    return {
      seconds: longer - shorter || undefined,
      to: typeof to === 'number' ? to : undefined,
      label: typeof label === 'string' ? label : undefined,
      length: typeof length === 'number' ? length : undefined,
      does: typeof does === 'string' ? does : undefined,
      of,
      asks: asks === 'left' ? ('left' as const) : undefined,
    }
  },
  async act({ slots, writer, when }, { timers }) {
    const { label, length } = slots
    const of: (typeof others)[number] | 'timer' = slots.of ?? 'timer'
    const wanted = {
      ...(of !== 'alarm' && { of }),
      ...(label !== undefined && { label }),
      ...(length !== undefined && { seconds: length }),
    }
    const found = timersMeant(wanted, { timers, when })
    if (found.length === 0) return writer.say(`No ${of} is running.`)
    const words = found.map((timer) => timerWords(timer, when.timeZone))
    if (slots.asks === 'left') return tellLeft(found, writer, when.now)
    const change = changeOf(slots, when.now)
    if (!change) return writer.decline(`Say by how much, e.g. "add two minutes to ${words[0]!}".`)
    if (found.length > 1 && slots.does === undefined)
      return writer.decline(`Which one? ${capital(words.join(', '))}.`)
    for (const { timer_id } of found) addCard(writer, await timers.change(timer_id, change))
  },
})

const MOVES: Readonly<Record<string, TimerChange['does']>> = {
  pause: 'pause',
  resume: 'resume',
  reset: 'reset',
  stop: 'pause',
}

interface Wish {
  readonly does?: string
  readonly seconds?: number
  readonly to?: number
}

function changeOf({ does, seconds: more, to }: Wish, now: Date): TimerChange | undefined {
  const move = does === undefined ? undefined : MOVES[does]
  if (move !== undefined) return { does: move }
  if (to !== undefined) return { at: new Date(now.getTime() + to * 1_000).toISOString() }
  return more === undefined ? undefined : { does: 'add', seconds: more }
}

function tellLeft(found: readonly Timer[], writer: Understood['writer'], now: Date): void {
  const told = found.map((timer) => {
    if (timer.kind === 'stopwatch') return `${durationText(seconds(elapsedMs(timer, now)))} so far`
    const name = timer.label === null ? '' : `${timer.label}: `
    return `${name}${durationText(seconds(leftMs(timer, now)))} left`
  })
  writer.say(`${told.join('; ')}.`)
  for (const timer of found) addCard(writer, timer)
}

function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1_000))
}
