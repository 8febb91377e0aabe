import { basename } from 'node:path'
import type { Battery, Disk, Metrics } from '../../features/metrics/contract.ts'
import { usedPercent } from './rates.ts'
import type { InterfaceCounters, ProcessCounters } from './source.ts'

export interface MemoryOutput {
  readonly vmStat: string
  readonly swapUsage: string
  readonly total: number
}

/** Used as Activity Monitor counts it: what programs hold, less what they offer back, wired and compressed pages. */
export function parseMemory({ vmStat, swapUsage, total }: MemoryOutput): Omit<Metrics['memory'], 'percent'> {
  const page = Number(/page size of (\d+) bytes/.exec(vmStat)?.[1] ?? 4096)
  const pages = new Map(
    [...vmStat.matchAll(/^"?([^":\n]+)"?:\s+(\d+)\.?$/gm)].map(([, name, count]) => [name!, Number(count)]),
  )
  const read = (name: string) => pages.get(name) ?? 0
  const held = Math.max(0, read('Anonymous pages') - read('Pages purgeable'))
  const used = Math.min(
    total,
    (held + read('Pages wired down') + read('Pages occupied by compressor')) * page,
  )
  return {
    total_bytes: total,
    used_bytes: used,
    available_bytes: total - used,
    swap_total_bytes: parseSize(/total = ([\d.]+[KMGT]?)/.exec(swapUsage)?.[1]),
    swap_used_bytes: parseSize(/used = ([\d.]+[KMGT]?)/.exec(swapUsage)?.[1]),
  }
}

/** Only the rows of the link itself; the address column may be missing, so the counters are taken from the end. */
export function parseNetwork(netstat: string): InterfaceCounters[] {
  return netstat.split('\n').flatMap((line) => {
    const columns = line.trim().split(/\s+/)
    const name = columns[0]?.replace('*', '') ?? ''
    if (!columns[2]?.startsWith('<Link#') || name.startsWith('lo')) return []
    const received_bytes = Number(columns.at(-5))
    const sent_bytes = Number(columns.at(-2))
    return received_bytes + sent_bytes > 0 ? [{ interface: name, received_bytes, sent_bytes }] : []
  })
}

/**
 * The volumes of one APFS container share its space, so that they are one disk here; the system's own volumes and the
 * images of device simulators are noise.
 */
export function parseDisks(df: string, mount: string): Disk[] {
  const kinds = new Map(
    [...mount.matchAll(/^(\/dev\/\S+) on (.+) \(([^,)]+)/gm)].map(([, , place, kind]) => [place!, kind!]),
  )
  const disks: Disk[] = []
  const seen = new Set<string>()
  for (const [, device = '', size, used, free, place = ''] of df.matchAll(
    /^(\/dev\/\S+)\s+(\d+)\s+(\d+)\s+(\d+)\s+\d+%\s+(\/.*)$/gm,
  )) {
    const filesystem = kinds.get(place) ?? 'unknown'
    const space = filesystem === 'apfs' ? (/^\/dev\/disk\d+/.exec(device)?.[0] ?? device) : device
    if (seen.has(space) || /^\/(?:System\/Volumes|Library\/Developer)\//.test(place)) continue
    seen.add(space)
    const total_bytes = Number(size) * 1024
    const available_bytes = Number(free) * 1024
    const used_bytes = filesystem === 'apfs' ? total_bytes - available_bytes : Number(used) * 1024
    const percent = usedPercent(used_bytes, used_bytes + available_bytes)
    disks.push({ mount: place, device, filesystem, total_bytes, used_bytes, available_bytes, percent })
  }
  return disks
}

export interface OwnedProcess extends ProcessCounters {
  readonly user: string
}

export function parseProcesses(ps: string): OwnedProcess[] {
  return [...ps.matchAll(/^\s*(\d+)\s+(\d+)\s+([\d:.-]+)\s+(\S+)\s+(.*)$/gm)].map(
    ([, pid, kibibytes, time, user, path]) => ({
      pid: Number(pid),
      started: 0,
      name: basename(path!.trim()),
      cpu_seconds: parseCpuTime(time!),
      memory_bytes: Number(kibibytes) * 1024,
      user: user!,
    }),
  )
}

export function parseBattery(pmset: string): Battery | null {
  const [, percent, state, rest] = /InternalBattery.*?\t?\s*(\d+)%; ([^;]+);(.*)$/m.exec(pmset) ?? []
  if (percent === undefined || state === undefined) return null
  const time = /(\d+):(\d\d) remaining/.exec(rest ?? '')
  const seconds = time ? Number(time[1]) * 3600 + Number(time[2]) * 60 : 0
  return { percent: Number(percent), state: batteryState(state), remaining_s: seconds > 0 ? seconds : null }
}

function batteryState(words: string): Battery['state'] {
  const states: Record<string, Battery['state']> = {
    charging: 'charging',
    'finishing charge': 'charging',
    discharging: 'discharging',
    charged: 'full',
    'AC attached': 'idle',
  }
  return states[words.trim()] ?? 'unknown'
}

/** `12:34.56`, `1:02:03.00` or `2-01:02:03`: days, hours, minutes, seconds. */
function parseCpuTime(time: string): number {
  const [days, clock] = time.includes('-') ? time.split('-') : ['0', time]
  const seconds = clock!.split(':').reduce((total, part) => total * 60 + Number(part), 0)
  return Number(days) * 86_400 + seconds
}

function parseSize(text: string | undefined): number {
  if (!text) return 0
  const powers: Record<string, number> = { K: 1, M: 2, G: 3, T: 4 }
  return Math.round(Number.parseFloat(text) * 1024 ** (powers[text.at(-1)!] ?? 0))
}
