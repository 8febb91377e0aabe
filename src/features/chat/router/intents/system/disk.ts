import { Type } from '../../../../../contract/type.ts'
import { defineIntent } from '../../define-intent.ts'
import { sizeText } from '../../answers/file-list.ts'

export const intent = defineIntent({
  name: 'system.disk',
  label: 'Disk space',
  example: 'How much disk space is left?',
  family: 'system',
  slots: Type.Object({}),
  templates: [
    '[<show>] [<my>] [free|available] <drive> [space|usage|use|status] [usage|use] [<now>]',
    '[<show>] [<my>] (free|available) [<drive>] space (on|of) <my> (<drive>|<machine>)',
    'how much [free|available] [<drive>] [space] (is|do i have) [still] [free|left|used|available] [on <my> (<drive>|<machine>)] [<now>]',
    'how much [free|available] <drive> [space] (is|do i have|does <my> <machine> have) [still] [free|left|used|available|in use]',
    'how full (is|are) <my> <drive> [<now>]',
    '(is|are) <my> <drive> [almost|nearly|too] (full|low)',
    '(am i|are we|is <my> <machine>) [running] (out of|low on) [<drive>] (space|storage)',
  ],
  async act({ voice }, { metrics }) {
    const { disks } = await metrics()
    const [first] = disks
    if (first)
      voice.say(
        `${sizeText(first.available_bytes)} of ${first.mount} is free; ${Math.round(first.percent)} % is used.`,
      )
    voice.add({
      type: 'table',
      caption: 'Disks',
      columns: [
        { key: 'mount', label: 'Mounted on' },
        { key: 'total', label: 'Size', type: 'bytes' },
        { key: 'used', label: 'Used', type: 'bytes' },
        { key: 'free', label: 'Free', type: 'bytes' },
        { key: 'percent', label: 'Use', type: 'percent', decimals: 0 },
      ],
      rows: disks.map((disk) => ({
        mount: disk.mount,
        total: disk.total_bytes,
        used: disk.used_bytes,
        free: disk.available_bytes,
        percent: disk.percent,
      })),
    })
  },
})
