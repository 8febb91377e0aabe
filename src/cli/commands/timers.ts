import { durationText } from '../../contract/text/numbers.ts'
import { elapsedMs, leftMs } from '../../contract/timer-clock.ts'
import type { Timer } from '../../contract/timer.ts'
import { readDuration } from '../../platform/language/values/durations.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'

/** `deskhand timers`: timers, alarms, pomodoros and stopwatches of the service. */
export async function run(call: CommandCall): Promise<number> {
  const verb = call.verb ?? 'list'
  if (verb === 'list') return list(call)
  if (verb === 'start') return start(call)
  const [wanted, ...words] = call.positionals
  if (wanted === undefined)
    throw new CommandError(`Give the timer: "deskhand timers ${verb} ID". A label will do.`, exitCode.usage)
  const { timer_id } = timerMeant(await openTimers(call), wanted)
  const path = `/api/timers/${encodeURIComponent(timer_id)}`
  if (verb === 'cancel') {
    const answer = await callServiceForJson<object>(call, { method: 'DELETE', path })
    call.terminal.result(answer, () => `Cancelled ${wanted}.`)
    return exitCode.ok
  }
  const change = verb === 'add' ? { does: 'add', seconds: secondsIn(words.join(' ')) } : { does: verb }
  return show(call, { method: 'POST', path, body: JSON.stringify(change) })
}

function start(call: CommandCall): Promise<number> {
  const { label, at, stopwatch, pomodoro } = call.flags
  const named = typeof label === 'string' && { label }
  const body = { ...named, ...whatToCount({ at, stopwatch, pomodoro }, call.positionals.join(' ')) }
  return show(call, { method: 'POST', path: '/api/timers', body: JSON.stringify(body) })
}

function whatToCount({ at, stopwatch, pomodoro }: CommandCall['flags'], words: string): object {
  if (stopwatch === true) return { stopwatch: true }
  if (pomodoro === true)
    return { pomodoro: words === '' ? {} : { work_minutes: Math.max(1, secondsIn(words) / 60) } }
  return typeof at === 'string' ? { at: momentOf(at, new Date()) } : { seconds: secondsIn(words) }
}

/** "6:15" is the next time that a clock shows it; a whole timestamp is that moment. */
function momentOf(at: string, now: Date): string {
  const clock = /^(\d{1,2}):(\d{2})$/.exec(at)
  if (clock) {
    const moment = new Date(now)
    moment.setHours(Number(clock[1]), Number(clock[2]), 0, 0)
    if (moment <= now) moment.setDate(moment.getDate() + 1)
    return moment.toISOString()
  }
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime()))
    throw new CommandError('Give --at as a time, e.g. 6:15 or 2036-03-02T06:15.', exitCode.usage)
  return moment.toISOString()
}

function secondsIn(words: string): number {
  const duration = readDuration(words)
  if (!duration) throw new CommandError('Say how long, e.g. 10m, 1h30m or "10 minutes".', exitCode.usage)
  return duration.seconds
}

async function show(call: CommandCall, request: Parameters<typeof callServiceForJson>[1]): Promise<number> {
  const timer = await callServiceForJson<Timer>(call, request)
  call.terminal.result(timer, () => {
    const [id, what, time, label] = rowOf(timer, new Date())
    return [`${what}${label === '' ? '' : ` “${label}”`}:`, time, `(${id})`].join(' ')
  })
  return exitCode.ok
}

async function list(call: CommandCall): Promise<number> {
  const timers = await openTimers(call)
  const { terminal } = call
  terminal.result(timers, () =>
    timers.length === 0
      ? 'No timers.'
      : terminal.table(
          ['id', 'kind', 'time', 'label'],
          timers.map((timer) => rowOf(timer, new Date())),
        ),
  )
  return exitCode.ok
}

async function openTimers(call: CommandCall): Promise<readonly Timer[]> {
  const request = { method: 'GET', path: '/api/timers' }
  return (await callServiceForJson<{ timers: readonly Timer[] }>(call, request)).timers
}

function timerMeant(timers: readonly Timer[], wanted: string): Timer {
  const plain = wanted.toLowerCase()
  const found = timers.filter(({ timer_id, label }) => timer_id === wanted || label?.toLowerCase() === plain)
  if (found.length === 1) return found[0]!
  throw new CommandError(
    found.length === 0
      ? `No timer "${wanted}". "deskhand timers" lists them.`
      : `${found.length} timers are called "${wanted}". Give an id.`,
    exitCode.failed,
  )
}

function rowOf(timer: Timer, now: Date): [string, string, string, string] {
  const { timer_id, kind, status, label } = timer
  const counted = durationText((kind === 'stopwatch' ? elapsedMs(timer, now) : leftMs(timer, now)) / 1_000)
  const time = {
    running: kind === 'stopwatch' ? counted : `${counted} left`,
    paused: `paused, ${counted}${kind === 'stopwatch' ? '' : ' left'}`,
    due: 'ringing',
    missed: 'missed',
    done: 'done',
  }[status]
  return [timer_id, kind, time, label ?? '']
}
