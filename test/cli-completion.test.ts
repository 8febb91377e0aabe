import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram, programPath, type Program } from './program.ts'

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
})
afterAll(() => program[Symbol.asyncDispose]())

const namesFor = async (...words: string[]) => {
  const { stdout } = await program.run(['complete', '--', ...words])
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0])
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
    expect(await namesFor('run', 'write_f')).toEqual(['WRITE_FILE'])
    expect(await namesFor('run', 'WRITE_FILE', '--')).toEqual(
      expect.arrayContaining(['--path', '--content', '--mode', '--json']),
    )
    expect(await namesFor('settings', 'set', 'HOME_')).toEqual(['HOME_CITY'])
    expect(await namesFor('store', 'get', 'sh')).toEqual(['shopping list'])
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
    stderr: 'deskhand: Say "deskhand completion bash", "zsh" or "fish".\n',
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
        COMP_WORDS=(deskhand ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
        _deskhand; printf '%s\\n' "\${COMPREPLY[@]}"`,
      )
    expect((await complete('sto')).stdout).toBe('store\nstop\n')
    expect((await complete('run', 'WRITE_F')).stdout).toBe('WRITE_FILE\n')
    // What the shell puts into the line must be one word.
    expect((await complete('store', 'get', 'sh')).stdout).toBe('shopping\\ list\n')
    expect(
      (await inShell('bash', 'source <(deskhand completion bash); complete -p deskhand')).stdout,
    ).toContain('-F _deskhand deskhand')
  })

  it.skipIf(!has('fish'))('completes in fish', async () => {
    const complete = (line: string) =>
      inShell('fish', `deskhand completion fish | source; complete -C '${line}'`)
    expect((await complete('deskhand run WRITE_F')).stdout).toBe('WRITE_FILE\tWrite a file\n')
    expect((await complete('deskhand store ')).stdout).toMatch(/^list\tList the keys$/m)
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
    zsh.write('deskhand run WRITE_F\t--help\n')
    await zsh.wrote(/Usage: deskhand run WRITE_FILE/)
    zsh.write('exit\n')
    expect((await zsh.ended).code).toBe(0)
  })
})
