import { networkInterfaces } from 'node:os'
import type { Component } from '../../../../contract/component-schema.ts'
import type { Metrics } from '../../../metrics/contract.ts'
import { durationText } from '../../../../platform/language/values/durations.ts'
import type { Act } from './act.ts'
import { sizeText } from './file-list.ts'

type Shown = (metrics: Metrics) => readonly (Component | string)[]

/** Questions about the machine, answered from its last sample. */
export function systemActs({
  metrics,
}: {
  readonly metrics: () => Promise<Metrics>
}): Readonly<Record<string, Act>> {
  const answering = (shown: Shown): Act => {
    return async ({ voice }) => {
      for (const part of shown(await metrics())) {
        if (typeof part === 'string') voice.say(part)
        else voice.add(part)
      }
    }
  }
  return Object.fromEntries(Object.entries(answers).map(([intent, shown]) => [intent, answering(shown)]))
}

const answers: Readonly<Record<string, Shown>> = {
  'system.disk': ({ disks }) => [
    ...disks
      .slice(0, 1)
      .map(
        ({ mount, percent, available_bytes }) =>
          `${sizeText(available_bytes)} of ${mount} is free; ${Math.round(percent)} % is used.`,
      ),
    {
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
    },
  ],
  'system.memory': ({ memory }) => [
    `${sizeText(memory.available_bytes)} of ${sizeText(memory.total_bytes)} memory is available.`,
    liveGauge('Memory in use', 'memory.percent'),
  ],
  'system.cpu': ({ cpu, temperature }) => [
    `The processor is ${Math.round(cpu.percent)} % busy, with a load of ${cpu.load_1.toFixed(2)} on ${cpu.cores} ${cpu.cores === 1 ? 'core' : 'cores'}${temperature ? `, at ${Math.round(temperature.celsius)} °C` : ''}.`,
    liveGauge('CPU', 'cpu.percent'),
  ],
  'system.battery': ({ battery }) =>
    battery
      ? [
          `The battery is at ${Math.round(battery.percent)} % and ${battery.state}${battery.remaining_s === null ? '' : `, ${durationText(battery.remaining_s)} left`}.`,
          { type: 'gauge', label: 'Battery', value: battery.percent, unit: '%' },
        ]
      : ['This machine has no battery.'],
  'system.processes': ({ processes, process_count }) => [
    {
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
    },
  ],
  'system.temperature': ({ temperature }) =>
    temperature
      ? [
          `The processor is at ${Math.round(temperature.celsius)} °C.`,
          {
            type: 'table',
            caption: 'Sensors',
            columns: [
              { key: 'name', label: 'Sensor' },
              { key: 'celsius', label: 'Temperature', type: 'number', decimals: 0, unit: '°C' },
            ],
            rows: temperature.sensors.map(({ name, celsius }) => ({ name, celsius })),
          },
        ]
      : ['This machine does not tell its temperature.'],
  'system.host': ({ host }) => [
    `This machine is called ${host.name} and runs ${host.os}, kernel ${host.kernel}, on ${host.arch}.`,
  ],
  'system.network': () => networkAnswer(),
  'system.uptime': ({ uptime_s, host }) => [`${host.name} has been up for ${uptimeText(uptime_s)}.`],
}

function networkAnswer(): readonly (Component | string)[] {
  const found = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
      .map(({ address, family }) => ({ name, address, family })),
  )
  const first = found.find(({ family }) => family === 'IPv4') ?? found[0]
  if (!first) return ['This machine is not connected to a network.']
  return [
    `The address of this machine in its network is ${first.address}. The one that the internet sees may be another.`,
    {
      type: 'table',
      caption: 'Addresses',
      columns: [
        { key: 'name', label: 'Connection' },
        { key: 'address', label: 'Address', type: 'code' },
        { key: 'family', label: 'Kind' },
      ],
      rows: found,
    },
  ]
}

function liveGauge(label: string, path: string): Component {
  return {
    type: 'data_bound',
    source: '/api/system/metrics',
    path,
    display: 'gauge',
    label,
    unit: '%',
    min: 0,
    max: 100,
    refresh_ms: 2_000,
  }
}

function uptimeText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const rest = durationText(Math.floor((seconds % 86_400) / 60) * 60)
  return days > 0 ? `${days} day${days === 1 ? '' : 's'} ${rest}` : rest
}
