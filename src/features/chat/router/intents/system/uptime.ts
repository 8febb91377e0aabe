import { defineIntent } from '../../define-intent.ts'
import { durationText } from '../../../../../platform/language/values/durations.ts'

export const intent = defineIntent({
  name: 'system.uptime',
  label: 'Uptime',
  example: 'How long has this computer been on?',
  family: 'system',
  templates: [
    '[<show>] [<my>] [<machine>] uptime [of <my> <machine>]',
    'how long (has <my> <machine> been|is <my> <machine>) (running|on|up|awake)',
    'how long (since|is it since|has it been since) [<my>] last (reboot|restart|boot)',
    '[<show>] [the] time since [the] [last] (reboot|restart|boot)',
    'when did (i|we|<my> <machine>) [last] (reboot|restart|boot|start) [<my> <machine>]',
    'when was <my> <machine> [last] (rebooted|restarted|booted|started|turned on|switched on)',
    'when was (the|my) last (reboot|restart|boot)',
  ],
  async act({ writer }, { metrics }) {
    const { uptime_s, host } = await metrics()
    writer.say(`${host.name} has been up for ${uptimeText(uptime_s)}.`)
  },
})

function uptimeText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const rest = durationText(Math.floor((seconds % 86_400) / 60) * 60)
  return days > 0 ? `${days} day${days === 1 ? '' : 's'} ${rest}` : rest
}
