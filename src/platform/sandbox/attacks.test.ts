import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtempDisposable, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestLauncher } from '../../../test/launcher.ts'
import { needBubblewrap } from '../../../test/plugins.ts'
import type { Launcher, Rights } from './launcher.ts'

beforeEach(needBubblewrap)

const slow = { timeout: 240_000 }
const opened = new AsyncDisposableStack()
const requests: string[] = []
let home: string
let port: number
let launcher: Launcher

/** A service on a port and on sockets of every kind, and a home with everything worth stealing in it. */
beforeAll(async () => {
  const temporary = opened.use(await mkdtempDisposable(join(tmpdir(), 'deskhand-attack-')))
  home = join(await realpath(temporary.path), 'home')
  await fillHome()
  const first = await listen(['::', 0])
  port = (first.address() as AddressInfo).port
  const sockets = ['.local/share/deskhand/service.sock', 'Documents/other.sock', 'run/bus']
  for (const path of sockets) await listen([join(home, path)])
  for (const name of ['.sock', '-X77']) await listen([`${home}-tmp${name}`])
  for (const name of [abstractName(), `/tmp/.X11-unix/${abstractName()}`]) await listen([`\0${name}`])
  launcher = createTestLauncher({ home })
})
afterAll(() => opened.disposeAsync())

const abstractName = () => `deskhand-attack-${process.pid}`

async function fillHome(): Promise<void> {
  const project = join(home, 'Documents', 'project')
  for (const folder of ['.ssh', 'run', '.local/share/deskhand', 'Documents/project'])
    await mkdir(join(home, folder), { recursive: true })
  execFileSync('git', ['init', '-q', project])
  await writeFile(join(home, '.ssh', 'id_rsa'), 'PRIVATE KEY')
  await writeFile(join(home, '.local/share/deskhand/settings.json'), '{}')
  await writeFile(join(project, '.env'), 'SECRET=hunter2')
  await writeFile(join(project, 'server.pem'), '-----BEGIN PRIVATE KEY-----')
  await writeFile(
    join(project, '.git', 'config'),
    '[core]\n[remote "origin"]\n\turl = https://ghp_0123456789@git.host.test/x\n',
  )
  await symlink(join(home, '.ssh', 'id_rsa'), join(project, 'link'))
  await symlink(join(home, '.ssh'), join(project, 'folder'))
}

async function listen(where: [string] | [string, number]): Promise<Server> {
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('hello')
  })
  if (where.length === 2) server.listen(where[1], where[0])
  else server.listen(where[0])
  await once(server, 'listening')
  opened.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

async function attack(rights: Rights, folder = join(home, 'Documents')) {
  const script = await readFile(new URL('../../../test/sandbox-attacks.mjs', import.meta.url), 'utf8')
  const child = await launcher.start({
    words: [process.execPath, '--input-type=module', '-e', script],
    rights,
    folder,
    isFolderGranted: true,
    read: [process.execPath],
    variables: {
      ATTACK: JSON.stringify({
        port,
        home,
        run: join(home, 'run'),
        parent: process.pid,
        tag: rights,
        abstract: abstractName(),
        temporary: `${home}-tmp`,
      }),
    },
  })
  let output = ''
  let complaint = ''
  child.stdout!.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stderr!.on('data', (bytes: Buffer) => (complaint += bytes.toString()))
  await once(child, 'close')
  if (output === '') throw new Error(complaint)
  const { results, wanted } = JSON.parse(output) as { results: Record<string, string>; wanted: string[] }
  const open = Object.keys(results).filter((name) => results[name]!.startsWith('GOT'))
  return { open, wanted, results }
}

test(
  'without the sandbox the attacks work, and the detached program calls after its parent ended',
  slow,
  async () => {
    const { open } = await attack('full')
    expect(open.length).toBeGreaterThanOrEqual(25)
    expect(open).toEqual(
      expect.arrayContaining(['loopback-4', 'abstract-socket', 'socket-in-the-workspace', 'fire-and-exit']),
    )
    await expect.poll(() => requests).toContain('/full-detached')
  },
)

test('with `look` none of them does, and no request arrives', slow, async () => {
  const { open, wanted, results } = await attack('look')
  expect(open, JSON.stringify(results, null, 1)).toEqual([])
  expect(wanted).toEqual(['fine', 'fine'])
  // All that it started ended with it, so nothing of it can arrive later.
  expect(requests.filter((path) => path.startsWith('/look'))).toEqual([])
})

test(
  'with `work` it writes in the workspace and makes sockets of its own, and that is all',
  slow,
  async () => {
    const { open, wanted } = await attack('work')
    expect(open).toEqual(['write-workspace', 'unix-socket', 'datagram-pair'])
    expect(wanted).toEqual(['fine', 'fine'])
    expect(requests.filter((path) => path.startsWith('/work'))).toEqual([])
  },
)
