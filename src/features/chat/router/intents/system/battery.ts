import { defineIntent } from '../../define-intent.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'

export const intent = defineIntent({
  name: 'system.battery',
  label: 'Battery',
  example: 'Battery level',
  family: 'system',
  templates: [
    '[<show>] [<my>] battery [level|status|percentage|life|charge|power] [left] [<now>]',
    'what is <my> battery (at|level) [<now>]',
    'how much battery [life|power|charge] (is|do i have|does <my> <machine> have) [left|remaining]',
    'how (full|charged|low|good|much) is <my> (battery|laptop|<machine> battery)',
    'how long (will|does|can) <my> battery [still] last',
    'is <my> (<machine>|battery) (charging|charged|low|full|plugged in|empty) [<now>]',
  ],
  examples: [
    "(how much|what's my|what is the) battery (do i have left|level|percentage|is left|life|status)",
    'is my (laptop|notebook|computer) plugged in',
  ],
  async act({ writer }, { metrics }) {
    const { battery } = await metrics()
    if (!battery) return writer.say('This machine has no battery.')
    const left = battery.remaining_s === null ? '' : `, ${durationText(battery.remaining_s)} left`
    writer.say(`The battery is at ${Math.round(battery.percent)} % and ${battery.state}${left}.`)
    writer.add({ type: 'gauge', label: 'Battery', value: battery.percent, unit: '%' })
  },
})
