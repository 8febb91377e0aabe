import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { endianness, tmpdir, totalmem, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseMounts } from './linux-disks.ts'
import { parseProcessStat, parseUnits } from './linux-processes.ts'
import { readBattery, readTemperature } from './linux-sensors.ts'
import { createLinuxSource, parseCpuTimes, parseMemory, parseNetwork } from './linux.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deskhand-proc-'))
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

describe('what the kernel prints', () => {
  test('CPU times count waiting for the disk as idle and guests only once', () => {
    const stat =
      'cpu  100 10 50 800 40 0 0 0 30 0\ncpu0 60 5 25 400 10 0 0 0 30 0\ncpu1 40 5 25 400 30 0 0 0 0 0\nintr 1\n'
    expect(parseCpuTimes(stat)).toEqual({
      cpu: { busy: 160, total: 1000 },
      cores: [
        { busy: 90, total: 500 },
        { busy: 70, total: 500 },
      ],
    })
  })

  test('memory in use is what cannot be given back', () => {
    const meminfo =
      'MemTotal:  1000 kB\nMemFree:  100 kB\nMemAvailable:  750 kB\nSwapTotal:  200 kB\nSwapFree:  50 kB\n'
    expect(parseMemory(meminfo)).toEqual({
      total_bytes: 1_024_000,
      used_bytes: 256_000,
      available_bytes: 768_000,
      percent: 25,
      swap_total_bytes: 204_800,
      swap_used_bytes: 153_600,
    })
  })

  test('memory is estimated where the kernel does not say what is available', () => {
    const memory = parseMemory('MemTotal: 1000 kB\nMemFree: 100 kB\nBuffers: 50 kB\nCached: 250 kB\n')
    expect(memory.available_bytes).toBe(400 * 1024)
  })

  test('interfaces that never moved a byte and loopback are left out', () => {
    const dev = [
      'Inter-|   Receive                            |  Transmit',
      ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets',
      '    lo: 3193 29 0 0 0 0 0 0 3193 29 0 0 0 0 0 0',
      '  ifb0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
      'enp0s31f6:576520179 24239 0 0 0 0 0 0 1912177 19030 0 0 0 0 0 0',
    ].join('\n')
    expect(parseNetwork(dev)).toEqual([
      { interface: 'enp0s31f6', received_bytes: 576_520_179, sent_bytes: 1_912_177 },
    ])
  })

  test('a process may have blanks and brackets in its name', () => {
    const line = `42 (a (b) c) S 1 42 42 0 -1 4194304 101 0 0 0 250 150 0 0 20 0 1 0 62368 3133440 409 18446744073709551615`
    expect(parseProcessStat(line, { ticks_per_second: 100, page_bytes: 4096 })).toEqual({
      pid: 42,
      started: 62_368,
      name: 'a (b) c',
      cpu_seconds: 4,
      memory_bytes: 409 * 4096,
    })
    expect(parseProcessStat('', { ticks_per_second: 100, page_bytes: 4096 })).toBeNull()
  })

  test.skipIf(endianness() !== 'LE')('page size and clock ticks come from the auxiliary vector', () => {
    const words = [6n, 65_536n, 17n, 250n, 0n, 0n]
    const auxiliary = Buffer.alloc(words.length * 8)
    for (const [index, word] of words.entries()) auxiliary.writeBigUInt64LE(word, index * 8)
    expect(parseUnits(auxiliary)).toEqual({ page_bytes: 65_536, ticks_per_second: 250 })
    expect(parseUnits(Buffer.alloc(0))).toEqual({ page_bytes: 4096, ticks_per_second: 100 })
  })

  test('only local disks are shown, and the root whatever it is', () => {
    const mounts = parseMounts(
      [
        '22 1 0:20 / /proc rw - proc proc rw',
        '23 1 0:50 / / rw - overlay overlay rw',
        '24 23 8:1 / /home rw shared:1 - ext4 /dev/sda1 rw',
        '25 23 0:33 / /mnt/my\\040disk rw - fuseblk /dev/sdb1 rw',
        '26 23 0:34 / /mnt/nas rw - nfs4 nas:/share rw',
        '27 23 0:35 / /mnt/away rw - fuse.sshfs ada@host: rw',
        '28 23 7:1 / /snap/core/1 ro - squashfs /dev/loop1 ro',
        '29 23 0:36 / /run rw - tmpfs tmpfs rw',
        '30 23 0:37 / /tank rw - zfs tank/data rw',
        '31 24 8:1 /var/hosts /etc/hosts rw - ext4 /dev/sda1 rw',
      ].join('\n'),
    )
    expect(mounts.map(({ mount, filesystem, partial }) => [mount, filesystem, partial])).toEqual([
      ['/', 'overlay', false],
      ['/home', 'ext4', false],
      ['/tank', 'zfs', false],
      ['/etc/hosts', 'ext4', true],
      ['/mnt/my disk', 'fuseblk', false],
    ])
  })
})

describe('a recorded machine', () => {
  test('a process that ends between being listed and being read is just not there', async () => {
    await writeAll({
      'proc/7/stat': `7 (lasting) S ${'0 '.repeat(40)}`,
      'proc/7/cmdline': '/usr/bin/lasting-longer-than-fifteen\0--now\0',
      'proc/8/status': 'this one has no stat any more',
      'proc/self/mountinfo': '',
      'etc/passwd': `root:x:0:0::/root:/bin/sh\nada:x:${userInfo().uid}:1::/home/ada:/bin/sh\n`,
    })
    const source = createLinuxSource({ root })
    const { processes } = await source.inventory()
    expect(processes.map((process) => process.pid)).toEqual([7])

    const gone = { pid: 9, started: 1, name: 'gone', cpu_seconds: 0, memory_bytes: 0 }
    const details = await source.details([...processes, gone])
    expect([...details.keys()]).toEqual([7])
    expect(details.get(7)?.command).toBe('/usr/bin/lasting-longer-than-fifteen --now')
  })

  test('names that the kernel cut short are whole again', async () => {
    await writeAll({
      'proc/7/stat': `7 (lasting-longer-) S ${'0 '.repeat(40)}`,
      'proc/7/cmdline': '/usr/bin/lasting-longer-than-fifteen\0',
      'proc/8/stat': `8 (MainThread) S ${'0 '.repeat(40)}`,
      'proc/8/cmdline': 'node\0main.ts\0',
      'proc/9/stat': `9 (renamed) S ${'0 '.repeat(40)}`,
      'proc/9/cmdline': '/bin/sh\0',
      'proc/10/stat': `10 (kworker/0:1) S ${'0 '.repeat(40)}`,
      'proc/10/cmdline': '',
      'proc/self/mountinfo': '',
    })
    const source = createLinuxSource({ root })
    const { processes } = await source.inventory()
    const details = await source.details(processes)
    expect([7, 8, 9, 10].map((pid) => details.get(pid)?.name)).toEqual([
      'lasting-longer-than-fifteen',
      'node',
      'renamed',
      'kworker/0:1',
    ])
    expect(details.get(10)?.command).toBe('[kworker/0:1]')
  })

  test('one device is one disk, files that a container binds are none, and a missing mount is skipped', async () => {
    await writeAll({
      'proc/self/mountinfo': [
        '1 0 8:1 / / rw - ext4 /dev/sda1 rw',
        '2 1 8:1 /home /home rw - ext4 /dev/sda1 rw',
        '3 1 8:2 /hosts /etc/hosts rw - ext4 /dev/sda2 rw',
        '4 1 8:3 / /gone rw - ext4 /dev/sda3 rw',
        '5 1 8:4 / /data rw - xfs /dev/sda4 rw',
      ].join('\n'),
      'etc/hosts': '127.0.0.1 localhost',
      'home/file': '',
      'data/file': '',
    })
    const { disks } = await createLinuxSource({ root }).inventory()
    expect(disks.map(({ mount, device, filesystem }) => [mount, device, filesystem])).toEqual([
      ['/', '/dev/sda1', 'ext4'],
      ['/data', '/dev/sda4', 'xfs'],
    ])
    const { blocks, bsize } = await statfs(root)
    expect(disks[0]?.total_bytes).toBe(blocks * bsize)
  })

  test('two batteries are one, and that of a mouse does not count', async () => {
    await writeAll({
      'sys/class/power_supply/BAT0/uevent': supply({
        STATUS: 'Discharging',
        ENERGY_NOW: 20,
        ENERGY_FULL: 50,
        POWER_NOW: 15,
      }),
      'sys/class/power_supply/BAT1/uevent': supply({
        STATUS: 'Unknown',
        ENERGY_NOW: 40,
        ENERGY_FULL: 50,
        POWER_NOW: 0,
      }),
      'sys/class/power_supply/hid-1/uevent': supply({ STATUS: 'Charging', SCOPE: 'Device', CAPACITY: 1 }),
      'sys/class/power_supply/AC/uevent': 'POWER_SUPPLY_TYPE=Mains\nPOWER_SUPPLY_ONLINE=0\n',
    })
    expect(await readBattery(root)).toEqual({ percent: 60, state: 'discharging', remaining_s: 14_400 })
  })

  test('a battery that only tells its capacity has no remaining time', async () => {
    await writeAll({ 'sys/class/power_supply/BAT0/uevent': supply({ STATUS: 'Full', CAPACITY: 97 }) })
    expect(await readBattery(root)).toEqual({ percent: 97, state: 'full', remaining_s: null })
  })

  test('the processor stands for the temperature of the machine', async () => {
    await writeAll({
      'sys/class/hwmon/hwmon0/name': 'nvme\n',
      'sys/class/hwmon/hwmon0/temp1_input': '61850\n',
      'sys/class/hwmon/hwmon1/name': 'coretemp\n',
      'sys/class/hwmon/hwmon1/temp1_input': '47000\n',
      'sys/class/hwmon/hwmon1/temp1_label': 'Package id 0\n',
      'sys/class/hwmon/hwmon1/temp2_input': '-128000\n',
    })
    expect(await readTemperature(root)).toEqual({
      celsius: 47,
      sensors: [
        { name: 'nvme', celsius: 61.9 },
        { name: 'coretemp Package id 0', celsius: 47 },
      ],
    })
  })

  test('without monitors the thermal zones tell, the hottest for the machine', async () => {
    await writeAll({
      'sys/class/thermal/thermal_zone0/type': 'gpu-thermal\n',
      'sys/class/thermal/thermal_zone0/temp': '51000\n',
      'sys/class/thermal/thermal_zone1/type': 'ddr-thermal\n',
      'sys/class/thermal/thermal_zone1/temp': '55000\n',
      'sys/class/thermal/cooling_device0/type': 'Fan\n',
    })
    expect((await readTemperature(root))?.celsius).toBe(55)
  })

  test('a machine without battery and sensors has neither', async () => {
    expect(await readBattery(root)).toBeNull()
    expect(await readTemperature(root)).toBeNull()
  })
})

describe.skipIf(process.platform !== 'linux')('this machine', () => {
  test('its memory, its cores and its root are found', async () => {
    const source = createLinuxSource()
    const vitals = await source.vitals()
    expect(vitals.memory.total_bytes).toBe(totalmem())
    expect(vitals.cores.length).toBeGreaterThan(0)
    expect(vitals.uptime_s).toBeGreaterThan(0)
    const { disks } = await source.inventory()
    const { blocks, bsize } = await statfs('/')
    expect(disks.find((disk) => disk.mount === '/')?.total_bytes).toBe(blocks * bsize)
  })

  test('a program that runs is found with its command line, its owner and its memory', async () => {
    const program = spawn('sleep', ['31.5'])
    try {
      await new Promise((resolve) => program.once('spawn', resolve))
      const source = createLinuxSource()
      const find = async () =>
        (await source.inventory()).processes.find((process) => process.pid === program.pid)
      // What a program that has only just begun takes up is counted a moment later.
      await expect.poll(async () => (await find())?.memory_bytes).toBeGreaterThan(0)
      const found = await find()
      const details = await source.details([found!])
      expect(details.get(found!.pid)).toEqual({
        name: 'sleep',
        command: 'sleep 31.5',
        user: userInfo().username,
      })
    } finally {
      program.kill()
    }
  })
})

async function writeAll(files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
}

function supply(members: Record<string, string | number>): string {
  const lines = Object.entries({ TYPE: 'Battery', ...members })
  return lines.map(([name, value]) => `POWER_SUPPLY_${name}=${value}\n`).join('')
}
