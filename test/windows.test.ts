import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { dataFolder } from '../src/platform/data-folder.ts'
import { chooseDesktop } from '../src/platform/desktop/choose.ts'
import { editionOn } from '../src/platform/edition.ts'
import { assertRulesApply } from '../src/platform/files/allowed-folders.ts'
import { openerOf } from '../src/platform/notices/open-address.ts'
import { writesFirst } from '../src/platform/sockets/first-words.ts'
import { prepareSocketPlace } from '../src/platform/sockets/socket-place.ts'
import { plugins } from '../src/plugins/registry.ts'

/** What the Windows edition does, as far as it can be tried on another system. */

test('the data folder is where Windows programs keep theirs', () => {
  const named = dataFolder({ LOCALAPPDATA: String.raw`C:\Users\Ada\AppData\Local` }, 'win32')
  expect(named.root).toBe(String.raw`C:\Users\Ada\AppData\Local\Deskhand`)
  expect(dataFolder({}, 'win32').root).toMatch(/AppData\\Local\\Deskhand$/)
})

test('events come through a named pipe of the data folder', async () => {
  const place = (folder: string) =>
    prepareSocketPlace({ runtimeFolder: undefined, dataFolder: folder, platform: 'win32' })
  const pipe = await place(String.raw`C:\Users\Ada\AppData\Local\Deskhand`)
  expect(pipe).toMatch(/^\\\\\.\\pipe\\deskhand-[0-9a-f]{16}$/)
  expect(await place(String.raw`c:\users\ada\appdata\local\deskhand`)).toBe(pipe)
  expect(await place(String.raw`D:\Deskhand`)).not.toBe(pipe)
})

test('who can only read from the pipe hears nothing', async () => {
  const stopping = new AbortController()
  const { server, path } = await listening()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const reader = connect(path)
  const [silent] = await accepted
  const verdict = writesFirst(silent, stopping.signal)
  stopping.abort()
  expect(await verdict).toBe(false)
  reader.destroy()
  silent.destroy()
})

test('what the owner writes first is read as any other line', async () => {
  const { server, path } = await listening()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const owner = connect(path)
  owner.write('{"type":"ping"}\n')
  const [socket] = await accepted
  expect(await writesFirst(socket, new AbortController().signal)).toBe(true)
  const [line] = (await once(socket.setEncoding('utf8'), 'data')) as [string]
  expect(line).toBe('{"type":"ping"}\n')
  owner.destroy()
  socket.destroy()
})

async function listening(): Promise<{ server: Server; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-pipe-'))
  const path = join(folder, 'pipe.sock')
  const server = createServer().listen(path)
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { server, path }
}

test('tools that take files or start programs are not offered, the others are', () => {
  const catalog = new ToolCatalog({ builtIn: plugins, edition: editionOn('win32') })
  const actions = catalog.list().map(({ tool }) => tool.action)
  expect(actions).toEqual(expect.arrayContaining(['SEND_EMAIL', 'FETCH_PAGE', 'TEAMCHAT_SEND']))
  for (const action of ['READ_FILE', 'WRITE_XLSX', 'CREATE_DOCX', 'SETUP_PROJECT', 'SEND_SMS']) {
    expect(actions).not.toContain(action)
    expect(catalog.isAvailable(catalog.find(action)!)).toBe(false)
  }
})

test('no file of the person is opened by rules that do not know its path', () => {
  expect(() => assertRulesApply('win32')).toThrow(/can't use your files on Windows.*WSL/)
  expect(() => assertRulesApply('linux')).not.toThrow()
})

test('the desktop is refused with a sentence', () => {
  const choice = chooseDesktop({ platform: 'win32', environment: {} })
  expect(choice).toEqual({
    kind: 'none',
    reason: "Deskhand can't control a Windows desktop. It works on Linux and macOS.",
  })
})

test('an address is opened by a program, not by a shell', () => {
  const address = 'http://127.0.0.1:8000/?a=1&calc'
  expect(openerOf(address, 'win32')).toEqual(['rundll32', 'url.dll,FileProtocolHandler', address])
  expect(openerOf(address, 'darwin')).toEqual(['open', address])
  expect(openerOf(address, 'linux')).toEqual(['xdg-open', address])
})
