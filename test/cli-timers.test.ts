import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram, type Program } from './program.ts'

let program: Program
beforeAll(async () => {
  program = await newProgram()
  await program.start()
})
afterAll(() => program[Symbol.asyncDispose]())

const deskhand = (...words: string[]) => program.run(words)

test('timers are started, listed, changed and cancelled, by label or id', async () => {
  expect((await deskhand('timers')).stdout).toBe('No timers.\n')
  const started = await deskhand('timers', 'start', '1h30m', '--label', 'Roast')
  expect(started.stdout).toMatch(/^timer “Roast”: (?:90 min|1 h 30 min|1 h 29 min) left \(tmr_/)
  expect((await deskhand('timers', 'pause', 'roast')).stdout).toMatch(/^timer “Roast”: paused, /)
  await deskhand('timers', 'start', '--at', '6:15', '--label', 'Up')
  await deskhand('timers', 'start', '--stopwatch')
  const { stdout } = await deskhand('timers', '--json')
  const timers = JSON.parse(stdout) as { kind: string; status: string; ends_at: string | null }[]
  expect(timers.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
    'alarm running',
    'stopwatch running',
    'timer paused',
  ])
  const rings = new Date(timers.find(({ kind }) => kind === 'alarm')!.ends_at!)
  expect([rings.getHours(), rings.getMinutes()]).toEqual([6, 15])
  expect((await deskhand('timers', 'cancel', 'Up')).stdout).toBe('Cancelled Up.\n')
  expect(await deskhand('timers', 'cancel', 'Up')).toMatchObject({
    code: exitCode.failed,
    stderr: expect.stringContaining('No timer "Up"'),
  })
  expect(await deskhand('timers', 'start', 'soon')).toMatchObject({
    code: exitCode.usage,
    stderr: expect.stringContaining('Say how long'),
  })
})
