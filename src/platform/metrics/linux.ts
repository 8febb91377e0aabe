import { readFile } from 'node:fs/promises'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import type { Metrics } from '../../features/metrics/contract.ts'
import { createDiskReader } from './linux-disks.ts'
import { createProcessReader } from './linux-processes.ts'
import { readBattery, readTemperature } from './linux-sensors.ts'
import { usedPercent } from './rates.ts'
import type { CpuTimes, InterfaceCounters, MetricsSource, Vitals } from './source.ts'

/** Straight from /proc and /sys: a program that prints the same costs twenty times as much. */
export function createLinuxSource({ root = '/' }: { root?: string } = {}): MetricsSource {
  const text = (path: string) => readFile(join(root, path), 'utf8')
  const readDisks = createDiskReader({ root })
  const processes = createProcessReader({ root })

  return {
    async vitals() {
      const [stat, meminfo, load, network, uptime] = await Promise.all([
        text('proc/stat'),
        text('proc/meminfo'),
        text('proc/loadavg'),
        text('proc/net/dev'),
        text('proc/uptime'),
      ])
      return {
        ...parseCpuTimes(stat),
        load: parseLoad(load),
        memory: parseMemory(meminfo),
        network: parseNetwork(network),
        uptime_s: Number.parseFloat(uptime),
      }
    },
    async inventory() {
      // One after the other: the thread pool that reads these files has four threads and serves everybody.
      const disks = await readDisks()
      const battery = await readBattery(root)
      const temperature = await readTemperature(root)
      return { disks, battery, temperature, processes: await processes.list() }
    },
    details: (shown) => processes.details(shown),
    async identity() {
      return { cpu_model: cpuModel(), os: parseOsName(await text('etc/os-release').catch(() => '')) }
    },
  }
}

/** Guest time is already counted in user time, so only the first eight columns make the total. */
export function parseCpuTimes(stat: string): Pick<Vitals, 'cpu' | 'cores'> {
  const cores: CpuTimes[] = []
  let cpu: CpuTimes = { busy: 0, total: 0 }
  for (const line of stat.split('\n')) {
    if (!line.startsWith('cpu')) break
    const [label, ...columns] = line.trim().split(/\s+/)
    const ticks = columns.slice(0, 8).map(Number)
    const total = ticks.reduce((sum, value) => sum + value, 0)
    const times = { busy: total - (ticks[3] ?? 0) - (ticks[4] ?? 0), total }
    if (label === 'cpu') cpu = times
    else cores.push(times)
  }
  return { cpu, cores }
}

export function parseMemory(meminfo: string): Metrics['memory'] {
  const bytes = new Map<string, number>()
  for (const [, name, kibibytes] of meminfo.matchAll(/^(\w+):\s+(\d+)/gm))
    bytes.set(name!, Number(kibibytes) * 1024)
  const read = (name: string) => bytes.get(name) ?? 0

  const total = read('MemTotal')
  // Kernels in some containers leave MemAvailable out.
  const available = bytes.get('MemAvailable') ?? read('MemFree') + read('Buffers') + read('Cached')
  return {
    total_bytes: total,
    used_bytes: Math.max(0, total - available),
    available_bytes: available,
    percent: usedPercent(total - available, total),
    swap_total_bytes: read('SwapTotal'),
    swap_used_bytes: read('SwapTotal') - read('SwapFree'),
  }
}

/** Without loopback, and without the interfaces that a kernel makes and nobody uses. */
export function parseNetwork(dev: string): InterfaceCounters[] {
  return dev.split('\n').flatMap((line) => {
    const colon = line.indexOf(':')
    if (colon < 0) return []
    const name = line.slice(0, colon).trim()
    const columns = line
      .slice(colon + 1)
      .trim()
      .split(/\s+/)
    const received_bytes = Number(columns[0])
    const sent_bytes = Number(columns[8])
    if (name === 'lo' || !(received_bytes + sent_bytes > 0)) return []
    return [{ interface: name, received_bytes, sent_bytes }]
  })
}

function parseLoad(loadavg: string): [number, number, number] {
  const [one, five, fifteen] = loadavg.split(' ').map(Number)
  return [one ?? 0, five ?? 0, fifteen ?? 0]
}

function parseOsName(osRelease: string): string {
  return /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(osRelease)?.[1] ?? `Linux ${release()}`
}

function cpuModel(): string | null {
  const model = cpus()[0]?.model.trim()
  return model && model !== 'unknown' ? model : null
}
