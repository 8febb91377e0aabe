import { readFile, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { chunk, ownServer, sse, type OwnServer } from './models-stage.ts'
import { newProgram, programPath, type Program, type RunningProgram } from './program.ts'

// It tries the examples of docs/guide.md.

/** What the model is doing: a test lets it go on. */
let held: ServerResponse | undefined
let program: Program
let model: OwnServer
beforeAll(async () => {
  model = await ownServer((response, { body }) => {
    const messages = body['messages'] as { role: string; content: unknown }[]
    const said = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '')
    if (messages.at(-1)?.role === 'tool') return sse(response, [{ content: 'All is done.' }])
    if (said.includes('a poem about tides'))
      return sse(response, [{ content: '# Tides\n\n**Slow** wa' }, { content: 'ter.' }])
    if (said.includes('the whole plan')) return sse(response, [plan(said)], 'tool_calls')
    if (said.includes('remove the draft')) return sse(response, [deletion(said)], 'tool_calls')
    if (!said.includes('an endless story')) return sse(response, [{ content: 'Yes.' }])
    held = response
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    return response.write(chunk({ content: 'Once upon a time\n' }, null))
  })
  program = await newProgram()
  const settings = {
    DESKHAND_LLM_PROVIDER: 'openai_compatible',
    DESKHAND_LLM_BASE_URL: `${model.url}/v1`,
    DESKHAND_LLM_MODEL: 'own',
  }
  await program.start([], { environment: settings })
})
afterAll(async () => {
  await program[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
})

const pathIn = (said: string) => /\/[^\s"\\]+/.exec(said)?.[0]

function toolCall(name: string, args: object): object {
  const call = { name, arguments: JSON.stringify(args) }
  return { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }
}

/** DELETE_FILE always needs a yes when a model asks for it. */
const deletion = (said: string) => toolCall('DELETE_FILE', { path: pathIn(said) })

const plan = (said: string) =>
  toolCall('PLAN_WORKFLOW', {
    name: 'The plan',
    steps: [
      { id: 'write', action: 'WRITE_FILE', args: { path: pathIn(said), content: 'x' } },
      {
        id: 'copy',
        action: 'COPY_FILE',
        args: { path: pathIn(said), to: `${pathIn(said)}.copy` },
        depends_on: ['write'],
      },
      { id: 'remove', action: 'DELETE_FILE', args: { path: pathIn(said) }, depends_on: ['copy'] },
      {
        id: 'remove_copy',
        action: 'DELETE_FILE',
        args: { path: `${pathIn(said)}.copy` },
        depends_on: ['remove'],
      },
    ],
  })

/** The prompt or question stands there, and the cursor behind it. */
const waits = (before: string, prompt = '› ') => new RegExp(`${before}${prompt}(?:\\u001B\\[\\d+G)?$`)
const QUESTION = String.raw`Do it\? \[y\/N\] `

// `script` gives the program a terminal of its own; its flags are those of Linux.
describe.skipIf(process.platform !== 'linux')('a conversation on a terminal', () => {
  const onTerminal = (words: string): RunningProgram => {
    const line = `stty cols 80 rows 30; exec "${process.execPath}" "${programPath}" ${words}`
    return program.launch([], {
      command: ['script', '-qefc', line, '/dev/null'],
      environment: { TERM: 'xterm', SHELL: '/bin/sh', NO_COLOR: '1' },
      keepInput: true,
    })
  }
  const talk = async (): Promise<RunningProgram> => {
    const chat = onTerminal('chat')
    await chat.wrote(waits(''))
    return chat
  }
  const leave = async (chat: RunningProgram) => {
    chat.write('/quit\n')
    const { code, stdout } = await chat.ended
    return { code, lines: stripVTControlCharacters(stdout).split('\r\n') }
  }

  it('draws text as it is written and waits for the next message', async () => {
    const chat = await talk()
    chat.write('write a poem about tides for me please\n')
    await chat.wrote(waits(String.raw`Slow water\.[^›]*`))
    const { code, lines } = await leave(chat)
    expect(code).toBe(exitCode.ok)
    expect(lines.map((line) => line.replace('\r', ''))).toContain('Tides')
    expect(lines.filter((line) => line.includes('**'))).toEqual([])
  })

  it('asks before it does what cannot be undone, does it after a yes, and goes on', async () => {
    const draft = join(program.home, 'draft.txt')
    await writeFile(draft, 'x')
    const chat = await talk()
    chat.write(`please remove the draft that lies at ${draft} ok\n`)
    await chat.wrote(waits(String.raw`DELETE_FILE \(file_manager, dangerous\)[^›]*`, QUESTION))
    expect(existsSync(draft)).toBe(true)
    chat.write('y\n')
    await chat.wrote(waits(String.raw`All is done\.[^›]*`))
    expect(existsSync(draft)).toBe(false)
    expect((await leave(chat)).code).toBe(exitCode.ok)
  })

  it('does nothing after a no', async () => {
    const draft = join(program.home, 'kept.txt')
    await writeFile(draft, 'x')
    const chat = await talk()
    chat.write(`please remove the draft that lies at ${draft} ok\n`)
    await chat.wrote(waits('', QUESTION))
    chat.write('n\n')
    await chat.wrote(waits(String.raw`\[y\/N\] [^›]*n[^›]*Not done\.[^›]*`))
    expect((await leave(chat)).code).toBe(exitCode.ok)
    expect(existsSync(draft)).toBe(true)
  })

  it('shows a plan as it goes on, asks once for each step that needs it, and goes on', async () => {
    const path = join(program.home, 'Documents', 'planned.txt')
    const chat = await talk()
    chat.write(`please do the whole plan with ${path} ok\n`)
    await chat.wrote(waits('The plan  [^›]*DELETE_FILE[^›]*', QUESTION))
    await expect.poll(() => existsSync(path)).toBe(true)
    chat.write('y\n')
    await chat.wrote(waits(String.raw`${QUESTION}\S*y[^›]*DELETE_FILE[^›]*`, QUESTION))
    expect(existsSync(path)).toBe(false)
    chat.write('y\n')
    await chat.wrote(waits(String.raw`4 of 4, completed[^›]*All is done\.[^›]*`))
    expect(existsSync(`${path}.copy`)).toBe(false)
    const { code, lines } = await leave(chat)
    expect(code).toBe(exitCode.ok)
    expect(lines.filter((line) => line.includes('Do it?'))).toHaveLength(2)
  })

  it('plays what can be played there, and says where the rest is used', async () => {
    const chat = await talk()
    chat.write('tic tac toe\n')
    await chat.wrote(waits('', 'Cell for x: '))
    chat.write('5\n')
    await chat.wrote(waits(String.raw`│ x │[^›]*`, 'Cell for x: '))
    chat.write('q\n')
    await chat.wrote(waits(String.raw`Cell for x: [^›]*q[^›]*`))
    chat.write('drawing canvas\n')
    await chat.wrote(/Use it in the browser: http:\/\/127\.0\.0\.1:\d+\/chat\/\w+/)
    await chat.wrote(waits(String.raw`in the browser: [^›]*`))
    expect((await leave(chat)).code).toBe(exitCode.ok)
  })

  it('stops an answer with Ctrl-C and stays', async () => {
    const chat = await talk()
    chat.write('tell me an endless story about the sea\n')
    await chat.wrote(/Once upon a time/)
    chat.write('\u0003')
    await chat.wrote(waits('Once upon a time[^›]*'))
    await expect.poll(() => held?.destroyed ?? false).toBe(true)
    chat.write('what is 20 + 3\n')
    await chat.wrote(waits('\\b23\\b[^›]*'))
    expect((await leave(chat)).code).toBe(exitCode.ok)
  })

  it('ends a single question with the code of an interruption', async () => {
    const asked = onTerminal(`'tell me an endless story about the sea'`)
    await asked.wrote(/Once upon a time/)
    asked.write('\u0003')
    expect((await asked.ended).code).toBe(exitCode.interrupted)
  })

  it('remembers what was typed, for the arrow keys and for the next time', async () => {
    const first = await talk()
    first.write('what is 2 + 5\n')
    await first.wrote(waits('\\b7\\b[^›]*'))
    await leave(first)
    const file = join(program.folder.root, 'chat-history')
    expect((await readFile(file, 'utf8')).split('\n')).toContain('what is 2 + 5')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const second = await talk()
    // /quit was typed last.
    second.write('\u001B[A\u001B[A\n')
    await second.wrote(waits('\\b7\\b[^›]*'))
    await leave(second)
  })

  it('watches a workflow in place, asks what waits, and ends with it', async () => {
    const plan = join(program.home, 'plan.json')
    const path = join(program.home, 'watched.txt')
    const step = { agent: 'file_manager', action: 'WRITE_FILE', args: { path, content: 'x' }, depends_on: [] }
    await writeFile(plan, JSON.stringify([{ ...step, id: 'write', needs_human: true }]))
    const watched = onTerminal(`workflows create ${plan} --name Watched --follow`)
    await watched.wrote(waits('Watched[^›]*waiting[^›]*', QUESTION))
    expect(existsSync(path)).toBe(false)
    watched.write('yes\n')
    const { code, stdout } = await watched.ended
    expect(code).toBe(exitCode.ok)
    expect(stdout).toMatch(/1 of 1, completed/)
    expect(existsSync(path)).toBe(true)
  })

  it('asks for a secret and does not show it', async () => {
    const asked = onTerminal('settings set NEWS_API_KEY')
    await asked.wrote(/NEWS_API_KEY \(hidden\): $/)
    asked.write('sk-never-seen-5678\n')
    const { code, stdout } = await asked.ended
    expect(code).toBe(exitCode.ok)
    expect(stdout).toContain('NEWS_API_KEY is set.')
    expect(stdout).not.toContain('never-seen')
  })

  it.each([
    ['Ctrl-D', '\u0004'],
    ['Ctrl-C on an empty line', '\u0003'],
    ['Ctrl-C twice', 'half a message\u0003\u0003'],
  ])('ends with %s', async (_name, keys) => {
    const chat = await talk()
    chat.write(keys)
    expect((await chat.ended).code).toBe(exitCode.ok)
  })

  it('helps, lists conversations and begins another one', async () => {
    const chat = await talk()
    chat.write('/help\n')
    await chat.wrote(/\/new +start another/)
    chat.write('/chats\n')
    await chat.wrote(/id +last +about/)
    chat.write('/never\n')
    await chat.wrote(/Unknown command "\/never"/)
    expect((await leave(chat)).code).toBe(exitCode.ok)
  })
})

it('fails in a script that cannot be asked, and says what to do', async () => {
  const { code, stdout, stderr } = await program.run(['please remove the draft that lies at /tmp/none ok'])
  expect(code).toBe(exitCode.failed)
  expect(stdout).toContain('DELETE_FILE')
  expect(stderr).toContain('Waiting for approval')
  const asJson = await program.run(['please remove the draft that lies at /tmp/none ok', '--json'])
  expect(asJson.code).toBe(exitCode.failed)
  expect(JSON.parse(asJson.stdout)).toMatchObject({ components: [{ type: 'confirmation' }] })
  const waiting = JSON.parse((await program.run(['approvals', '--json'])).stdout) as {
    confirmation_id: string
  }[]
  expect(waiting.length).toBeGreaterThan(1)
  const [{ confirmation_id }] = waiting as [{ confirmation_id: string }]
  expect((await program.run(['approvals'])).stdout).toContain(confirmation_id)
  expect((await program.run(['approvals', 'approve'])).code).toBe(exitCode.usage)
  const rejected = await program.run(['approvals', 'reject', confirmation_id])
  expect(rejected).toMatchObject({ code: exitCode.ok, stdout: 'Rejected. Nothing was done.\n' })
  expect((await program.run(['approvals', 'approve', confirmation_id])).code).toBe(exitCode.failed)
})
