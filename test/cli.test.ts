import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { commands } from '../src/cli/commands.ts'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram, programPath, type Program, type RunOptions } from './program.ts'

const parsed = (text: string): unknown => JSON.parse(text)

describe('the command line, before there is anything', () => {
  let program: Program
  beforeAll(async () => void (program = await newProgram()))
  afterAll(() => program[Symbol.asyncDispose]())

  it('lists every command, with and without being asked', async () => {
    for (const words of [[], ['help'], ['--help']]) {
      const { code, stdout } = await program.run(words)
      expect(code).toBe(exitCode.ok)
      for (const { name, summary } of commands)
        expect(stdout).toMatch(new RegExp(`  ${name} +${summary.slice(0, 20)}`))
    }
    expect(parsed((await program.run(['help', '--json'])).stdout)).toHaveLength(commands.length)
  })

  it.each(commands.map(({ name }) => name))('explains %s and each of its flags', async (name) => {
    const { code, stdout, stderr } = await program.run([name, '--help'])
    const command = commands.find((each) => each.name === name)!
    expect({ code, stderr }).toEqual({ code: exitCode.ok, stderr: '' })
    expect(stdout).toContain(`Usage: ${command.usage}`)
    for (const option of Object.keys(command.options)) expect(stdout).toContain(`--${option}`)
  })

  it('answers "help COMMAND" like "COMMAND --help"', async () => {
    const [one, other] = await Promise.all([program.run(['help', 'start']), program.run(['start', '-h'])])
    expect(one.stdout).toBe(other.stdout)
  })

  it('prints its version', async () => {
    const { version } = packageJson
    expect((await program.run(['--version'])).stdout).toBe(`${version}\n`)
    expect(parsed((await program.run(['version', '--json'])).stdout)).toEqual({ version })
  })

  it.each([
    [['stauts'], 'Unknown command "stauts". Did you mean "status"?'],
    [['fly'], 'Unknown command "fly". "deskhand ask fly" asks about it. "deskhand help" lists them.'],
    [['help', 'fly'], 'Unknown command "fly".'],
    [['--json', 'status'], 'Put the command before its flags'],
    [['status', '--fast'], `Unknown option '--fast'. "deskhand status --help" shows what it takes.`],
    [['status', 'now'], `Unexpected argument 'now'.`],
    [['start', '--port'], `Option '--port <value>' argument missing.`],
    [['start', '--host', '--json'], '--host needs a value'],
    [['start', '--port', 'many'], '"many" is not a port. Choose a number from 1 to 65535.'],
    [['start', '--port', '65536'], '"65536" is not a port'],
    [['status', '--home', ''], '--home takes a folder.'],
    [['token', 'old'], 'Use "deskhand token new", "show" or "off".'],
    [['audit', 'burn'], 'Use "deskhand audit show" or "deskhand audit verify".'],
    [['audit', '-n', '0'], '--lines takes a whole number.'],
    [['logs', '--lines', 'x'], '--lines takes a whole number.'],
    [['api', '--fast'], `Unknown option '--fast'. "deskhand api --help" shows what it takes.`],
    [['api', 'store.got'], 'Unknown operation "store.got". Did you mean "store.get"?'],
    [
      ['api', 'store.get', '--colour', 'red'],
      `Unknown option '--colour'. "deskhand api store.get --help" shows what it takes.`,
    ],
    [['api', 'store.get'], '--key is required. Name of the entry'],
    [['api', 'store.put', '--key', 'a'], '--body is required.'],
    [['api', 'store.put', '--key', 'a', '--body', 'milk'], "The body isn't valid JSON."],
    [['api', 'store.get', '--key', 'a', '--body', '1'], '"store.get" takes no body.'],
    [['api', 'tools.execute', '--args', '{}'], '--tool_name is required. Action name'],
  ])('refuses %j with one sentence and the exit code for it', async (words, sentence) => {
    const { code, stdout, stderr } = await program.run(words)
    expect(stderr).toContain(`deskhand: ${sentence}`)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect({ code, stdout }).toEqual({ code: exitCode.usage, stdout: '' })
  })

  it.each([
    [['status'], exitCode.notRunning],
    [['stop'], exitCode.ok],
    [['open'], exitCode.notRunning],
    [['doctor'], exitCode.ok],
    [['token'], exitCode.failed],
    [['logs'], exitCode.failed],
    [['audit'], exitCode.failed],
    [['audit', 'verify'], exitCode.failed],
    [['backup', '--list'], exitCode.ok],
    [['restore', '--yes'], exitCode.failed],
    [['api', 'health.get'], exitCode.notRunning],
  ])('says in one sentence what %j has to say, and leaves nothing behind', async (words, code) => {
    const ended = await program.run(words)
    expect(ended.code).toBe(code)
    expect(ended.stdout + ended.stderr).toMatch(/\w/)
    expect(ended.stderr).not.toContain('    at ')
    expect(existsSync(program.folder.root)).toBe(false)
  })

  it('says the same to scripts', async () => {
    const { root } = program.folder
    expect(parsed((await program.run(['status', '--json'])).stdout)).toEqual({ running: false, home: root })
    expect(parsed((await program.run(['stop', '--json'])).stdout)).toEqual({ stopped: false })
    expect(parsed((await program.run(['token', '--json'])).stdout)).toEqual({ token: null })
    expect(parsed((await program.run(['backup', '--list', '--json'])).stdout)).toEqual({ backups: [] })
    const checks = ['node', 'service', 'token', 'sandbox'].map((check) => expect.objectContaining({ check }))
    expect(parsed((await program.run(['doctor', '--json'])).stdout)).toEqual({
      findings: expect.arrayContaining(checks),
    })
  })

  it('finds the data folder by flag, variable and ~, and says when it is none', async () => {
    const homeOf = async (words: string[], environment = {}) =>
      parsed((await program.run(['status', '--json', ...words], { environment })).stdout)
    expect(await homeOf(['--home', '/tmp/../tmp/elsewhere'])).toMatchObject({ home: '/tmp/elsewhere' })
    expect(await homeOf(['--home=~/mine'])).toMatchObject({ home: join(program.home, 'mine') })
    expect(await homeOf([], { DESKHAND_HOME: '~/mine' })).toMatchObject({ home: join(program.home, 'mine') })
    expect(await homeOf([], { DESKHAND_HOME: '' })).toMatchObject({
      home: expect.stringMatching(/deskhand$/),
    })
    const file = join(program.home, 'a-file')
    await writeFile(file, '')
    const { code, stderr } = await program.run(['start', '--home', file])
    expect({ code, stderr }).toEqual({
      code: exitCode.failed,
      stderr: `deskhand: ${file} isn't a folder. Choose another with --home.\n`,
    })
  })

  it('ends quietly when the reader of its output leaves', async () => {
    const command = ['sh', '-c', `"${process.execPath}" "${programPath}" api | head -n 1`] as const
    const { code, stdout, stderr } = await program.run([], { command })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^operation +does +request\n$/)
  })
})

// `script` gives the program a terminal of its own; its flags are those of Linux.
describe.skipIf(process.platform !== 'linux')('the command line, on a terminal', () => {
  let program: Program
  beforeAll(async () => void (program = await newProgram()))
  afterAll(() => program[Symbol.asyncDispose]())

  const onTerminal = (
    words: string,
    { columns = 80, ...options }: RunOptions & { columns?: number } = {},
  ) => {
    const line = `stty cols ${columns}; "${process.execPath}" "${programPath}" ${words}`
    const environment = { TERM: 'xterm', SHELL: '/bin/sh', ...options.environment }
    return program.run([], { ...options, environment, command: ['script', '-qefc', line, '/dev/null'] })
  }

  it.each([40, 60, 100])('fits its tables into %i columns', async (columns) => {
    for (const words of ['api', 'help', 'start --help']) {
      const { stdout } = await onTerminal(words, { columns, environment: { NO_COLOR: '1' } })
      const table = stdout.split('\r\n').filter((line) => /^ |^\w[\w.]+ {2}/.test(line))
      expect(table.length).toBeGreaterThan(5)
      expect(table.filter((line) => line.length > columns)).toEqual([])
    }
  })

  it('wraps sentences and cuts the rest', async () => {
    const environment = { NO_COLOR: '1' }
    const { stdout: help } = await onTerminal('help', { columns: 50, environment })
    expect(help).toContain(
      `  token${' '.repeat(16)}Create, show or remove the\r\n${' '.repeat(23)}token callers must send\r\n`,
    )
    const { stdout: list } = await onTerminal('api store', { columns: 50, environment })
    expect(list).toMatch(/^store\.remove +Remove the valu\S*… +DELETE \/api\/stor\S*…\r$/m)
  })

  it('uses colours only where they are seen and wanted', async () => {
    const escape = '\u001B['
    expect((await onTerminal('help')).stdout).toContain(`${escape}1mdeskhand`)
    expect((await onTerminal('fly')).stdout).toContain(`${escape}31mdeskhand:`)
    expect((await onTerminal('help', { environment: { NO_COLOR: '1' } })).stdout).not.toContain(escape)
    expect((await onTerminal('help', { environment: { TERM: 'dumb' } })).stdout).not.toContain(escape)
    expect((await program.run(['help'])).stdout).not.toContain(escape)
    expect((await program.run(['help'], { environment: { FORCE_COLOR: '1' } })).stdout).toContain(escape)
    expect((await onTerminal('help', { environment: { FORCE_COLOR: '0' } })).stdout).not.toContain(escape)
  })

  it('backs up nothing where no service has ever run', async () => {
    const nowhere = { DESKHAND_HOME: `${program.home}-misspelt` }
    const { code, stderr } = await program.run(['backup'], { environment: nowhere })
    expect({ code, stderr }).toEqual({
      code: exitCode.failed,
      stderr: expect.stringContaining(': no service has run there yet.'),
    })
  })

  describe('with a backup', () => {
    beforeAll(async () => {
      const { kill, ended } = await program.start()
      kill('SIGTERM')
      await ended
      await program.run(['backup'])
    })

    it.each([
      ['n\n', exitCode.interrupted],
      ['\n', exitCode.interrupted],
      ['\u0003', exitCode.interrupted],
      ['\u0004', exitCode.interrupted],
      ['yes\n', exitCode.ok],
    ])('asks before it restores, and takes %j for what it is', async (answer, code) => {
      const asked = program.launch([], {
        command: ['script', '-qefc', `"${process.execPath}" "${programPath}" restore`, '/dev/null'],
        environment: { TERM: 'xterm', SHELL: '/bin/sh' },
        keepInput: true,
      })
      await asked.wrote(/Replace the database with .+\? \[y\/N\]/)
      asked.write(answer)
      const { stdout, ...ended } = await asked.ended
      expect(ended.code).toBe(code)
      expect(stdout).toContain(code === exitCode.ok ? 'Restored' : 'Nothing was changed.')
      expect(stdout).not.toContain('    at ')
    })
  })
})
