import { clockText } from '../../../../../platform/language/values/times.ts'
import { textOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { setsSettings } from '../settings/sets-setting.ts'
import { timeIn } from '../time/next-time.ts'

const span = '(from|between) {from:moment} (to|till|until|and) {to:moment}'
const quiet = '[my|the|some] (quiet hours|quiet time|do not disturb)'
const daily = '[every (day|night)|each (day|night)|daily|at night]'

export const intent = defineIntent({
  name: 'setting.quiet-hours',
  label: 'Quiet hours',
  example: 'Quiet hours from 10 pm to 7 am',
  effect: 'changes',
  shownBy: 'setting.quiet-hours.show',
  isWishedByForbidding: true,
  needs: ['from|off'],
  slots: { from: optional.text, to: optional.text, off: optional.true },
  templates: [
    `[set|make|turn on|start|use|change|i want|give me] ${quiet} [to|for] [be] ${span} ${daily}`,
    `do not (disturb|notify|bother) me ${span} ${daily}`,
    `(mute|silence|hold [back]) [all] [my] notifications ${span} ${daily}`,
    `no notifications ${span} ${daily}`,
    `{off=true} (<stop>|disable|end|remove|no|no more) ${quiet}`,
    `{off=true} (turn|switch) ${quiet} off`,
  ],
  fill(captured) {
    const [from, to] = [clockOf(textOf(captured, 'from'), 12), clockOf(textOf(captured, 'to'), 0)]
    const isSpan = captured['from'] !== undefined
    if (isSpan && (from === undefined || to === undefined || from === to)) return undefined
    return { from, to, off: captured.off }
  },
  async act(understood, port) {
    const { from, to, off } = understood.slots
    await setsSettings(understood, port, {
      values: { QUIET_HOURS_FROM: off ? null : from, QUIET_HOURS_TO: off ? null : to },
      told: off
        ? 'Quiet hours are off.'
        : `Quiet hours are from ${from} to ${to}. Only timers and alarms are shown then; afterwards you get one summary.`,
    })
  },
})

/** They are for the night: a bare hour at which they begin is in the evening, one at which they end in the morning. */
function clockOf(words: string | undefined, half: 0 | 12): string | undefined {
  const time = words === undefined ? undefined : timeIn(words)
  if (!time || time.isExact) return time && clockText(time)
  const isMidnight = time.hour === 12
  return clockText({ hour: isMidnight ? 0 : (time.hour % 12) + half, minute: time.minute })
}
