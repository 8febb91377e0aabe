import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram, programPath, type Program } from './program.ts'

// It tries the examples of docs/command-line.md.

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

let program: Program
let path: string
beforeAll(async () => {
  program = await newProgram()
  const folder = join(program.home, 'programs')
  await mkdir(folder)
  const file = join(folder, 'deskhand')
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${programPath}" "$@"\n`)
  await chmod(file, 0o755)
  path = `${folder}${delimiter}${process.env['PATH']}`
  await program.start()
  await program.run(['store', 'set', 'shopping list', '1'])
  await program.run(['store', 'set', 'todo:garden', '1'])
  await program.run(['plugin', 'new', 'my_notes'])
})
afterAll(() => program[Symbol.asyncDispose]())

const namesFor = async (...words: string[]) => {
  const { stdout } = await program.run(['complete', '--', ...words])
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0])
}

/** The service has a second to answer: whoever gets nothing on a busy machine presses Tab again. */
const offers = async (words: readonly string[], names: unknown) => {
  await expect.poll(() => namesFor(...words)).toEqual(names)
}

describe('what could come next', () => {
  it('is every command, and then what the command takes', async () => {
    expect(await namesFor('')).toEqual([...commands.map(({ name }) => name), 'help'])
    expect(await namesFor('wo')).toEqual(['workflows', 'worker'])
    expect(await namesFor('store', '')).toEqual(['list', 'get', 'set', 'delete'])
    expect(await namesFor('workflows', 're')).toEqual(['resume', 'reject', 'retry', 'rerun'])
    expect(await namesFor('workflows', 'list', '--s')).toEqual(['--status'])
    expect(await namesFor('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await namesFor('api', 'store.')).toEqual(['store.list', 'store.get', 'store.put', 'store.remove'])
    expect(await namesFor('api', 'store.get', '--k')).toEqual(['--key'])
    expect(await namesFor('nothing', '')).toEqual([])
  })

  it('is what the service knows: tools, their flags, settings and keys', async () => {
    await offers(['run', 'write_f'], ['WRITE_FILE'])
    await offers(
      ['run', 'WRITE_FILE', '--'],
      expect.arrayContaining(['--path', '--content', '--mode', '--json']),
    )
    await offers(['settings', 'set', 'HOME_'], ['HOME_CITY'])
    await offers(['store', 'get', 'sh'], ['shopping list'])
  })

  it('is what a flag or a setting can be, where that is a closed list', async () => {
    expect(await namesFor('workflows', 'list', '--status', 'p')).toEqual(['pending', 'paused'])
    expect(await namesFor('tools', '--risk', '')).toEqual(['read', 'write', 'external', 'dangerous'])
    expect(await namesFor('transform', '--action', 's')).toEqual(['shorten'])
    expect(await namesFor('transform', '-a', 's')).toEqual(['shorten'])
    await offers(['run', 'WRITE_FILE', '--mode', 'a'], ['append'])
    await offers(['run', 'WRITE_FILE', '--mode=a'], ['--mode=append'])
    expect(await namesFor('run', 'WRITE_FILE', '--path', '')).toEqual([])
    await offers(['settings', 'set', 'UPDATE_CHECK', ''], ['true', 'false'])
    await offers(['settings', 'set', 'APPROVAL_MODE', ''], expect.arrayContaining(['always']))
    expect(await namesFor('store', 'set', 'shopping list', '')).toEqual([])
    await offers(['store', 'get', '--json', 'sh'], ['shopping list'])
    expect(await namesFor('workflows', 'schedules', '')).toContain('pause')
  })

  it('is the plugins that are there', async () => {
    await offers(['plugin', 'enable', ''], ['my_notes'])
    expect(await namesFor('plugin', 'new', '')).toEqual([])
  })

  it('is nothing, without a complaint, when no service runs', async () => {
    await using other = await newProgram()
    const { code, stdout, stderr } = await other.run(['complete', '--', 'run', ''])
    expect({ code, stdout, stderr }).toEqual({ code: exitCode.ok, stdout: '', stderr: '' })
  })
})

it('prints a script for three shells and for no other', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await program.run(['completion', shell])).stdout).toContain('deskhand complete -- ')
  expect(await program.run(['completion', 'tcsh'])).toMatchObject({
    code: exitCode.usage,
    stderr: 'deskhand: Use "deskhand completion bash", "zsh" or "fish".\n',
  })
})

/** Runs a line in a real shell that has loaded the script. */
const inShell = (shell: string, line: string) =>
  program.run(['-c', line], { command: [shell], environment: { PATH: path, TERM: 'dumb' } })

const has = (shell: string) => ['/bin', '/usr/bin'].some((folder) => existsSync(join(folder, shell)))

describe('in a shell', () => {
  it('completes in bash', async () => {
    const complete = (...words: string[]) =>
      inShell(
        'bash',
        `source <(deskhand completion bash)
        COMP_LINE='deskhand ${words.join(' ')}'; COMP_POINT=\${#COMP_LINE}
        _deskhand; printf '%s\\n' "\${COMPREPLY[@]}"`,
      )
    expect((await complete('sto')).stdout).toBe('store\nstop\n')
    const completes = async (words: readonly string[], text: string) => {
      await expect.poll(async () => (await complete(...words)).stdout).toBe(text)
    }
    await completes(['run', 'WRITE_F'], 'WRITE_FILE\n')
    // What the shell puts into the line must be one word.
    await completes(['store', 'get', 'sh'], 'shopping\\ list\n')
    // Bash takes what stands behind a colon or an equals sign for a word of its own.
    await completes(['store', 'get', 'todo:ga'], 'garden\n')
    await completes(['run', 'WRITE_FILE', '--mode=a'], 'append\n')
    expect((await complete('store', '')).stdout).toBe('list\nget\nset\ndelete\n')
    expect(
      (await inShell('bash', 'source <(deskhand completion bash); complete -p deskhand')).stdout,
    ).toContain('-F _deskhand deskhand')
  })

  it.skipIf(!has('fish'))('completes in fish', async () => {
    const complete = (line: string) =>
      inShell('fish', `deskhand completion fish | source; complete -C '${line}'`)
    const completed = async (line: string) => (await complete(line)).stdout
    await expect.poll(() => completed('deskhand run WRITE_F')).toBe('WRITE_FILE\tWrite a file\n')
    expect((await complete('deskhand store ')).stdout).toMatch(/^list\tList the keys$/m)
    await expect.poll(() => completed('deskhand run WRITE_FILE --mode ')).toMatch(/^append$/m)
    // Where the program knows nothing, a file may be meant.
    expect((await complete('deskhand run READ_FILE --path /et')).stdout).toMatch(/^\/etc\/$/m)
  })

  // Its completion runs only under its line editor, so a terminal presses Tab.
  it.skipIf(!has('zsh'))('completes in zsh', async () => {
    const zsh = program.launch([], {
      command: ['script', '-qefc', 'zsh -f', '/dev/null'],
      environment: { PATH: path, TERM: 'xterm', SHELL: '/bin/sh', ZDOTDIR: program.home },
      keepInput: true,
    })
    zsh.write(
      'PS1="ready> "; autoload -U compinit; compinit -u; source <(deskhand completion zsh); echo loa"ded"\n',
    )
    await zsh.wrote(/\nloaded/)
    // It presses Tab only once.
    await offers(['run', 'write_f'], ['WRITE_FILE'])
    zsh.write('deskhand run write_f\t--help\n')
    await zsh.wrote(/Usage: deskhand run WRITE_FILE/)
    zsh.write('exit\n')
    expect((await zsh.ended).code).toBe(0)
  })
})
