import { defineIntent } from '../../define-intent.ts'

const quiet = '[my|the|any] [set] (quiet hours|quiet time|do not disturb)'

export const intent = defineIntent({
  name: 'setting.quiet-hours.show',
  label: 'Your quiet hours',
  example: 'When are my quiet hours?',
  templates: [
    `(when|what|how long) (are|is) ${quiet} [set] [to|for]`,
    `[show [me]|check|tell me|see] ${quiet}`,
    `(do i have|have i [got|set]|are there|is there) ${quiet} [set|on]`,
    `(are|is) ${quiet} (set|on|off|active)`,
  ],
  fill: () => ({}),
  act({ writer }, { notices }) {
    const hours = notices.quietHours()
    writer.say(
      hours
        ? `Quiet hours are from ${hours.from} to ${hours.to}.`
        : 'No quiet hours are set. Say "quiet hours from 10 pm to 7 am" to set them.',
    )
  },
})
