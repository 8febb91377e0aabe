import type { Component } from '../../contract/component-schema.ts'
import type { Metrics } from '../metrics/contract.ts'

/** Every local disk, with how full it is. */
export function diskTable(disks: Metrics['disks']): Component {
  return {
    type: 'table',
    caption: 'Disk usage',
    columns: [
      { key: 'mount', label: 'Mounted on' },
      { key: 'device', label: 'Device' },
      { key: 'filesystem', label: 'Type' },
      { key: 'size', label: 'Size', type: 'bytes' },
      { key: 'used', label: 'Used', type: 'bytes' },
      { key: 'available', label: 'Free', type: 'bytes' },
      { key: 'percent', label: 'Use', type: 'percent', decimals: 0 },
    ],
    rows: disks.map((disk) => ({
      mount: disk.mount,
      device: disk.device,
      filesystem: disk.filesystem,
      size: disk.total_bytes,
      used: disk.used_bytes,
      available: disk.available_bytes,
      percent: disk.percent,
    })),
    empty_text: 'No local disk found.',
  }
}
