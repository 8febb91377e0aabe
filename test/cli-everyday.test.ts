import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { ownServer, sse, type OwnServer } from './models-stage.ts'
import { newProgram, type Program, type RunOptions, type StartedService } from './program.ts'

// It tries the examples of docs/command-line.md.

/** What the tests look at in what is printed for scripts. */
interface Printed {
  readonly workflow_id: string
  readonly schedule_id: string
  readonly session_id: string
  readonly status: string
  readonly entries: readonly { key: string }[]
  readonly components: readonly { type: string }[]
}

const parsed = (text: string) => JSON.parse(text) as Printed

let program: Program
let service: StartedService
let model: OwnServer
beforeAll(async () => {
  model = await ownServer((response, { body }) => {
    const said = JSON.stringify(body['messages'])
    const text = said.includes('Long text.') ? 'Short.' : 'As you wish.'
    if (body['stream'] === true) return sse(response, [{ content: text }])
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        model: 'own',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      }),
    )
  })
  program = await newProgram()
  service = await program.start()
})
afterAll(async () => {
  await program[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
})

const deskhand = (...words: string[]) => program.run(words)
const withInput = (input: string, ...words: string[]) => program.run(words, { input })

describe('store', () => {
  it('keeps JSON, text, files and what is piped in', async () => {
    expect((await deskhand('store', 'list')).stdout).toBe('The store is empty.\n')
    expect((await deskhand('store', 'set', 'a b', '{"items":["milk"]}')).stdout).toBe(
      'Stored a b, version 1.\n',
    )
    expect((await deskhand('store', 'get', 'a b')).stdout).toBe('{"items":["milk"]}\n')
    await deskhand('store', 'set', 'word', 'plain words')
    expect((await deskhand('store', 'get', 'word')).stdout).toBe('"plain words"\n')
    await deskhand('store', 'set', 'digits', '007', '--text')
    expect((await deskhand('store', 'get', 'digits')).stdout).toBe('"007"\n')
    await withInput('[1,2]\n', 'store', 'set', 'piped', '-')
    expect((await deskhand('store', 'get', 'piped')).stdout).toBe('[1,2]\n')
    const file = join(program.home, 'value.json')
    await writeFile(file, '{"from":"file"}')
    await deskhand('store', 'set', 'file', `@${file}`)
    expect((await deskhand('store', 'get', 'file')).stdout).toBe('{"from":"file"}\n')
  })

  it('lists and deletes, for people and for scripts', async () => {
    await deskhand('store', 'set', 'gone', '1')
    expect((await deskhand('store', 'list', 'go')).stdout).toMatch(/^key +version.*\ngone +1 /)
    const { entries } = parsed((await deskhand('store', 'list', '--json')).stdout)
    expect(entries.map(({ key }) => key)).toContain('gone')
    expect((await deskhand('store', 'delete', 'gone')).stdout).toBe('Deleted gone.\n')
    expect((await deskhand('store', 'delete', 'gone')).stdout).toBe('Nothing stored under gone.\n')
    expect(await deskhand('store', 'get')).toMatchObject({
      code: exitCode.usage,
      stderr: 'deskhand: Give a key.\n',
    })
  })
})

describe('settings', () => {
  it('sets by the type of the setting, reads and brings back the default', async () => {
    expect((await deskhand('settings', 'get', 'HOME_CITY')).code).toBe(exitCode.failed)
    expect((await deskhand('settings', 'set', 'home_city', '1234')).stdout).toBe('HOME_CITY is 1234.\n')
    expect((await deskhand('settings', 'get', 'HOME_CITY')).stdout).toBe('1234\n')
    expect(parsed((await deskhand('settings', 'get', 'HOME_CITY', '--json')).stdout)).toEqual({
      HOME_CITY: '1234',
    })
    expect((await deskhand('settings', 'unset', 'HOME_CITY')).stdout).toContain('is back to its default')
    expect((await deskhand('settings', 'list', 'city')).stdout).toMatch(/^HOME_CITY +– /m)
  })

  it('takes a secret from the input and never shows it', async () => {
    const { stdout } = await withInput('sk-very-secret-1234\n', 'settings', 'set', 'NEWS_API_KEY')
    expect(stdout).toBe('NEWS_API_KEY is set.\n')
    expect((await deskhand('settings', 'list')).stdout).not.toContain('very-secret')
    await deskhand('settings', 'unset', 'NEWS_API_KEY')
  })

  it('tries the key of a model before it keeps it', async () => {
    await using strict = await ownServer((response, { headers }) => {
      if (headers.authorization === 'Bearer sk-right') return sse(response, [{ content: 'ok' }])
      response.writeHead(401, { 'content-type': 'application/json' })
      return response.end('{"error":{"message":"unknown key"}}')
    })
    // Nothing to try it with yet: it is kept.
    expect((await deskhand('settings', 'set', 'LLM_API_KEY', 'sk-early')).stdout).toBe(
      'LLM_API_KEY is set.\n',
    )
    await deskhand('settings', 'set', 'LLM_PROVIDER', 'openai_compatible')
    await deskhand('settings', 'set', 'LLM_BASE_URL', strict.url)
    await deskhand('settings', 'set', 'LLM_MODEL', 'small')
    const wrong = await deskhand('settings', 'set', 'LLM_API_KEY', 'sk-wrong')
    expect(wrong).toMatchObject({
      code: exitCode.failed,
      stderr: expect.stringMatching(/^deskhand: Couldn't save the key\. .*unknown key.*--untried/s),
    })
    const kept = async () => (await deskhand('settings', 'get', 'LLM_API_KEY')).stdout
    const before = await kept()
    expect((await deskhand('settings', 'set', 'LLM_API_KEY', 'sk-right')).stdout).toBe(
      'LLM_API_KEY is set.\n',
    )
    expect(await kept()).not.toBe(before)
    const untried = await deskhand('settings', 'set', 'LLM_API_KEY', 'sk-unknown', '--untried')
    expect(untried.stdout).toBe('LLM_API_KEY is set.\n')
    expect((await deskhand('doctor')).stdout).toMatch(/model +ok +small of openai_compatible/)
    for (const name of ['LLM_API_KEY', 'LLM_PROVIDER', 'LLM_BASE_URL', 'LLM_MODEL'])
      await deskhand('settings', 'unset', name)
    expect((await deskhand('doctor')).stdout).toMatch(/model +note +none set/)
  })

  it.each([
    [['settings', 'set', 'HOME_CTY', 'Oslo'], 'Unknown setting "HOME_CTY". Did you mean HOME_CITY?'],
    [['settings', 'gte', 'UNITS'], '"deskhand settings" has no "gte". Did you mean "get"?'],
    [['settings', 'get'], 'Give the name of a setting.'],
  ])('refuses %j in a sentence', async (words, sentence) => {
    const { code, stderr } = await program.run(words)
    expect({ code, stderr }).toEqual({
      code: exitCode.usage,
      stderr: expect.stringContaining(`deskhand: ${sentence}`),
    })
  })

  it('tells what the service has against a value', async () => {
    const { code, stderr } = await deskhand('settings', 'set', 'UNITS', 'cubits')
    expect(code).toBe(exitCode.failed)
    expect(stderr).toMatch(/^deskhand: .*UNITS/)
    // A single reason is in the sentence already.
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

describe('run', () => {
  const inFolder = async (words: string[], options: RunOptions = {}) => {
    const folder = join(program.home, 'project')
    await mkdir(folder, { recursive: true })
    return program.run(['run', ...words], { ...options, folder: pathToFileURL(`${folder}/`) })
  }
  const written = () => readFile(join(program.home, 'project', 'notes.md'), 'utf8')

  it('runs a tool with flags from its schema, in the folder of the shell', async () => {
    const { code, stdout } = await inFolder(['WRITE_FILE', '--path', 'notes.md', '--content', 'Buy milk'])
    expect({ code, stdout }).toMatchObject({
      code: exitCode.ok,
      stdout: expect.stringMatching(/^Created \//),
    })
    expect(await written()).toBe('Buy milk')
    await inFolder(['write-file', '--path=notes.md', '--content', '-', '--mode', 'append'], {
      input: ' and bread',
    })
    expect(await written()).toBe('Buy milk and bread')
    const read = await inFolder(['READ_FILE', '--path', 'notes.md', '--json'])
    expect(parsed(read.stdout)).toMatchObject({ success: true, data: { content: 'Buy milk and bread' } })
  })

  it.each([
    [['WRITE_FIL'], exitCode.failed, 'Unknown tool "WRITE_FIL". Did you mean WRITE_FILE?'],
    [['WRITE_FILE', '--content', 'x'], exitCode.usage, '--path is required. Absolute path of the file'],
    [['WRITE_FILE', '--pth', 'x'], exitCode.usage, `Unknown option '--pth'. Did you mean "--path"?`],
    [['READ_FILE', '--path', '/nowhere/at/all'], exitCode.failed, ''],
    [[], exitCode.usage, 'Give a tool, for example'],
    [['--json'], exitCode.usage, 'Give a tool, for example'],
  ])('ends %j with a sentence and the code for it', async (words, code, sentence) => {
    const ended = await inFolder(words)
    expect(ended.code).toBe(code)
    expect(ended.stderr).toContain(`deskhand: ${sentence}`)
    expect(ended.stderr).not.toContain('    at ')
  })

  it('says what a tool takes, with an example', async () => {
    const { stdout } = await inFolder(['WRITE_FILE', '--help'])
    expect(stdout).toMatch(/--path TEXT +needed +Absolute path of the file/)
    expect(stdout).toContain('Example: deskhand run WRITE_FILE --path ./notes.txt')
  })

  it('says no where nobody can be asked, and does it with --yes', async () => {
    await deskhand('settings', 'set', 'APPROVAL_MODE', 'always')
    const words = ['WRITE_FILE', '--path', 'asked.md', '--content', 'x']
    const refused = await inFolder(words)
    expect(refused).toMatchObject({ code: exitCode.failed, stdout: '' })
    expect(refused.stderr).toContain('or use --yes')
    expect((await inFolder([...words, '--yes'])).stdout).toMatch(/^Created /)
    await deskhand('settings', 'unset', 'APPROVAL_MODE')
  })

  it('finds tools by words', async () => {
    const { stdout } = await deskhand('tools', 'pdf', '--agent', 'pdf_handler')
    expect(stdout).toMatch(/^READ_PDF +pdf_handler +read +Reads/m)
    expect(parsed((await deskhand('tools', '--risk', 'dangerous', '--json')).stdout)).toContainEqual(
      expect.objectContaining({ action: 'DELETE_FILE', risk: 'dangerous' }),
    )
  })
})

describe('workflows', () => {
  const steps = (folder: string) => [
    { id: 'list', agent: 'file_manager', action: 'LIST_FILES', args: { path: folder }, depends_on: [] },
    {
      id: 'write',
      agent: 'file_manager',
      action: 'WRITE_FILE',
      args: { path: join(folder, 'out.txt'), content: 'done' },
      depends_on: ['list'],
      needs_human: true,
    },
  ]
  const create = async (...words: string[]) => {
    const input = JSON.stringify(steps(program.home))
    const { stdout } = await withInput(input, 'workflows', 'create', '-', '--json', ...words)
    return parsed(stdout).workflow_id
  }
  const statusOf = async (id: string) =>
    parsed((await deskhand('workflows', 'show', id, '--json')).stdout).status
  const becomes = async (id: string, status: string) => {
    await expect.poll(() => statusOf(id)).toBe(status)
  }

  it('creates, shows, approves, runs again and deletes', async () => {
    const id = await create('--name', 'Two steps')
    await becomes(id, 'waiting')
    const shown = (await deskhand('workflows', 'show', id)).stdout
    expect(shown).toContain('Two steps  ██████░░░░░░ 1 of 2, waiting')
    expect(shown).toContain(`"deskhand workflows approve ${id} --step write" lets write go on.`)
    expect((await deskhand('workflows', 'approve', id, '--comment', 'fine')).code).toBe(exitCode.ok)
    await becomes(id, 'completed')
    expect((await deskhand('workflows', 'list', '--status', 'completed')).stdout).toMatch(
      new RegExp(`^${id} +completed +2/2 .*Two steps$`, 'm'),
    )
    const again = parsed((await deskhand('workflows', 'rerun', id, '--json')).stdout).workflow_id
    await becomes(again, 'waiting')
    await deskhand('workflows', 'reject', again)
    await becomes(again, 'failed')
    expect((await deskhand('workflows', 'show', again)).code).toBe(exitCode.ok)
    expect((await deskhand('workflows', 'delete', again)).stdout).toBe(`Deleted ${again}.\n`)
    expect((await deskhand('workflows', 'show', again)).code).toBe(exitCode.failed)
  })

  it('follows a workflow until it waits for somebody', async () => {
    const id = await create()
    const { code, stdout } = await deskhand('workflows', 'show', id, '--follow')
    expect(code).toBe(exitCode.ok)
    expect(stdout).toContain('1 of 2, waiting')
  })

  it('lets a step go on with the arguments that it lacked', async () => {
    const [look] = steps(program.home)
    const lacking = JSON.stringify([{ ...look, args: {}, needs_human: true }])
    const made = await withInput(lacking, 'workflows', 'create', '-', '--json')
    const id = parsed(made.stdout).workflow_id
    await becomes(id, 'waiting')
    expect((await deskhand('workflows', 'approve', id, '--args', '{')).code).toBe(exitCode.usage)
    const path = JSON.stringify({ path: program.home })
    expect((await deskhand('workflows', 'approve', id, '--args', path)).code).toBe(exitCode.ok)
    await becomes(id, 'completed')
  })

  it('stores without starting, starts later, pauses and goes on', async () => {
    const id = await create('--no-start')
    expect(await statusOf(id)).toBe('pending')
    await deskhand('workflows', 'resume', id)
    await becomes(id, 'waiting')
    expect((await deskhand('workflows', 'pause', id)).stdout).toContain('paused')
    expect((await deskhand('workflows', 'resume', id)).code).toBe(exitCode.ok)
    expect((await deskhand('workflows', 'retry', id)).code).toBe(exitCode.failed)
  })

  it('plans from a sentence', async () => {
    const { stdout } = await deskhand('workflows', 'generate', 'list', 'the files in', program.home)
    expect(stdout).toMatch(/LIST_FILES/)
  })

  it('looks at schedules and moves them', async () => {
    expect((await deskhand('workflows', 'schedules')).stdout).toBe('No schedules.\n')
    const body = JSON.stringify({
      name: 'Nightly',
      cron: '0 3 * * *',
      steps: steps(program.home).slice(0, 1),
    })
    const made = parsed((await deskhand('api', 'workflows.createSchedule', '--body', body)).stdout)
    expect((await deskhand('workflows', 'schedules', 'pause', made.schedule_id)).stdout).toBe(
      `Paused ${made.schedule_id}.\n`,
    )
    expect((await deskhand('workflows', 'schedules')).stdout).toMatch(/every day at 03:00 +paused +Nightly/)
    await deskhand('workflows', 'schedules', 'delete', made.schedule_id)
    expect((await deskhand('workflows', 'schedules', 'pause')).code).toBe(exitCode.usage)
  })

  it.each([
    [['workflows', 'shwo', 'x'], 'Did you mean "show"?'],
    [['workflows', 'show'], 'Give the ID of a workflow.'],
    [['workflows', 'create'], 'Give a file with the steps'],
    [['workflows', 'generate'], 'Describe the workflow'],
  ])('refuses %j in a sentence', async (words, sentence) => {
    const { code, stderr } = await program.run(words)
    expect({ code, stderr }).toEqual({ code: exitCode.usage, stderr: expect.stringContaining(sentence) })
  })

  it('lists everything that is wrong with steps', async () => {
    const input = JSON.stringify([
      { id: 'a', agent: 'nobody', action: 'NOTHING', args: {}, depends_on: ['b'] },
    ])
    const { code, stderr } = await withInput(input, 'workflows', 'create', '-')
    expect(code).toBe(exitCode.failed)
    expect(stderr.split('\n').length).toBeGreaterThan(2)
  })
})

describe('questions', () => {
  it('answers a sentence in place of a command', async () => {
    const { code, stdout } = await deskhand('what is 17 % of 240?')
    expect({ code, stdout }).toEqual({ code: exitCode.ok, stdout: expect.stringContaining('40.8') })
    expect((await deskhand('ask', 'what', 'is', '17 % of 240')).stdout).toBe(stdout)
  })

  it('fails when what the answer shows could not be fetched', async () => {
    for (const name of ['UPSTREAM_DICTIONARYAPI', 'UPSTREAM_WIKTIONARY'])
      expect((await deskhand('settings', 'set', name, 'http://127.0.0.1:1')).code).toBe(exitCode.ok)
    const { code, stdout } = await deskhand('define serendipity')
    expect({ code, stdout }).toEqual({
      code: exitCode.failed,
      stdout: expect.stringContaining('✖ serendipity: '),
    })
  })

  it('answers scripts with the components, and goes on in a conversation', async () => {
    expect((await deskhand('df')).code).toBe(exitCode.usage)
    const reply = parsed((await deskhand('ask', 'df', '--json')).stdout)
    expect(reply.components.map(({ type }) => type)).toContain('table')
    const next = parsed((await deskhand('ask', 'free', '--session', reply.session_id, '--json')).stdout)
    expect(next.session_id).toBe(reply.session_id)
  })

  it('says each line that is piped into a conversation, and gives events to scripts', async () => {
    const { code, stdout } = await withInput('what is 2 + 3\n\nwhat is 20 + 3\n', 'chat')
    expect(code).toBe(exitCode.ok)
    expect(stdout).toMatch(/^5$[\s\S]*^23$/m)
    const events = (await withInput('df\n', 'chat', '--json')).stdout.trim().split('\n')
    expect(parsed(events[0]!)).toMatchObject({ type: 'run.start', message: 'df' })
    expect(parsed(events.at(-1)!)).toMatchObject({ type: 'run.end' })
  })

  it('fails in a sentence when the conversation is not known', async () => {
    const { code, stderr } = await deskhand('ask', 'df', '--session', 'chat_nobody')
    expect({ code, stderr }).toEqual({
      code: exitCode.failed,
      stderr: expect.stringContaining('No conversation "chat_nobody".'),
    })
  })
})

describe('text in pipes', () => {
  it('says in a sentence that there is no model', async () => {
    const { code, stderr } = await withInput('text', 'transform', '--action', 'shorten')
    expect({ code, stderr }).toEqual({
      code: exitCode.failed,
      stderr: expect.stringContaining('No model is set.'),
    })
  })

  it('writes nothing but the text', async () => {
    for (const [name, value] of [
      ['LLM_PROVIDER', 'openai_compatible'],
      ['LLM_BASE_URL', `${model.url}/v1`],
      ['LLM_MODEL', 'own'],
    ] as const)
      expect(await deskhand('settings', 'set', name, value)).toMatchObject({ code: exitCode.ok })
    expect(await withInput('Long text.', 'transform', '--action', 'shorten')).toMatchObject({
      code: exitCode.ok,
      stdout: 'Short.\n',
      stderr: '',
    })
    expect((await withInput('x', 'assist', 'do', 'something')).stdout).toBe('As you wish.\n')
    expect(
      parsed((await deskhand('transform', '--text', 'Long text.', '-a', 'shorten', '--json')).stdout),
    ).toEqual({
      text: 'Short.',
      action: 'shorten',
    })
  })

  it.each([
    [['transform', '--action', 'sing'], '--action is one of improve, shorten'],
    [['transform'], 'No text. Pipe it in'],
    [['assist'], 'Say what to do'],
  ])('refuses %j in a sentence', async (words, sentence) => {
    const { code, stderr } = await program.run(words)
    expect({ code, stderr }).toEqual({ code: exitCode.usage, stderr: expect.stringContaining(sentence) })
  })
})

it('says once, in one line, that no service runs', async () => {
  await using other = await newProgram()
  for (const words of [
    ['chat'],
    ['what is up?'],
    ['run', 'READ_FILE'],
    ['tools'],
    ['workflows'],
    ['store'],
    ['settings'],
    ['assist', 'x'],
  ]) {
    const { code, stdout, stderr } = await other.run(words)
    expect({ words, code, stdout }).toEqual({ words, code: exitCode.notRunning, stdout: '' })
    expect(stderr).toMatch(/^deskhand: No service is running .* Start it with "deskhand start"\.\n$/)
  }
  expect(service.address).toMatch(/^http/)
})
