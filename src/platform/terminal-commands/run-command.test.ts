import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestLauncher } from '../../../test/launcher.ts'
import { createRunCommand, type CommandToRun } from './run-command.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-command-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())

const environment = {
  PATH: process.env['PATH'],
  HOME: '/nowhere',
  GITHUB_TOKEN: 'secret',
  SSH_AUTH_SOCK: '/x',
  DESKHAND_TOKEN: 'x',
}
const runCommand: ReturnType<typeof createRunCommand> = (...args) =>
  createRunCommand(createTestLauncher({ home: folder, environment }))(...args)
const forever = new AbortController().signal
const wanted = (command: string, members: Partial<CommandToRun> = {}): CommandToRun => ({
  command,
  argv: null,
  folder,
  timeoutMs: 60_000,
  isFolderGranted: true,
  rights: 'full',
  ...members,
})
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('what a command prints and how it ended comes back, also when it failed', async () => {
  expect(await runCommand(wanted('echo out; echo err >&2; exit 3'), forever)).toMatchObject({
    exit_code: 3,
    output: expect.stringMatching(/out[^]*err|err[^]*out/),
    timed_out: false,
  })
})

test('plain words are started without a shell', async () => {
  const result = await runCommand(wanted('ignored', { argv: ['echo', '$HOME; ls'] }), forever)
  expect(result.output).toBe('$HOME; ls\n')
})

test('no token of the service reaches a command, and it carries our mark', async () => {
  const { output } = await runCommand(wanted('env'), forever)
  expect(output).not.toMatch(/TOKEN|SSH_AUTH/)
  expect(output).toContain('DESKHAND_CHILD=1')
})

test('an output that is too long keeps its beginning and its end', async () => {
  const { output, truncated } = await runCommand(wanted('echo first; seq 1 100000; echo last'), forever)
  expect(truncated).toBe(true)
  expect(output.length).toBeLessThan(70_000)
  expect(output).toMatch(/^first\n[^]*left out[^]*last\n$/)
})

test('a command that takes too long is ended with all that it started', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const running = runCommand(wanted(`sleep 300 & echo $! > ${folder}/child; wait`), forever)
  // Its time is over when it has begun, however long that took.
  const written = () => readFile(join(folder, 'child'), 'utf8').catch(() => '')
  await expect.poll(written).toMatch(/\d+\n/)
  vi.advanceTimersByTime(60_000)
  expect(await running).toMatchObject({ timed_out: true, exit_code: null })
  const child = Number(await written())
  await expect.poll(() => isAlive(child)).toBe(false)
})

test('one that ignores being told to end is ended', async () => {
  const stop = new AbortController()
  const running = runCommand(
    wanted(`trap "" TERM; echo $$ > ${folder}/stubborn; while :; do sleep 1; done`),
    stop.signal,
  )
  running.catch(() => {})
  const pid = await expect
    .poll(() => readFile(join(folder, 'stubborn'), 'utf8').catch(() => ''))
    .toMatch(/\d+\n/)
    .then(async () => Number(await readFile(join(folder, 'stubborn'), 'utf8')))
  stop.abort()
  await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  await expect.poll(() => isAlive(pid)).toBe(false)
})

/** PF_EXITING of the Linux kernel: it runs nothing of its own any more. */
const EXITING = 0x4

test.skipIf(process.platform !== 'linux')(
  'a stop is over when what the command started has ended, too',
  async () => {
    const stop = new AbortController()
    const mark = join(folder, 'started')
    const stubborn = `(trap "" TERM; echo $BASHPID > ${mark}; while :; do sleep 1; done) & wait`
    const running = runCommand(wanted(stubborn), stop.signal)
    running.catch(() => {})
    await expect.poll(() => readFile(mark, 'utf8').catch(() => '')).toMatch(/\d+\n/)
    stop.abort()
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
    const pid = Number(await readFile(mark, 'utf8'))
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X 0 0 0 0 0 0')
    const [, state = '', flags] = /\) (\w)(?: -?\d+){5} (\d+)/.exec(stat)!
    // The kernel may not be done with one that has ended, and it may wait there for somebody to notice.
    expect('ZX'.includes(state) || (Number(flags) & EXITING) !== 0, stat).toBe(true)
  },
)

test('a program left behind does not keep anybody waiting', async () => {
  const result = await runCommand(wanted(`sleep 300 & echo $! > ${folder}/left; echo done`), forever)
  expect(result.output).toBe('done\n')
  process.kill(Number(await readFile(join(folder, 'left'), 'utf8')))
})

test('a program that is not there is told by name of the failure', async () => {
  await expect(runCommand(wanted('x', { argv: ['no-such-program-here'] }), forever)).rejects.toMatchObject({
    code: 'not_found',
  })
})
