import { mkdtempDisposable, readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { copyExample, needBubblewrap, toolModule, writePlugin } from '../../../test/plugins.ts'
import { run } from './plugin.ts'
import { Terminal } from '../terminal/terminal.ts'

beforeEach(needBubblewrap)

/** The command as it is called from the program, with what it wrote. */
async function openCommand() {
  const home = await mkdtempDisposable(join(tmpdir(), 'deskhand-cli-plugin-'))
  const root = join(home.path, 'data')
  const call = async (words: string[], { flags = {}, environment = {}, json = false } = {}) => {
    const written = { out: '', error: '' }
    const stream = (name: 'out' | 'error') =>
      ({
        isTTY: false,
        write(text: string) {
          written[name] += text
          return true
        },
      }) as NodeJS.WriteStream
    const all = { DESKHAND_HOME: root, HOME: home.path, ...environment }
    const input = { isTTY: false } as NodeJS.ReadStream
    const terminal = new Terminal({
      json,
      input,
      out: stream('out'),
      error: stream('error'),
      environment: all,
    })
    const nothing = () => Promise.resolve('')
    const context = { environment: all, terminal, folder: root, readInput: nothing, readFile: nothing }
    const code = await run({ ...context, positionals: words, flags, words, commands: [] })
    return { code, ...written }
  }
  return { call, plugins: join(root, 'plugins'), [Symbol.asyncDispose]: () => home.remove() }
}

test('a new plugin works as it is, and nobody else can change it', async () => {
  await using command = await openCommand()
  expect(await command.call(['new', 'my-notes'])).toMatchObject({ code: 0 })
  const folder = join(command.plugins, 'my_notes')
  expect((await readdir(folder)).toSorted()).toEqual([
    'README.md',
    'plugin-module.d.ts',
    'plugin.json',
    'plugin.ts',
  ])
  for (const name of ['.', ...(await readdir(folder))])
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  const { code, out } = await command.call(['test', 'my_notes'])
  expect(code).toBe(0)
  expect(out).toMatch(/MY_NOTES_GREET +ok +\d+ +Hello, Ada! Hello, Ada!/)
  const set = { DESKHAND_PLUGIN_MY_NOTES_GREETING: 'Moin' }
  expect((await command.call(['test', 'my_notes'], { environment: set })).out).toContain('Moin, Ada!')
})

test('a new plugin takes nobody else’s place', async () => {
  await using command = await openCommand()
  await command.call(['new', 'notes'])
  const before = await readFile(join(command.plugins, 'notes', 'plugin.json'), 'utf8')
  await expect(command.call(['new', 'notes'])).rejects.toThrow('already exists')
  expect(await readFile(join(command.plugins, 'notes', 'plugin.json'), 'utf8')).toBe(before)
  expect(await readdir(command.plugins)).toEqual(['notes'])
  for (const name of ['../escape', '1st', 'with space', ''])
    await expect(command.call(['new', name])).rejects.toThrow("isn't a valid plugin name")
})

test('the list says what is there while no service runs', async () => {
  await using command = await openCommand()
  expect((await command.call(['list'])).out).toContain('No plugins in')
  await command.call(['new', 'notes'])
  await writePlugin(join(command.plugins, 'broken'), { manifest: { is_safe: 'yes' }, files: '' })
  const { out, code } = await command.call(['list'])
  expect(code).toBe(0)
  expect(out).toMatch(/broken .*is_safe must be boolean/)
  expect(out).toMatch(/notes +0\.1\.0/)
  const { plugins } = JSON.parse((await command.call([], { json: true })).out) as { plugins: object[] }
  expect(plugins).toMatchObject([
    { agent: 'broken', version: null },
    { agent: 'notes', version: '0.1.0' },
  ])
})

test('a trial shows which tools fail and why, and fails then itself', async () => {
  await using command = await openCommand()
  const example = 'example: { args: {} },'
  const files = `${toolModule('WORKS', "return { message: 'Fine.' }", example)}
    tools.push({ ...tools[0], action: 'BREAKS', run() { throw new Error('Not today\\u001b[2J') } })
    tools.push({ ...tools[0], action: 'PEEKS', run: async () => ({ message: String(await import('node:fs').then((fs) => fs.readFileSync('/etc/passwd'))) }) })
    tools.push({ ...tools[0], action: 'UNTRIED', example: undefined })`
  await writePlugin(join(command.plugins, 'mixed'), { files })
  const { code, out } = await command.call(['test', 'mixed'])
  expect(code).toBe(1)
  expect(out).toMatch(/WORKS +ok +\d+ +Fine\./)
  expect(out).toMatch(/BREAKS +failed +\d+ +Not today/)
  expect(out).toMatch(/PEEKS +failed +\d+ +Access to this API has been restricted/)
  expect(out).toMatch(/UNTRIED +no example/)
  expect(out).not.toContain('\u001b')
})

test('a tool that ends its process or never ends does not take the next one along', async () => {
  await using command = await openCommand()
  const example = 'example: { args: {} },'
  const files = `${toolModule('ENDS', 'process.exit(1)', example)}
    tools.push({ ...tools[0], action: 'HANGS', timeoutSeconds: 1, run: () => new Promise(() => {}) })
    tools.push({ ...tools[0], action: 'WORKS', run: () => ({ message: 'Fine.' }) })`
  await writePlugin(join(command.plugins, 'mixed'), { files })
  const { code, out } = await command.call(['test', 'mixed'])
  expect(code).toBe(1)
  expect(out).toMatch(/ENDS +failed/)
  expect(out).toMatch(/HANGS +failed +\d+ +It took longer than 1 s\./)
  expect(out).toMatch(/WORKS +ok +\d+ +Fine\./)
})

test('a folder that may be written is made when it is not there', async () => {
  await using command = await openCommand()
  const folder = join(command.plugins, '..', '..', 'Notes', 'inbox')
  const body = `const fs = await import('node:fs/promises'); await fs.writeFile(${JSON.stringify(folder)} + '/a.md', 'x'); return { message: 'Written.' }`
  await writePlugin(join(command.plugins, 'inbox'), {
    manifest: { permissions: { write: ['~/Notes/inbox'] } },
    files: toolModule('PUT', body, 'example: { args: {} },'),
  })
  const { code, out } = await command.call(['test', 'inbox'], { flags: { grant: true } })
  expect(out).toContain('Written.')
  expect(code).toBe(0)
  expect(await readFile(join(folder, 'a.md'), 'utf8')).toBe('x')
})

test('a trial grants nothing unless it is told to', async () => {
  await using command = await openCommand()
  const server = createServer((_request, response) => response.end('reached'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const body = `return { message: await (await host.fetch('http://${host}/')).text() }`
  await writePlugin(join(command.plugins, 'fetcher'), {
    manifest: { permissions: { network: [host] } },
    files: toolModule('FETCH', body, 'example: { args: {} },'),
  })
  const environment = { DESKHAND_ALLOWED_PRIVATE_TARGETS: host }
  const without = await command.call(['test', 'fetcher'], { environment })
  expect(without).toMatchObject({ code: 1, out: expect.stringContaining('may not reach') })
  expect(without.error).toContain('--grant')
  const granted = await command.call(['test', 'fetcher'], { environment, flags: { grant: true } })
  expect(granted).toMatchObject({ code: 0, out: expect.stringContaining('reached') })
  server.close()
})

test('a folder elsewhere can be tried by its path, as the example of this repository', async () => {
  await using command = await openCommand()
  const folder = join(command.plugins, '..', '..', 'word_count')
  await copyExample('word_count', folder)
  const { code, out } = await command.call(['test', folder], { flags: { grant: true }, json: true })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    agent: 'word_count',
    isolation: 'bubblewrap',
    trials: [
      { action: 'COUNT_WORDS', outcome: 'ok', data: { words: 10 } },
      { action: 'TRACK_WRITING', outcome: 'ok', data: { words: 7, added: 7 } },
    ],
  })
})

test.each([[['fly', 'notes']], [['enable']], [['new']]])('%j is answered with what to say', async (words) => {
  await using command = await openCommand()
  await expect(command.call(words)).rejects.toThrow('Use "deskhand plugin list"')
})

test('enabling needs a service that runs', async () => {
  await using command = await openCommand()
  await command.call(['new', 'notes'])
  await expect(command.call(['enable', 'notes'])).rejects.toThrow('No service is running')
})
