import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { exitCode } from '../src/cli/exit-codes.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let home: string
beforeAll(async () => {
  service = await startTestService()
  home = dirname(service.folder.root)
})
afterAll(() => service[Symbol.asyncDispose]())

const dispatch = (command: string, args: string[] = [], cwd?: string) =>
  service.client.command_line.dispatch({ body: { command, args, ...(cwd !== undefined && { cwd }) } })

it('runs the commands of the terminal, word by word and without quoting', async () => {
  expect(await dispatch('store set', ['a $(touch x); "key"', '{"items":["milk"]}'])).toEqual({
    output: 'Stored a $(touch x); "key", version 1.\n',
    exit_code: 0,
  })
  expect(await dispatch('store get', ['a $(touch x); "key"'])).toEqual({
    output: '{"items":["milk"]}\n',
    exit_code: 0,
  })
  expect(await dispatch('settings', ['set', 'HOME_CITY', 'Oslo'])).toMatchObject({ exit_code: 0 })
  expect((await service.client.settings.get())['HOME_CITY']).toBe('Oslo')
})

it('runs tools in the folder of the client', async () => {
  const { output, exit_code } = await dispatch(
    'run WRITE_FILE',
    ['--path', 'note.md', '--content', 'Hi'],
    home,
  )
  expect({ output, exit_code }).toMatchObject({ output: expect.stringMatching(/^Created /), exit_code: 0 })
  expect(await readFile(join(home, 'note.md'), 'utf8')).toBe('Hi')
  const read = await dispatch('run READ_FILE', ['--path', 'note.md', '--json'])
  expect(JSON.parse(read.output)).toMatchObject({ success: true, data: { content: 'Hi' } })
})

it('answers a sentence with text and with components', async () => {
  const { output, exit_code, components } = await dispatch('what is 17 % of 240?')
  expect({ output, exit_code }).toEqual({ output: expect.stringContaining('40.8'), exit_code: 0 })
  expect(components?.length).toBeGreaterThan(0)
  expect(output).not.toContain('\u001B')
})

it('tells what went wrong in the output and the exit code, not as an error', async () => {
  expect(await dispatch('stroe get', ['a'])).toEqual({
    output: 'deskhand: Unknown command "stroe". Did you mean "store"? "deskhand help" lists them.\n',
    exit_code: exitCode.usage,
  })
  expect(await dispatch('run READ_FILE', ['--path', '/nowhere'])).toMatchObject({
    exit_code: exitCode.failed,
  })
  expect(await dispatch('workflows show', ['wf_nobody'])).toMatchObject({ exit_code: exitCode.failed })
  expect(await dispatch('settings set', ['NEWS_API_KEY'])).toEqual({
    output: 'deskhand: Nothing piped in. Give the text as an argument.\n',
    exit_code: exitCode.usage,
  })
  expect((await dispatch('help')).output).toContain('workflows')
  expect((await dispatch('store --help')).output).toContain('Usage: deskhand store')
})

it.each(commands.filter(({ insideService }) => !insideService).map(({ name }) => name))(
  'does not run %s, which is about the machine itself',
  async (name) => {
    expect(await dispatch(name, ['--json'])).toEqual({
      output: `deskhand: "deskhand ${name}" works only in a terminal on the machine itself.\n`,
      exit_code: exitCode.usage,
    })
  },
)

it('looks at no other data folder, and at no file that a tool would have to ask about', async () => {
  expect((await dispatch('store list', ['--home', '/tmp'])).exit_code).toBe(exitCode.usage)
  expect((await dispatch('store list', ['--home=/tmp'])).exit_code).toBe(exitCode.usage)
  await mkdir(join(home, '.ssh'), { recursive: true })
  await writeFile(join(home, '.ssh', 'id_ed25519'), 'a secret key')
  await writeFile(join(home, 'value.json'), '[1]')
  for (const path of [
    '~/.ssh/id_ed25519',
    join(service.folder.root, 'settings.json'),
    '../../../proc/self/environ',
  ])
    expect(await dispatch('store set', ['stolen', `@${path}`], home)).toMatchObject({
      exit_code: expect.toSatisfy((code: number) => code !== 0),
    })
  expect(await service.client.store.get({ params: { key: 'stolen' } })).toEqual({})
  expect((await dispatch('store set', ['mine', '@value.json'], home)).exit_code).toBe(0)
  expect(await service.client.store.get({ params: { key: 'mine' } })).toEqual([1])
})

it('waits for nobody: what needs approval is refused, what is followed ends', async () => {
  await dispatch('settings set', ['APPROVAL_MODE', 'always'])
  const asked = await dispatch('run WRITE_FILE', ['--path', join(home, 'x'), '--content', 'x'])
  expect(asked).toMatchObject({ exit_code: exitCode.failed, output: expect.stringContaining('--yes') })
  await dispatch('settings unset', ['APPROVAL_MODE'])
  const { workflow_id } = await service.client.workflows.create({
    body: {
      steps: [
        {
          id: 'look',
          agent: 'file_manager',
          action: 'LIST_FILES',
          args: { path: home },
          depends_on: [],
          needs_human: true,
        },
      ],
    },
  })
  expect((await dispatch('workflows show', [workflow_id, '--follow'])).output).toContain(workflow_id)
})

it('refuses a folder that is not whole', async () => {
  await expect(dispatch('store list', [], 'here')).rejects.toThrow('cwd must be an absolute path')
})
