import { execFile } from 'node:child_process'
import { cpus, loadavg, totalmem, uptime } from 'node:os'
import { promisify } from 'node:util'
import type { Metrics } from '../../features/metrics/contract.ts'
import { presentCommand } from './command-line.ts'
import {
  type OwnedProcess,
  parseBattery,
  parseDisks,
  parseMemory,
  parseNetwork,
  parseProcesses,
} from './macos-output.ts'
import { usedPercent } from './rates.ts'
import type { CpuTimes, MetricsSource, ProcessDetails } from './source.ts'

/** Runs a program of the system and gives what it printed. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>

/** macOS has no files to read these from: the programs of the system print them. */
export function createMacosSource({ run = runProgram }: { run?: RunProgram } = {}): MetricsSource {
  let listed = new Map<number, OwnedProcess>()

  return {
    async vitals() {
      const [memory, swap, network] = await Promise.all([
        run('/usr/bin/vm_stat', []),
        run('/usr/sbin/sysctl', ['-n', 'vm.swapusage']),
        run('/usr/sbin/netstat', ['-ibn']),
      ])
      const [one = 0, five = 0, fifteen = 0] = loadavg()
      return {
        ...readCpuTimes(),
        load: [one, five, fifteen],
        memory: withPercent(parseMemory({ vmStat: memory, swapUsage: swap, total: totalmem() })),
        network: parseNetwork(network),
        uptime_s: uptime(),
      }
    },
    async inventory() {
      // -l leaves network mounts out, which hang when their server is away.
      const [space, mounts, battery, listing] = await Promise.all([
        run('/bin/df', ['-l', '-k', '-P']),
        run('/sbin/mount', []),
        run('/usr/bin/pmset', ['-g', 'batt']),
        run('/bin/ps', ['-A', '-o', 'pid=,rss=,time=,user=,comm=']),
      ])
      const processes = parseProcesses(listing)
      listed = new Map(processes.map((process) => [process.pid, process]))
      return {
        disks: parseDisks(space, mounts),
        battery: parseBattery(battery),
        // Only a program with administrator rights may read the sensors.
        temperature: null,
        processes,
      }
    },
    async details(processes) {
      if (processes.length === 0) return new Map()
      const pids = processes.map(({ pid }) => pid).join(',')
      // ps ends with 1 when one of the processes is gone, and still prints the others.
      const listing = await run('/bin/ps', ['-ww', '-o', 'pid=,args=', '-p', pids]).catch(
        printedBeforeFailing,
      )
      const details = new Map<number, ProcessDetails>()
      for (const [, pid, command] of listing.matchAll(/^\s*(\d+)\s+(.*)$/gm)) {
        const process = listed.get(Number(pid))
        if (!process) continue
        const { name, user } = process
        details.set(process.pid, { name, command: presentCommand(command!.split(' ')), user })
      }
      return details
    },
    async identity() {
      const version = await run('/usr/bin/sw_vers', ['-productVersion'])
      return { cpu_model: cpus()[0]?.model ?? null, os: `macOS ${version.trim()}` }
    },
  }
}

function withPercent(memory: Omit<Metrics['memory'], 'percent'>): Metrics['memory'] {
  return { ...memory, percent: usedPercent(memory.used_bytes, memory.total_bytes) }
}

function readCpuTimes(): { cpu: CpuTimes; cores: CpuTimes[] } {
  const cores = cpus().map(({ times: { user, nice, sys, idle, irq } }) => {
    const busy = user + nice + sys + irq
    return { busy, total: busy + idle }
  })
  const sum = (member: keyof CpuTimes) => cores.reduce((total, core) => total + core[member], 0)
  return { cpu: { busy: sum('busy'), total: sum('total') }, cores }
}

async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], {
    timeout: 5_000,
    maxBuffer: 16 * 1024 * 1024,
    // Numbers with a decimal point, whatever the user's language.
    env: { ...process.env, LC_ALL: 'C' },
  })
  return stdout
}

function printedBeforeFailing(error: unknown): string {
  if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout
  throw error
}
