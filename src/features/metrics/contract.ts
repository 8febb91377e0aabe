import { Type, type Static } from '../../contract/type.ts'
import { defineContract } from '../../contract/endpoint.ts'
import { closed, literals, nullable, timestamp } from '../../contract/schema.ts'

const Cpu = Type.Object({
  percent: percent('CPU use across all cores, 0 to 100'),
  cores: Type.Integer({ minimum: 1, description: 'Logical cores' }),
  per_core: Type.Array(percent('CPU use of one core, 0 to 100')),
  load_1: Type.Number({ description: 'Load average over 1 minute' }),
  load_5: Type.Number({ description: 'Load average over 5 minutes' }),
  load_15: Type.Number({ description: 'Load average over 15 minutes' }),
  model: nullable(Type.String({ description: 'Processor name, if known' })),
})

const Memory = Type.Object({
  total_bytes: bytes('Installed memory'),
  used_bytes: bytes("Total minus available: memory the system can't reclaim"),
  available_bytes: bytes('Available to a new program without swapping'),
  percent: percent('Share in use, 0 to 100'),
  swap_total_bytes: bytes('Swap space'),
  swap_used_bytes: bytes('Swap space in use'),
})

export const Disk = Type.Object({
  mount: Type.String({ description: 'Where it is mounted' }),
  device: Type.String({ description: 'What is mounted there' }),
  filesystem: Type.String({ description: 'Kind of file system' }),
  total_bytes: bytes('Size'),
  used_bytes: bytes('Space in use'),
  available_bytes: bytes('Space an ordinary user can still use'),
  percent: percent("Share of an ordinary user's space in use, 0 to 100, as in df"),
})
export type Disk = Static<typeof Disk>

export const ProcessUse = Type.Object({
  pid: Type.Integer({ description: 'Process id' }),
  name: Type.String({ description: 'Short name' }),
  command: Type.String({ description: 'Command line, shortened, with passwords and tokens masked' }),
  user: Type.String({ description: 'Its user' }),
  cpu_percent: percent('Share of one core; a program on two cores can reach 200'),
  memory_bytes: bytes('Resident memory'),
})
export type ProcessUse = Static<typeof ProcessUse>

const NetworkInterface = Type.Object({
  interface: Type.String({ description: 'Name of the interface' }),
  received_bytes: bytes('Bytes received since the interface came up'),
  sent_bytes: bytes('Bytes sent since the interface came up'),
  received_bytes_per_second: Type.Number({
    minimum: 0,
    description: 'Bytes received per second, over the last sample',
  }),
  sent_bytes_per_second: Type.Number({
    minimum: 0,
    description: 'Bytes sent per second, over the last sample',
  }),
})

export const Battery = Type.Object({
  percent: percent('Charge, 0 to 100'),
  state: literals(['charging', 'discharging', 'full', 'idle', 'unknown'], {
    description: 'Battery state; idle is plugged in, but not charging',
  }),
  remaining_s: nullable(Type.Integer({ minimum: 0, description: 'Seconds until empty or full, if known' })),
})
export type Battery = Static<typeof Battery>

export const Temperature = Type.Object({
  celsius: Type.Number({ description: 'The processor, or else the hottest sensor' }),
  sensors: Type.Array(
    Type.Object({ name: Type.String({ description: 'Name of the sensor' }), celsius: Type.Number() }),
  ),
})
export type Temperature = Static<typeof Temperature>

const Host = Type.Object({
  name: Type.String({ description: 'Host name' }),
  os: Type.String({ description: 'Name and version of the operating system' }),
  kernel: Type.String({ description: 'Kernel version' }),
  arch: Type.String({ description: 'Processor architecture' }),
})

export const Metrics = Type.Object({
  cpu: Cpu,
  memory: Memory,
  disks: Type.Array(Disk, { description: 'Local disks, root first' }),
  process_count: Type.Integer({ minimum: 0, description: 'Processes running' }),
  processes: Type.Array(ProcessUse, { description: 'Busiest first' }),
  processes_by_memory: Type.Array(ProcessUse, { description: 'Largest first' }),
  network: Type.Array(NetworkInterface, { description: 'Interfaces with traffic; no loopback' }),
  battery: nullable(Battery),
  temperature: nullable(Temperature),
  host: Host,
  uptime_s: Type.Integer({ minimum: 0, description: 'Seconds since the machine started' }),
  sampled_at: timestamp('When the sample was taken'),
})
export type Metrics = Static<typeof Metrics>

const exampleProcess: ProcessUse = {
  pid: 4211,
  name: 'node',
  command: 'node src/main.ts',
  user: 'ada',
  cpu_percent: 12.5,
  memory_bytes: 98_304_000,
}

const exampleMetrics: Metrics = {
  cpu: {
    percent: 17.5,
    cores: 2,
    per_core: [20, 15],
    load_1: 0.42,
    load_5: 0.35,
    load_15: 0.3,
    model: 'Example CPU @ 3.00GHz',
  },
  memory: {
    total_bytes: 16_777_216_000,
    used_bytes: 4_194_304_000,
    available_bytes: 12_582_912_000,
    percent: 25,
    swap_total_bytes: 0,
    swap_used_bytes: 0,
  },
  disks: [
    {
      mount: '/',
      device: '/dev/sda1',
      filesystem: 'ext4',
      total_bytes: 512_000_000_000,
      used_bytes: 128_000_000_000,
      available_bytes: 384_000_000_000,
      percent: 25,
    },
  ],
  process_count: 180,
  processes: [exampleProcess],
  processes_by_memory: [exampleProcess],
  network: [
    {
      interface: 'eth0',
      received_bytes: 73_400_320,
      sent_bytes: 10_485_760,
      received_bytes_per_second: 2048,
      sent_bytes_per_second: 512,
    },
  ],
  battery: { percent: 81, state: 'discharging', remaining_s: 9360 },
  temperature: { celsius: 47, sensors: [{ name: 'Package id 0', celsius: 47 }] },
  host: { name: 'workbench', os: 'Debian GNU/Linux 13 (trixie)', kernel: '6.12.0', arch: 'x64' },
  uptime_s: 86_400,
  sampled_at: '2026-03-02T09:30:00.000Z',
}

export const metricsContract = defineContract({
  read: {
    method: 'GET',
    path: '/api/system/metrics',
    views: { reads: ['private'] },
    summary: 'Read live CPU, memory, disk, process and network metrics',
    description:
      'Answers from the last background sample: every 2 seconds while in use, every 15 seconds otherwise. ' +
      'Disks, processes, battery and temperature are sampled a little less often.',
    query: closed({
      processes: Type.Optional(
        Type.Integer({
          default: 10,
          minimum: 0,
          maximum: 50,
          description: 'Maximum length of the process lists, by CPU and by memory',
        }),
      ),
    }),
    result: Metrics,
    errors: ['unavailable', 'unavailable_on_platform'],
    example: { query: { processes: 1 }, result: exampleMetrics },
  },
})

function bytes(description: string) {
  return Type.Integer({ minimum: 0, description })
}

function percent(description: string) {
  return Type.Number({ minimum: 0, description })
}
