import { defineIntent } from '../../define-intent.ts'
import { addCard } from './show-timer.ts'

export const intent = defineIntent({
  name: 'stopwatch',
  label: 'Stopwatch',
  example: 'Start a stopwatch',
  effect: 'starts',
  templates: [
    '[<start>|show [me]] [<a>] (stopwatch|stop watch)',
    '[start|begin] (time|timing) (me|us|this)',
    'time how long (i|we|it|this) {activity}',
    'time my {activity:properName}',
  ],
  examples: [
    '(time|measure) how long (it takes|this takes|i run)',
    'start timing (me|now)',
    'let me measure my laps',
    '[please] (time|clock) (me|this)',
  ],
  fill: () => ({}),
  // Whoever wants one stopped does not want another.
  read: ({ lower }) => (/^(?:stop|pause|end|cancel|reset|halt)\b(?! watch)/.test(lower) ? undefined : {}),
  async act({ writer }, { timers }) {
    addCard(writer, await timers.create({ stopwatch: true }))
  },
})
