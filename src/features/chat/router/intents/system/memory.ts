import { defineIntent } from '../../define-intent.ts'
import { sizeText } from '../../answers/file-list.ts'
import { liveGauge } from '../../../live-gauge.ts'

export const intent = defineIntent({
  name: 'system.memory',
  label: 'Memory',
  example: 'How much memory is free?',
  family: 'system',
  templates: [
    '[<show>] [<my>] (memory|ram) (usage|use|status|info)',
    '(check|show [me]) [<my>] (memory|ram)',
    '[<show>] [<my>] (free|available|used) (memory|ram)',
    'how much [free|available] <memory> (is|do i have|does <my> <machine> have) [still] [free|left|used|available|in use|being used|installed] [<now>]',
    'is <my> <memory> [almost|nearly|too] (full|low)',
    '(am i|are we|is <my> <machine>) [running] (out of|low on) <memory>',
  ],
  examples: [
    '(how much|what is the) (ram|memory) (is|am i|do i have|is being) (used|using|free|left|available)',
  ],
  async act({ writer }, { metrics }) {
    const { memory } = await metrics()
    writer.say(`${sizeText(memory.available_bytes)} of ${sizeText(memory.total_bytes)} memory is available.`)
    writer.add(liveGauge('Memory in use', 'memory.percent'))
  },
})
