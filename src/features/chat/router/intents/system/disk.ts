import { diskTable } from '../../../disk-table.ts'
import { defineIntent } from '../../define-intent.ts'
import { sizeText } from '../../answers/file-list.ts'

export const intent = defineIntent({
  name: 'system.disk',
  label: 'Disk space',
  example: 'How much disk space is left?',
  family: 'system',
  templates: [
    '[<show>] [<my>] [free|available] <drive> [space|usage|use|status] [usage|use] [<now>]',
    '[<show>] [<my>] (free|available) [<drive>] space (on|of) <my> (<drive>|<machine>)',
    'how much [free|available] [<drive>] [space] (is|do i have) [still] [free|left|used|available] [on <my> (<drive>|<machine>)] [<now>]',
    'how much [free|available] <drive> [space] (is|do i have|does <my> <machine> have) [still] [free|left|used|available|in use]',
    'how full (is|are) <my> <drive> [<now>]',
    '(is|are) <my> <drive> [almost|nearly|too] (full|low)',
    '(am i|are we|is <my> <machine>) [running] (out of|low on) [<drive>] (space|storage)',
  ],
  examples: [
    '(how much|what is the) (disk space|storage|free space|hard drive space) [do i have|is left|is free|on this computer|left]',
    '(is my|how full is my|how full is the) (disk|hard drive|drive|ssd|storage) [full]',
    'am i running out of (disk space|storage|space on my drive)',
    'is (my|the) (drive|disk|computer|hard disk) [almost|nearly] full',
    '(free|remaining|available) (space|storage) on (this computer|my disk|the drive)',
  ],
  async act({ writer }, { metrics }) {
    const { disks } = await metrics()
    const [first] = disks
    if (first)
      writer.say(
        `${sizeText(first.available_bytes)} of ${first.mount} free, ${Math.round(first.percent)} % used.`,
      )
    writer.add(diskTable(disks))
  },
})
