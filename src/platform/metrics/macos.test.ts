import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { parseBattery, parseDisks, parseMemory, parseNetwork, parseProcesses } from './macos-output.ts'
import { createMacosSource, type RunProgram } from './macos.ts'

const vmStat = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10000.
Pages active:                            300000.
Pages inactive:                          290000.
Pages speculative:                         2000.
Pages throttled:                              0.
Pages wired down:                        100000.
Pages purgeable:                           5000.
"Translation faults":                 912345678.
File-backed pages:                       150000.
Anonymous pages:                         205000.
Pages stored in compressor:              400000.
Pages occupied by compressor:            100000.
`
const swapUsage = 'total = 2048.00M  used = 1024.50M  free = 1023.50M  (encrypted)\n'

const netstat = `Name       Mtu   Network       Address            Ipkts Ierrs     Ibytes    Opkts Oerrs     Obytes  Coll
lo0        16384 <Link#1>                       1234567     0  123456789  1234567     0  123456789     0
lo0        16384 127           127.0.0.1        1234567     -  123456789  1234567     -  123456789     -
gif0*      1280  <Link#2>                             0     0          0        0     0          0     0
en0        1500  <Link#11>   02:00:00:00:00:01  9876543     0 9876543210  1234567     0  987654321     0
en0        1500  192.168.1     192.168.1.20     9876543     - 9876543210  1234567     -  987654321     -
utun0      1380  <Link#15>                            0     0          0       12     0        900     0
`

const df = `Filesystem     1024-blocks      Used Available Capacity  Mounted on
/dev/disk3s1s1   971350180  10229464 500000000     3%    /
/dev/disk3s6     971350180   2097184 500000000     1%    /System/Volumes/VM
/dev/disk3s5     971350180 440000000 500000000    47%    /System/Volumes/Data
/dev/disk5s1      20000000  15000000   5000000    75%    /Library/Developer/CoreSimulator/Volumes/iOS_21A342
/dev/disk4s2     100000000  25000000  75000000    25%    /Volumes/My Stick
`
const mount = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s6 on /System/Volumes/VM (apfs, local, noexec, journaled, noatime, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)
/dev/disk5s1 on /Library/Developer/CoreSimulator/Volumes/iOS_21A342 (apfs, local, nodev, read-only)
/dev/disk4s2 on /Volumes/My Stick (exfat, local, nodev, nosuid, noowners)
`

const ps = `    1  14320   0:12.34 root             /sbin/launchd
  501 204800 123:45.67 ada              /Applications/Example App.app/Contents/MacOS/Example App
  777   1024   1:02:03 _windowserver    /usr/libexec/example
`

test('memory in use is counted as Activity Monitor does', () => {
  const total = 16 * 1024 ** 3
  const used = (200_000 + 100_000 + 100_000) * 16_384
  expect(parseMemory({ vmStat, swapUsage, total })).toEqual({
    total_bytes: total,
    used_bytes: used,
    available_bytes: total - used,
    swap_total_bytes: 2048 * 1024 ** 2,
    swap_used_bytes: 1024.5 * 1024 ** 2,
  })
})

test('interfaces are read with or without an address, once each, without loopback and idle ones', () => {
  expect(parseNetwork(netstat)).toEqual([
    { interface: 'en0', received_bytes: 9_876_543_210, sent_bytes: 987_654_321 },
    { interface: 'utun0', received_bytes: 0, sent_bytes: 900 },
  ])
})

test('the volumes of one container are one disk, and a stick is another', () => {
  expect(parseDisks(df, mount)).toEqual([
    {
      mount: '/',
      device: '/dev/disk3s1s1',
      filesystem: 'apfs',
      total_bytes: 971_350_180 * 1024,
      used_bytes: 471_350_180 * 1024,
      available_bytes: 500_000_000 * 1024,
      percent: 48.5,
    },
    {
      mount: '/Volumes/My Stick',
      device: '/dev/disk4s2',
      filesystem: 'exfat',
      total_bytes: 100_000_000 * 1024,
      used_bytes: 25_000_000 * 1024,
      available_bytes: 75_000_000 * 1024,
      percent: 25,
    },
  ])
})

test('processes are read with blanks in their names and hours in their times', () => {
  expect(
    parseProcesses(ps).map(({ pid, name, user, cpu_seconds }) => [pid, name, user, cpu_seconds]),
  ).toEqual([
    [1, 'launchd', 'root', 12.34],
    [501, 'Example App', 'ada', 7425.67],
    [777, 'example', '_windowserver', 3723],
  ])
})

test.each([
  [
    '81%; discharging; 2:36 remaining present: true',
    { percent: 81, state: 'discharging', remaining_s: 9360 },
  ],
  ['64%; charging; (no estimate) present: true', { percent: 64, state: 'charging', remaining_s: null }],
  ['100%; charged; 0:00 remaining present: true', { percent: 100, state: 'full', remaining_s: null }],
  ['80%; AC attached; not charging present: true', { percent: 80, state: 'idle', remaining_s: null }],
])('the battery says "%s"', (words, battery) => {
  const output = `Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1234567)\t${words}\n`
  expect(parseBattery(output)).toEqual(battery)
})

test('a desktop machine has no battery', () => {
  expect(parseBattery("Now drawing from 'AC Power'\n")).toBeNull()
})

test('the source puts the programs together, also when one of the shown processes has ended', async () => {
  const args = '  501 /Applications/Example App.app/Contents/MacOS/Example App --token=abc\n'
  const printed: Record<string, string> = {
    vm_stat: vmStat,
    sysctl: swapUsage,
    netstat,
    df,
    mount,
    pmset: "Now drawing from 'AC Power'\n",
    ps,
    sw_vers: '15.3\n',
  }
  const run: RunProgram = async (program, programArgs) => {
    if (programArgs.includes('pid=,args=')) throw Object.assign(new Error('exit code 1'), { stdout: args })
    return printed[basename(program)]!
  }
  const source = createMacosSource({ run })
  const inventory = await source.inventory()
  expect(inventory.processes).toHaveLength(3)
  expect(inventory.temperature).toBeNull()
  expect(await source.details(inventory.processes)).toEqual(
    new Map([
      [
        501,
        {
          name: 'Example App',
          user: 'ada',
          command: '/Applications/Example App.app/Contents/MacOS/Example App --token=•••',
        },
      ],
    ]),
  )
  expect((await source.vitals()).memory.percent).toBeGreaterThan(0)
  expect((await source.identity()).os).toBe('macOS 15.3')
})
