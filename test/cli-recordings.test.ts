import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { exampleRecording } from '../src/contract/recording.ts'
import { newProgram, type Program } from './program.ts'

// It tries the examples of docs/computer-control.md.

let program: Program
beforeAll(async () => {
  program = await newProgram()
  await program.start()
})
afterAll(() => program[Symbol.asyncDispose]())

const deskhand = (...words: string[]) => program.run(['recordings', ...words])

async function stored(task_id: string, task: string): Promise<void> {
  const folder = join(program.folder.recordings, task_id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const head = { version: 1, task_id, task, started_at: exampleRecording.started_at }
  const [step] = exampleRecording.moments
  // Recordings of earlier versions have no plan.
  const { plan, ...old } = step!
  const check = {
    ...step,
    plan: plan.map(({ text }) => ({ text, state: 'done' })),
    number: 2,
    kind: 'check',
    action: null,
    words: 'Check whether the task is done',
    result: 'It is done.',
  }
  const end = {
    ...(task === OLD ? old : check),
    number: 3,
    kind: 'end',
    action: null,
    words: 'Done',
    state: 'completed',
    result: 'It shows 5.',
  }
  const moments = task === OLD ? [old, end] : [step, check, end]
  const lines = [head, ...moments].map((line) => JSON.stringify(line))
  await writeFile(join(folder, 'recording.jsonl'), `${lines.join('\n')}\n`)
}

const OLD = 'Something \u001b[31mred'

test('recordings are listed, shown and deleted', async () => {
  expect((await deskhand()).stdout).toBe('No recordings.\n')
  await stored('task_one', 'Add 2 and 3')
  await stored('task_two', OLD)
  const listed = await deskhand('list')
  expect(listed.stdout).toMatch(/task_one .*completed .*Add 2 and 3/)
  expect(listed.stdout).toContain('2 recordings, ')
  expect(listed.stdout).not.toContain('\u001b[31m')
  const shown = await deskhand('show', 'task_one')
  expect(shown.stdout).toBe(
    [
      'Add 2 and 3',
      '          ✓ Open the calculator',
      '          ▸ Add 2 and 3',
      '  00:02   Click "=" (button) in "Calculator"',
      '          Clicked "=" (button) in "Calculator" at 640, 360.',
      '          ✓ Add 2 and 3',
      '  00:02   Check whether the task is done',
      '          It is done.',
      '  00:02   Done',
      '          It shows 5.',
      '',
    ].join('\n'),
  )
  expect(JSON.parse((await deskhand('show', 'task_one', '--json')).stdout)).toMatchObject({
    steps: 1,
    status: 'completed',
  })
  expect(JSON.parse((await deskhand('show', 'task_two', '--json')).stdout)).toMatchObject({
    status: 'completed',
    moments: [{ plan: [] }, { plan: [] }],
  })
  expect((await deskhand('delete', 'task_one')).stdout).toBe('Deleted the recording of task_one.\n')
  expect(await deskhand('show', 'task_one')).toMatchObject({
    code: exitCode.failed,
    stderr: expect.stringContaining('No recording of this task'),
  })
  expect(await deskhand('delete')).toMatchObject({
    code: exitCode.usage,
    stderr: expect.stringContaining('Give the task'),
  })
  expect(await deskhand('delete', 'task_two', '--all')).toMatchObject({ code: exitCode.usage })
  expect((await deskhand('delete', '--all')).stdout).toBe('Deleted 1 recording.\n')
  expect(await readdir(program.folder.recordings)).toEqual([])
})
