import type { Component } from '../../../contract/component-schema.ts'
import type { Metrics } from '../../metrics/contract.ts'
import { diskTable } from '../disk-table.ts'
import { liveGauge } from '../live-gauge.ts'

export interface MetricsReader {
  /** The last sample, from memory. */
  current(): Promise<Metrics>
  /** What is known without having watched for a while. */
  levels(): Promise<Pick<Metrics, 'memory' | 'disks'>>
}

const PROCESSES = 15
const thresholds = [
  { from: 75, tone: 'warning' },
  { from: 90, tone: 'danger' },
]

export async function diskUsage(metrics: MetricsReader): Promise<Component[]> {
  const { disks } = await metrics.levels()
  const [root] = disks
  const gauge = root
    ? [
        {
          type: 'gauge',
          label: `Disk ${root.mount}`.slice(0, 200),
          value: root.percent,
          unit: '%',
          thresholds,
        },
      ]
    : []
  return [...gauge, diskTable(disks)]
}

export async function memoryUsage(metrics: MetricsReader): Promise<Component[]> {
  const { memory } = await metrics.levels()
  const bytes = (label: string, value: number) => ({ type: 'metric', label, value, format: 'bytes' })
  return [
    { type: 'gauge', label: 'RAM in use', value: memory.percent, unit: '%', decimals: 1, thresholds },
    {
      type: 'grid',
      children: [
        bytes('Installed', memory.total_bytes),
        bytes('Used', memory.used_bytes),
        bytes('Available', memory.available_bytes),
        ...(memory.swap_total_bytes > 0
          ? [bytes('Swap', memory.swap_total_bytes), bytes('Swap used', memory.swap_used_bytes)]
          : []),
      ],
    },
  ]
}

export async function topProcesses(metrics: MetricsReader): Promise<Component[]> {
  const { processes, process_count } = await metrics.current()
  return [
    {
      type: 'table',
      caption: 'Top processes',
      columns: [
        { key: 'pid', label: 'PID', type: 'text', align: 'end' },
        { key: 'name', label: 'Process' },
        { key: 'user', label: 'User' },
        { key: 'cpu', label: 'CPU', type: 'percent', decimals: 1 },
        { key: 'memory', label: 'Memory', type: 'bytes' },
        { key: 'command', label: 'Command', type: 'code' },
      ],
      rows: processes.slice(0, PROCESSES).map((process) => ({
        pid: process.pid,
        name: process.name,
        user: process.user,
        cpu: process.cpu_percent,
        memory: process.memory_bytes,
        command: process.command.slice(0, 4_000),
      })),
      sort_key: 'cpu',
      descending: true,
      total_rows: process_count,
    },
  ]
}

/** The machine at a glance, kept fresh by the shell. */
export function systemCard(): Component {
  return {
    type: 'card',
    title: 'System',
    icon: 'cpu',
    children: [
      {
        type: 'row',
        children: [
          liveGauge('CPU', 'cpu.percent'),
          liveGauge('Memory', 'memory.percent'),
          liveGauge('Disk', 'disks[0].percent'),
        ],
      },
    ],
  }
}
