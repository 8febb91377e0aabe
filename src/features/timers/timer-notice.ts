import { done, snoozes } from '../../contract/snoozes.ts'
import { formatTime } from '../../contract/text/moments.ts'
import type { NotificationDraft } from '../notifications/notification-rows.ts'
import type { StoredTimer } from './timer-rows.ts'

const PHASES = { work: 'Focus', break: 'The short break', long_break: 'The long break' } as const

/** What a person is told when a timer is due, once for each time. */
export function dueNotice({ id, label, sound, state }: StoredTimer, missed: boolean): NotificationDraft {
  const at = new Date(state.ends_at!)
  const what = whatIsOver(label, state)
  return {
    type: 'timer',
    level: missed ? 'warning' : 'info',
    title: missed ? `Missed: ${label ?? titleOf(state.kind)}` : (label ?? titleOf(state.kind)),
    message: missed
      ? `It was due at ${formatTime(at)}, while the service was off or the machine was asleep.`
      : what,
    action: { kind: 'chat', message: 'show my timers' },
    actions: state.stage ? [{ id: 'next', label: nextLabel(state.stage) }, done] : [done, ...snoozes],
    subject: { kind: 'timer', id, at: state.ends_at! },
    sound: sound && !missed,
    missed,
    dedupe_key: dueKey(id, state.ends_at!),
  }
}

export function dueKey(id: string, ends_at: string): string {
  return `timer:${id}:${ends_at}`
}

function nextLabel({ phase }: NonNullable<StoredTimer['state']['stage']>): string {
  return phase === 'work' ? 'Start the break' : 'Start focus'
}

function whatIsOver(label: string | null, { kind, stage }: StoredTimer['state']): string {
  if (stage) return `${PHASES[stage.phase]} is over.`
  if (kind === 'alarm') return label === null ? 'Your alarm is ringing.' : `Alarm: ${label}.`
  return label === null ? 'Your timer is up.' : `The timer “${label}” is up.`
}

function titleOf(kind: StoredTimer['state']['kind']): string {
  return {
    timer: 'Timer',
    alarm: 'Alarm',
    countdown: 'Countdown',
    pomodoro: 'Pomodoro',
    stopwatch: 'Stopwatch',
  }[kind]
}
