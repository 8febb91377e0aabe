import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { startAskingServer, type AskingServer } from './mcp-asking-server.ts'
import { newProgram, programPath, type Program } from './program.ts'

// It tries the examples of docs/mcp.md.
const question = {
  mode: 'form' as const,
  message: 'What would you like?',
  requestedSchema: {
    type: 'object' as const,
    properties: {
      drink: { type: 'string' as const, title: 'Drink', enum: ['tea', 'coffee'] },
      cups: { type: 'integer' as const, title: 'Cups', minimum: 1, maximum: 4, default: 1 },
    },
    required: ['drink'],
  },
}

let program: Program
let server: AskingServer
beforeAll(async () => {
  program = await newProgram()
  await program.start()
  server = await startAskingServer('modern', question)
})
afterAll(async () => {
  await program[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await program.run(words)
  expect({ code, stderr }).toEqual({ code: exitCode.ok, stderr: '' })
  return stdout
}

/** The id of what waits for an answer. */
async function waiting(): Promise<string> {
  const ids = async () =>
    (JSON.parse(await done('approvals', '--json')) as { confirmation_id: string }[]).map(
      ({ confirmation_id }) => confirmation_id,
    )
  await expect.poll(ids, { timeout: 60_000, interval: 500 }).toHaveLength(1)
  return (await ids())[0]!
}

const call = () => program.run(['run', 'BAR_ORDER'])

test('the server is added and approved in the terminal', async () => {
  const host = new URL(server.url).host
  await done('settings', 'set', 'ALLOWED_PRIVATE_TARGETS', JSON.stringify([host]))
  await done('settings', 'set', 'MCP_SERVERS', JSON.stringify({ bar: { url: server.url } }))
  expect(await done('approvals', 'approve', await waiting())).toContain('bar')
})

test('a script answers by the id of the question, and is told what it cannot send', async () => {
  const calling = call()
  const id = await waiting()
  const wrong = await program.run(['approvals', 'approve', id])
  expect(wrong).toMatchObject({
    code: exitCode.failed,
    stderr: expect.stringContaining('Drink: enter something.'),
  })
  expect((await program.run(['approvals', 'approve', id, '--args', 'tea'])).code).toBe(exitCode.usage)
  expect(await done('approvals', 'approve', id, '--args', '{"drink":"coffee"}')).toBe('Sent to bar.\n')
  expect((await calling).code).toBe(exitCode.ok)
  expect(server.answers.at(-1)).toEqual({ action: 'accept', content: { drink: 'coffee' } })

  const declined = call()
  const declinedId = await waiting()
  expect(await done('approvals', 'reject', declinedId)).toBe('bar was told that you decline.\n')
  expect((await declined).stdout).toContain('decline')
})

// `script` gives the program a terminal of its own; its flags are those of Linux.
describe.skipIf(process.platform !== 'linux')('on a terminal', () => {
  const onTerminal = (words: string) => {
    const line = `stty cols 80 rows 30; exec "${process.execPath}" "${programPath}" ${words}`
    return program.launch([], {
      command: ['script', '-qefc', line, '/dev/null'],
      environment: { TERM: 'xterm', SHELL: '/bin/sh', NO_COLOR: '1' },
      keepInput: true,
    })
  }
  const ends = (text: string) => new RegExp(`${text}(?:\\u001B\\[\\d+G)?$`)

  test('each value is asked for until it fits, and all are sent after a yes', async () => {
    const calling = call()
    const asked = onTerminal(`approvals approve ${await waiting()}`)
    await asked.wrote(ends(String.raw`Drink \(tea, coffee\): `))
    asked.write('beer\n')
    await asked.wrote(ends(String.raw`choose one of the options\.[^›]*Drink \(tea, coffee\): `))
    asked.write('Tea\n')
    await asked.wrote(ends(String.raw`Cups \(Enter for 1\): `))
    asked.write('\n')
    await asked.wrote(ends(String.raw`Send this to bar\? \[y/N\] `))
    asked.write('y\n')
    const { code, stdout } = await asked.ended
    expect(code).toBe(exitCode.ok)
    expect(stripVTControlCharacters(stdout)).toContain('Sent to bar.')
    expect((await calling).code).toBe(exitCode.ok)
    expect(server.answers.at(-1)).toEqual({ action: 'accept', content: { drink: 'tea', cups: 1 } })
  })
})
