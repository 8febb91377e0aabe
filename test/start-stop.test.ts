import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { findInstance } from '../src/platform/database/instance-lock.ts'
import { freePort } from './free-port.ts'
import { newProgram, programPath } from './program.ts'
import { isWhole } from './shortened.ts'

const CHECKOUT = new URL('..', import.meta.url)

describe('a start', () => {
  it('prints the address and three things to try, and logs JSON where nobody watches', async () => {
    await using program = await newProgram()
    const port = await freePort()
    const environment = { DESKHAND_PORT: String(port), DESKHAND_HOST: 'localhost' }
    const service = program.launch(['start'], { environment })
    await service.wrote(new RegExp(`Deskhand is ready at http://localhost:${port}  \\(Ctrl-C stops it\\)`))
    await service.wrote(/Three things to try:\n( {4}\S.+\n){3}\n/)
    service.kill('SIGTERM')
    const { stdout, stderr } = await service.ended
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ msg: 'ready' })
    expect(stderr).toBe('')
  })

  it('answers 503 `starting`, or nothing at all, until it answers 200', async () => {
    await using program = await newProgram()
    const port = await freePort()
    const service = program.launch(['start', '--port', String(port)])
    const answers: string[] = []
    while (answers.at(-1) !== '200 ok') answers.push(await health(port))
    expect(answers.length).toBeGreaterThan(1)
    const order = answers.filter((answer, index) => answer !== answers[index - 1])
    expect(order.join()).toMatch(/^(refused,)?(503 starting,)?200 ok$/)
    service.kill('SIGTERM')
    expect((await service.ended).code).toBe(exitCode.ok)
  })

  it('that is told to stop while it goes on ends whole as well', async () => {
    await using program = await newProgram()
    const service = program.launch(['start', '--port', '0'])
    // The lock is the first thing that a start takes.
    while (!existsSync(join(program.folder.root, 'instance.json'))) await sleep(5)
    service.kill('SIGTERM')
    expect(await service.ended).toMatchObject({ code: exitCode.ok, signal: null, stderr: '' })
    expect(existsSync(join(program.folder.root, 'instance.json'))).toBe(false)
  })

  it('names the port that is taken, in front and in the background', async () => {
    await using program = await newProgram()
    const port = await freePort()
    const holder = createServer().listen(port, '127.0.0.1')
    await once(holder, 'listening')
    for (const more of [[], ['--background']]) {
      const { code, stdout, stderr } = await program.run(['start', '--port', String(port), ...more])
      expect({ code, stdout }).toEqual({ code: exitCode.failed, stdout: '' })
      expect(stderr).toMatch(
        new RegExp(`^deskhand: Port ${port} on 127\\.0\\.0\\.1 is in use .+ --port or DESKHAND_PORT\\.\n$`),
      )
    }
    holder.close()
    // What was opened before the failure is closed again.
    expect((await program.run(['start', '--background', '--port', String(port)])).code).toBe(exitCode.ok)
  })

  it('names the process and the address of the one that has the data folder', async () => {
    await using program = await newProgram()
    const { pid, address } = await program.start()
    for (const more of [[], ['--background']]) {
      const { code, stderr } = await program.run(['start', '--port', '0', ...more])
      expect(code).toBe(exitCode.failed)
      expect(stderr).toBe(
        `deskhand: Deskhand is already running as process ${pid} at ${address} with the data in ${program.folder.root}. Use that one, or stop it with "deskhand stop".\n`,
      )
    }
    expect((await program.run(['status'])).code).toBe(exitCode.ok)
  })

  it('needs a token to listen to other machines', async () => {
    await using program = await newProgram()
    const refused = await program.run(['start', '--host', '0.0.0.0', '--port', '0'])
    expect(refused.code).toBe(exitCode.failed)
    expect(refused.stderr).toMatch(
      /^deskhand: Other machines can reach 0\.0\.0\.0, so a token is needed first/,
    )
    const token = (await program.run(['token', 'new'])).stdout.trim()
    const { address } = await program.start(['--host', '0.0.0.0'])
    const here = address.replace('0.0.0.0', '127.0.0.1')
    expect((await fetch(`${here}/api/store`)).status).toBe(401)
    expect((await fetch(`${here}/api/store`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      200,
    )
    expect((await program.run(['status'])).code).toBe(exitCode.ok)
    expect((await program.run(['open', '--print'])).stdout).toBe(`${here}\n`)
    const off = await program.run(['token', 'off'])
    expect(off.code).toBe(exitCode.failed)
  })

  it('comes back from the background once it is ready', async () => {
    await using program = await newProgram()
    const started = await program.run(['start', '-b', '--port', '0', '--json'])
    expect(started.code).toBe(exitCode.ok)
    const { pid, address } = JSON.parse(started.stdout) as { pid: number; address: string }
    expect((await fetch(`${address}/health`)).status).toBe(200)
    expect((await program.run(['stop'])).stdout).toBe(`Stopped process ${pid}.\n`)
    await expect(fetch(`${address}/health`)).rejects.toThrow('fetch failed')
    expect((await program.run(['status'])).code).toBe(exitCode.notRunning)
  })

  it('tells an old Node what it needs, in one line', async (context) => {
    const old = await oldNode()
    if (!old && !process.env['CI']) context.skip('there is no Node older than 24 on the PATH')
    await using program = await newProgram()
    const { code, stdout, stderr } = await program.run(['start'], { command: [old!, programPath] })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Deskhand needs Node 24 or newer, and this is v[\d.]+: .+\n$/)
  })

  it('works as "npm start", and Ctrl-C on the terminal ends it whole', async () => {
    await using program = await newProgram()
    // A new session is what a terminal gives to what runs in it: Ctrl-C goes to npm, its shell and Node at once.
    const service = program.launch(['start'], {
      command: ['npm'],
      folder: CHECKOUT,
      ownGroup: true,
      environment: { PATH: outerPath(), DESKHAND_PORT: '0' },
    })
    const [, address] = await service.wrote(/Deskhand is ready at (http:\S+)/)
    const events = await fetch(`${address}/api/events`)
    process.kill(-service.pid, 'SIGINT')
    expect(await events.text()).toContain('event: bye')
    await service.ended
    expect((await program.run(['status'])).code).toBe(exitCode.notRunning)
    expect(existsSync(`${program.folder.database}-wal`)).toBe(false)
  })
})

// The others are those of Ctrl-C and of a terminal that is closed, which tests of their own do.
const signals = ['SIGTERM', ...(isWhole ? (['SIGINT', 'SIGHUP'] as const) : [])] as const

describe('a stop', () => {
  it.each(signals)('by %s lets requests end and says goodbye', async (signal) => {
    await using program = await newProgram()
    const { address, kill, ended, wrote } = await program.start()
    const events = await fetch(`${address}/api/events`)
    const slow = await slowRequest(address)
    kill(signal)
    // npm passes a signal on that has already come: one wish, not two.
    kill(signal)
    await wrote(/"msg":"stopping"/)
    slow.finish()
    expect(await slow.answered).toBe(200)
    expect(await events.text()).toMatch(/event: bye\ndata: .*"reason":"stopping".*\n\n$/)
    expect(await ended).toMatchObject({ code: exitCode.ok, signal: null, stderr: '' })
    await expect(fetch(`${address}/health`)).rejects.toThrow('fetch failed')
    for (const left of [`${program.folder.database}-wal`, join(program.folder.root, 'instance.json')])
      expect(existsSync(left)).toBe(false)
    using database = new DatabaseSync(program.folder.database, { readOnly: true })
    const stored = database.prepare("SELECT value FROM store_entries WHERE key = 'slow'").get()
    expect(stored).toEqual({ value: '"arrived"' })
  })

  it('does not wait when it is asked twice', async () => {
    await using program = await newProgram()
    const { address, kill, ended, wrote } = await program.start()
    const slow = await slowRequest(address)
    kill('SIGTERM')
    await wrote(/"msg":"stopping"/)
    // Those that come right after the first are the same wish.
    const asking = setInterval(() => kill('SIGTERM'), 20)
    await ended.finally(() => clearInterval(asking))
    expect((await ended).code).toBe(exitCode.interrupted)
    expect(await slow.answered).toBe('cut')
  })

  it.skipIf(process.platform !== 'linux')('by closing the terminal is no crash', async () => {
    await using program = await newProgram()
    const line = `"${process.execPath}" "${programPath}" start --port 0`
    const environment = { TERM: 'xterm', SHELL: '/bin/sh' }
    const command = ['script', '-qefc', line, '/dev/null'] as const
    const terminal = program.launch([], { command, environment, keepInput: true })
    await terminal.wrote(/Deskhand is ready at/)
    terminal.kill('SIGKILL')
    await terminal.ended
    while (findInstance(program.folder.root) !== null) await sleep(20)
    const log = await readFile(program.folder.log, 'utf8')
    expect(log).toContain('"msg":"stopping"')
    expect(log).not.toContain('unexpected error')
    expect(existsSync(`${program.folder.database}-wal`)).toBe(false)
  })

  it('by kill -9 needs nothing but a new start', async () => {
    await using program = await newProgram()
    const killed = await program.start()
    await program.run(['api', 'store.put', '--key', 'kept', '--body', '1'])
    killed.kill('SIGKILL')
    await killed.ended
    await program.start()
    expect((await program.run(['api', 'store.get', '--key', 'kept'])).stdout).toBe('1\n')
    expect((await program.run(['status'])).code).toBe(exitCode.ok)
  })

  it('is not what happens when the reader of its output leaves', async () => {
    await using program = await newProgram()
    const line = `"${process.execPath}" "${programPath}" start --port 0 | head -n 1`
    const piped = program.launch([], { command: ['sh', '-c', line] })
    await piped.wrote(/"msg":"ready"/)
    // Each of these makes it write a line that nobody reads.
    for (let count = 0; count < 3; count += 1) {
      await program.run(['token', 'new'])
      await program.run(['api', 'store.list'], { environment: { DESKHAND_TOKEN: 'wrong' } })
    }
    expect((await program.run(['status'])).code).toBe(exitCode.ok)
    expect((await program.run(['logs'])).stdout).toMatch(/request refused.*token_wrong/)
    expect((await program.run(['stop'])).code).toBe(exitCode.ok)
    await piped.ended
  })
})

describe('a bug that nothing caught', () => {
  it.each([
    ['an exception', `throw new Error("a planted bug")`],
    ['a rejection', `Promise.reject(new Error("a planted bug"))`],
  ])('ends the service after it is written down: %s', async (_kind, bug) => {
    await using program = await newProgram()
    const planted = encodeURIComponent(`process.on("SIGUSR2", () => { ${bug} })`)
    const environment = { NODE_OPTIONS: `--import=data:text/javascript,${planted}` }
    const { kill, ended } = await program.start([], { environment })
    kill('SIGUSR2')
    expect(await ended).toMatchObject({ code: exitCode.failed, signal: null })
    const log = await readFile(program.folder.log, 'utf8')
    expect(log).toMatch(/"level":50.*a planted bug.*Unexpected error, stopping the service\./)
    expect(await readFile(program.folder.audit, 'utf8')).toMatch(/"kind":"crash".*a planted bug/)
    expect((await program.run(['logs'])).stdout).toMatch(
      /stopping the service\.\n {4}Error: a planted bug\n {4}at /,
    )
    expect((await program.run(['audit', 'verify'])).code).toBe(exitCode.ok)
  })
})

async function health(port: number): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`)
    const body = (await answer.json()) as { status: unknown; code?: string }
    return `${answer.status} ${body.code ?? String(body.status)}`
  } catch {
    return 'refused'
  }
}

/** A request whose head has arrived, and whose body is still on its way. */
async function slowRequest(address: string) {
  for (;;) {
    const slow = beginRequest(address)
    if ((await Promise.race([slow.arrived, slow.answered])) !== 503) return slow
    // On a busy machine the service may be behind for a moment, and refuses what it has not begun.
    await sleep(20)
  }
}

function beginRequest(address: string) {
  const { promise: answered, resolve } = Promise.withResolvers<number | 'cut'>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const sent = request(`${address}/api/store/slow`, {
    method: 'POST',
    agent: new Agent(),
    headers: { 'content-type': 'application/json', 'content-length': 9, expect: '100-continue' },
  })
  // The service has read the head of the request once it asks for the rest.
  sent.once('continue', () => sent.write('"arr', () => arrive()))
  sent.once('response', (response) => {
    response.resume()
    resolve(response.statusCode!)
  })
  sent.once('error', () => resolve('cut'))
  sent.flushHeaders()
  return { arrived, answered, finish: () => sent.end('ived"') }
}

/** The PATH of the person who typed `npm test`: npm has put the checkout's own programs in front. */
function outerPath(): string {
  const folders = (process.env['PATH'] ?? '').split(':')
  return folders.filter((folder) => !/node_modules\/\.bin|node-gyp-bin/.test(folder)).join(':')
}

async function oldNode(): Promise<string | undefined> {
  for (const folder of outerPath().split(':')) {
    const node = join(folder, 'node')
    const version = await promisify(execFile)(node, ['--version']).catch(() => undefined)
    if (version && Number(/^v(\d+)/.exec(version.stdout)?.[1]) < 24) return node
  }
  return undefined
}
