import { defineIntent } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'system.processes',
  label: 'Processes',
  example: 'What programs are running?',
  family: 'system',
  templates: [
    '(top|htop|ps|ps aux|task manager)',
    '(open|show [me]) [the] task manager',
    '(process list|list of processes)',
    '[<show>|list] [all] [<my>] (running|open|top|busiest) (processes|programs|apps|applications)',
    '(list|show [me]) [all] [<my>] processes',
    '(what|which) (processes|programs|apps|applications) are [currently] (running|open) [<now>] [on <my> <machine>]',
    'what is [currently] running on <my> <machine> [<now>]',
    '(what|which) (process|program|app|application) (uses|is using|eats|is eating|takes|is taking|needs) [up] [the] most [of] [<my>] (<processor>|<memory>)',
    'what is (using|eating|hogging|taking|slowing down) [up] [all] [of] [<my>] (<processor>|<memory>|<machine>)',
  ],
  examples: [
    '(what|which) (processes|programs|apps|applications) are (running|using the most memory|using cpu|open)',
    '(show|list) [me] (running|top|all) (processes|programs)',
    '(what|which program) is (using|eating|hogging) [all] my (cpu|memory|ram)',
  ],
  async act({ writer }, { metrics }) {
    const { processes, process_count } = await metrics()
    writer.add({
      type: 'table',
      caption: `The busiest of ${process_count} processes`,
      columns: [
        { key: 'name', label: 'Process' },
        { key: 'cpu', label: 'CPU', type: 'percent', decimals: 1 },
        { key: 'memory', label: 'Memory', type: 'bytes' },
        { key: 'user', label: 'User' },
        { key: 'pid', label: 'PID', type: 'text', align: 'end' },
      ],
      rows: processes.slice(0, 15).map(({ pid, name, cpu_percent, memory_bytes, user }) => ({
        name,
        cpu: cpu_percent,
        memory: memory_bytes,
        user,
        pid,
      })),
    })
  },
})
