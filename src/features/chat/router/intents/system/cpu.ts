import { defineIntent } from '../../define-intent.ts'
import { liveGauge } from '../../../live-gauge.ts'

export const intent = defineIntent({
  name: 'system.cpu',
  label: 'CPU',
  example: 'How busy is my CPU?',
  family: 'system',
  templates: [
    '[<show>] [<my>] [current] <processor> [usage|load|use]',
    '[<show>] [<my>] [current] (system|machine) (load|metrics|status|health)',
    '[<show>] [<my>] load average',
    'how (busy|loaded) is <my> (<processor>|<machine>) [<now>]',
    'how hard is <my> <processor> working',
    'how much <processor> [power|time] is [being] used',
    'how much [of] <my> <processor> is [being] (used|in use|busy)',
    'is <my> <processor> [very|so] busy',
    'why is <my> (<machine>|<processor>) [running|being] [so] (slow|hot|loud|busy)',
    'how is <my> <machine> doing',
  ],
  examples: [
    "(what's|what is|show me) (the|my) (cpu|processor) (usage|load|temperature)",
    '(cpu|processor) (usage|load|temperature)',
    'how (busy|hot) is (my|the) (cpu|processor|computer|machine)',
  ],
  async act({ writer }, { metrics }) {
    const { cpu, temperature } = await metrics()
    const cores = `${cpu.cores} ${cpu.cores === 1 ? 'core' : 'cores'}`
    const warmth = temperature ? `, at ${Math.round(temperature.celsius)} °C` : ''
    writer.say(
      `The processor is ${Math.round(cpu.percent)} % busy, with a load of ${cpu.load_1.toFixed(2)} on ${cores}${warmth}.`,
    )
    writer.add(liveGauge('CPU', 'cpu.percent'))
  },
})
