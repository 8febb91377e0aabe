import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import type { ComputerTask } from '../src/features/desktop/computer-tasks.ts'
import { startPolicyServer, type PolicyServer } from './desktop/policy-server.ts'
import { serviceEnvironment, until } from './desktop/real-stage.ts'
import { hasDesktop, startDesktop } from './desktop/stage.ts'
import { newProgram, type Program } from './program.ts'

// It tries the examples of docs/computer-control.md.

const TIMEOUT = 300_000

describe.runIf(hasDesktop)('deskhand desk', () => {
  let program: Program
  let server: PolicyServer
  const opened = new AsyncDisposableStack()
  beforeAll(async () => {
    const desktop = opened.use(await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' }))
    server = opened.use(await startPolicyServer())
    program = opened.use(await newProgram())
    await mkdir(join(program.home, 'Documents'))
    await program.start([], { environment: serviceEnvironment({ desktop, server }) })
  }, TIMEOUT)
  afterAll(() => opened.disposeAsync())

  const deskhand = (...words: string[]) => program.run(words)

  test(
    'follows a task: its steps, its plan, the check of its end and what changed',
    { timeout: TIMEOUT },
    async () => {
      expect((await deskhand('desk')).stdout).toBe('No tasks yet. "deskhand desk run TASK" starts one.\n')
      server.script.push(
        {
          name: 'CLICK_AT',
          args: { x: 640, y: 360 },
          plan: [
            { text: 'Click the middle', state: 'done' },
            { text: 'Print it', state: 'given_up' },
          ],
        },
        { name: 'DONE', args: { summary: 'It is clicked.' } },
      )
      const { stdout, code } = await deskhand('desk', 'run', 'Click', 'the', 'middle', '--max-steps', '5')
      expect(stdout.split('\n')).toEqual([
        expect.stringMatching(/^ {2}1 {2}CLICK_AT {2}Clicked at 640, 360\./) as string,
        'Result checked: done.',
        'Plan:',
        '✓ Click the middle',
        '✗ Print it (given up)',
        'completed  It is clicked.',
        'What changed:',
        '  No change was seen.',
        '',
      ])
      expect(code).toBe(exitCode.ok)
      const shown = await deskhand('desk', 'show')
      expect(shown.stdout).toContain('✓ Click the middle')
      expect(shown.stdout).toContain('completed  It is clicked.')
      const task = JSON.parse((await deskhand('desk', 'show', '--json')).stdout) as ComputerTask
      expect(task).toMatchObject({ task: 'Click the middle', max_steps: 5, end_checks: [{ reached: true }] })
      expect((await deskhand('desk')).stdout).toMatch(
        /^id +status +started +task.*\ntask_\S+ +completed .*Click the middle/,
      )
    },
  )

  test('says where to approve, and goes on after it', { timeout: TIMEOUT }, async () => {
    server.script.push(
      { name: 'RUN_TERMINAL', args: { command: 'touch Documents/made' } },
      { name: 'DONE', args: { summary: 'It is made.' } },
    )
    const following = program.launch(['desk', 'run', 'Make a file'])
    let id = ''
    await until(async () => {
      const { stdout } = await deskhand('approvals', '--json')
      id = /cnf_[\w-]+/.exec(stdout)?.[0] ?? ''
      return id !== ''
    })
    await deskhand('approvals', 'approve', id)
    const { stdout, stderr, code } = await following.ended
    expect(stderr).toContain(`It waits for your approval: "deskhand approvals approve ${id}".`)
    expect(stdout).toContain('  Files created: Documents/made\n')
    expect(stdout).toContain('  Approved by you: Run `touch Documents/made`?\n')
    expect(code).toBe(exitCode.ok)
  })

  test('Ctrl-C and "stop" stop it', { timeout: TIMEOUT }, async () => {
    server.mode = 'slow'
    for (const stop of [
      (following: ReturnType<Program['launch']>) => Promise.resolve(following.kill('SIGINT')),
      () => deskhand('desk', 'stop'),
    ]) {
      const asked = server.received.length
      const following = program.launch(['desk', 'run', 'Think for ever'])
      await until(async () => server.received.length > asked)
      await stop(following)
      expect(await following.ended).toMatchObject({
        code: exitCode.interrupted,
        stdout: expect.stringContaining('stopped  Stopped by request.') as string,
      })
    }
    expect((await deskhand('desk', 'stop')).stdout).toBe('Nothing was running.\n')
  })

  test('what is missing or wrong gets a sentence', { timeout: TIMEOUT }, async () => {
    expect(await deskhand('desk', 'run')).toMatchObject({
      code: exitCode.usage,
      stderr: 'deskhand: Say what to do: deskhand desk run "Open the calculator".\n',
    })
    expect(await deskhand('desk', 'show', 'task_of_nobody')).toMatchObject({
      code: exitCode.failed,
      stderr: expect.stringContaining('No such task.') as string,
    })
    expect((await deskhand('desk', 'run', 'x', '--max-steps', 'many')).stderr).toContain('max_steps')
  })
})
