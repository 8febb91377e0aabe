import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exampleOf, readOperations } from '../src/cli/commands/api-operations.ts'
import { parseFlags, requestOf } from '../src/cli/commands/api-request.ts'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram, programPath, type Program, type StartedService } from './program.ts'

let program: Program
let service: StartedService
beforeAll(async () => {
  program = await newProgram()
  service = await program.start()
})
afterAll(() => program[Symbol.asyncDispose]())

const api = (...words: string[]) => program.run(['api', ...words])

it('lists every operation of the interface, all of them or those of one part', async () => {
  const operations = await readOperations()
  const { stdout } = await api('--json')
  expect(JSON.parse(stdout)).toHaveLength(operations.length)
  const group = (await api('store')).stdout.trim().split('\n').slice(1)
  expect(group.map((line) => line.split(' ')[0])).toEqual(
    operations.map(({ id }) => id).filter((id) => id.startsWith('store.')),
  )
})

it('writes and reads with parameters, a body on the line and a body from the input', async () => {
  const put = await api('store.put', '--key', 'a b/ü', '--body', '{"items":["milk"]}')
  expect(JSON.parse(put.stdout)).toMatchObject({ key: 'a b/ü', version: 1 })
  await program.run(['api', 'store.put', '--key', 'second', '--body', '-'], { input: '[1,2]\n' })
  expect(JSON.parse((await api('store.get', '--key', 'a b/ü')).stdout)).toEqual({ items: ['milk'] })
  expect(JSON.parse((await api('store.get', '--key=second', '--json')).stdout)).toEqual([1, 2])
  const { entries } = JSON.parse((await api('store.list', '--limit', '1')).stdout) as { entries: unknown[] }
  expect(entries).toHaveLength(1)
})

it('makes the body from flags: text stays text, the rest is JSON', async () => {
  const { code, stdout } = await api('tools.execute', '--tool_name', '123', '--args', '{"path":"/tmp"}')
  expect(JSON.parse(stdout)).toMatchObject({ success: false, data: { error: { code: 'unknown_tool' } } })
  // The request went through, the tool did not: that is a failure for a script.
  expect(code).toBe(exitCode.failed)
})

it('says why the service refused, in words and as data', async () => {
  const refused = await api('settings.update', '--body', '{"LOG_LEVEL":"loud","COLOUR":1}')
  expect(refused.code).toBe(exitCode.failed)
  expect(refused.stdout).toBe('')
  expect(refused.stderr).toMatch(/^deskhand: .+\.\n/)
  expect(refused.stderr).toMatch(/^ {2}\/LOG_LEVEL .+$/m)
  expect(refused.stderr).toMatch(/^ {2}\/COLOUR .+$/m)
  const data = await api('settings.update', '--body', '{"COLOUR":1}', '--json')
  expect(data).toMatchObject({ code: exitCode.failed, stderr: '' })
  expect(JSON.parse(data.stdout)).toMatchObject({ status: 400, code: 'invalid_request' })
})

it('prints pages as they are', async () => {
  expect((await api('reference.page')).stdout).toMatch(/^<!doctype html>/)
})

it('follows events until the service stops, as they are sent or one object a line', async () => {
  await using other = await newProgram()
  const { kill } = await other.start()
  const sent = other.launch(['api', 'events.stream', '--topics', 'store.*'])
  const lines = other.launch(['api', 'events.stream', '--json'])
  await sent.wrote(/^event: hello/)
  await lines.wrote(/"type":"hello"/)
  await other.run(['api', 'store.put', '--key', 'news', '--body', '1'])
  await sent.wrote(/^event: store\.changed$/m)
  await lines.wrote(/"type":"store\.changed".*"key":"news"/)
  kill('SIGTERM')
  const [first, second] = await Promise.all([sent.ended, lines.ended])
  expect([first.code, second.code]).toEqual([exitCode.ok, exitCode.ok])
  expect(first.stdout).toMatch(/^event: bye$/m)
  const types = second.stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type)
  expect([types[0], types.at(-1)]).toEqual(['hello', 'bye'])
})

it('gives an example with every operation that can be typed as it stands', async () => {
  const operations = await readOperations()
  const script = operations.map((operation) => `printf '%s\\0' ${exampleOf(operation)} '\n'`).join('\n')
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  const typed = stdout
    .split('\n\0')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1))
  expect(typed).toHaveLength(operations.length)
  for (const [index, [program, command, id, ...words]] of typed.entries()) {
    const operation = operations[index]!
    expect([program, command, id]).toEqual(['deskhand', 'api', operation.id])
    const request = await requestOf(operation, parseFlags(operation, words))
    expect(request.path).not.toContain('{')
    if (operation.body?.example !== undefined)
      expect(JSON.parse(request.body ?? '')).toEqual(operation.body.example)
  }
})

it('takes its own example', async () => {
  const { stdout } = await api('store.put', '--help')
  const example = /^Example: deskhand (.+)$/m.exec(stdout)?.[1] ?? ''
  const command = ['sh', '-c', `"${process.execPath}" "${programPath}" ${example}`] as const
  expect(await program.run([], { command })).toMatchObject({ code: exitCode.ok })
  const answer = await fetch(`${service.address}/api/store/todo-home`)
  expect(await answer.json()).toEqual({ items: [{ text: 'milk', done: false }] })
})
