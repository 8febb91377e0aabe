import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestLauncher } from '../../../test/launcher.ts'
import { needBubblewrap } from '../../../test/plugins.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { readLeft } from '../../platform/code/left-files.ts'
import { createRunCodeTool } from './run-code.ts'

beforeEach(needBubblewrap)

const slow = { timeout: 240_000 }
const opened = new AsyncDisposableStack()
const requests: string[] = []
let folders: TestFolders
let port: number
let tool: ReturnType<typeof createRunCodeTool>

/** A home with something to steal, and a service on a port and on a socket that would like to hear of it. */
beforeAll(async () => {
  folders = opened.use(await createTestFolders())
  const { home, dataFolder } = folders
  await mkdir(join(home, '.ssh'), { recursive: true })
  await mkdir(join(home, 'Documents'), { recursive: true })
  await writeFile(join(home, '.ssh', 'id_rsa'), 'PRIVATE KEY')
  await writeFile(join(home, 'Documents', 'diary.txt'), 'Dear diary')
  for (const where of [['127.0.0.1', 0], [join(dataFolder, 'service.sock')]] as const) {
    const server = createServer((request, response) => {
      requests.push(request.url ?? '')
      response.end('hello')
    })
    if (where.length === 2) server.listen(where[1], where[0])
    else server.listen(where[0])
    await once(server, 'listening')
    opened.defer(() => void server.close())
    if (where.length === 2) port = (server.address() as AddressInfo).port
  }
  const launcher = createTestLauncher({ home })
  tool = createRunCodeTool({ launcher, keep: () => Promise.reject(new Error('Nothing is kept here.')) })
})
afterAll(() => opened.disposeAsync())

const asModel = () => createTestCall({ ...folders, provenance: 'model' })

async function python(code: string, options: { timeout_ms?: number } = {}) {
  const { message, data } = await tool.run({ language: 'python', code, ...options }, asModel())
  return { message, ...data }
}

/** The same code without the sandbox: what it must not be able to do has to work here, or the test proves nothing. */
async function outside(code: string): Promise<string> {
  const { stdout } = await promisify(execFile)('python3', ['-c', code], { timeout: 150_000 })
  return stdout
}

describe('code in the sandbox', () => {
  test('reaches no port and no socket of this machine', slow, async () => {
    const call = `
import socket
for family, address in ((socket.AF_INET, ('127.0.0.1', ${port})), (socket.AF_UNIX, ${JSON.stringify(join(folders.dataFolder, 'service.sock'))})):
    try:
        s = socket.socket(family); s.settimeout(5); s.connect(address)
        s.sendall(b'GET /reached HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n'); s.recv(10)
        print('open')
    except OSError as error:
        print('shut', error)
`
    expect(await outside(call)).toBe('open\nopen\n')
    expect(requests.splice(0)).toEqual(['/reached', '/reached'])
    const { stdout, exit_code } = await python(call)
    expect(exit_code).toBe(0)
    expect(stdout.match(/^shut/gm)).toHaveLength(2)
    expect(requests).toEqual([])
  })

  test('sees no file of this person, neither keys nor documents', slow, async () => {
    const read = `
import os
for path in (${JSON.stringify(join(folders.home, '.ssh', 'id_rsa'))}, ${JSON.stringify(join(folders.home, 'Documents', 'diary.txt'))}):
    print(os.path.exists(path))
`
    expect(await outside(read)).toBe('True\nTrue\n')
    expect((await python(read)).stdout).toBe('False\nFalse\n')
  })

  test('has no name of a process outside, and none of our variables', slow, async () => {
    const look = `
import os
print(sorted(int(name) for name in os.listdir('/proc') if name.isdigit())[-1] < 100, sorted(os.environ))
`
    const { stdout } = await python(look)
    expect(stdout).toMatch(/^True /)
    expect(stdout).not.toMatch(/USER|SSH|TOKEN|SECRET|DBUS/)
  })

  test('writes nowhere but in its own folder and a small one for temporary files', slow, async () => {
    const places = ['/', '/etc', '/usr', '/opt', '/dev', '/run', '/proc', folders.home]
    const { stdout } = await python(`
import os
for place in ${JSON.stringify([...places, '/scratch', '/scratch/out', '/tmp'])}:
    try:
        with open(os.path.join(place, 'mark'), 'w') as file: file.write('x')
        print(place, 'written')
        os.remove(os.path.join(place, 'mark'))
    except OSError as error:
        print(place, 'shut')
`)
    const written = stdout.split('\n').filter((line) => line.endsWith('written'))
    expect(written).toEqual(['/scratch written', '/scratch/out written', '/tmp written'])
    await expect(readFile(join(folders.home, 'mark'))).rejects.toThrow('ENOENT')
  })

  test('cannot fill the disk or the memory with files', slow, async () => {
    const { stdout } = await python(`
for place in ('/scratch', '/tmp', '/dev/shm'):
    written = 0
    try:
        for number in range(40):
            with open('%s/%d' % (place, number), 'wb') as file: written += file.write(bytes(32 << 20))
    except OSError:
        pass
    print(place, written <= 512 << 20)
`)
    expect(stdout).toBe('/scratch True\n/tmp True\n/dev/shm True\n')
  })

  test('gets no more memory than it may have, in one process or in many', slow, async () => {
    expect(await python('x = bytearray(3 << 30)')).toMatchObject({
      exit_code: 1,
      message: 'The code used too much memory and was stopped.',
    })
    const many = await python(`
import os, time
for _ in range(8):
    if os.fork() == 0:
        held = bytearray(os.urandom(1 << 20) * 400)
        time.sleep(60)
time.sleep(60)
`)
    expect(many).toMatchObject({ exit_code: null, message: expect.stringContaining('memory') as string })
  })

  test('is ended when it starts processes without end', slow, async () => {
    // Three times as many as it may, and no more: if each of them started others, a busy machine would have thousands before
    // whoever watches gets to look.
    const bomb = await python(
      `
import os, time
for _ in range(240):
    try:
        if os.fork() == 0:
            time.sleep(100_000)
    except OSError:
        time.sleep(0.2)
time.sleep(100_000)
`,
      { timeout_ms: 20_000 },
    )
    // The kernel holds an ordinary person to the limit; root is held to it by whoever watches.
    expect(bomb.exit_code).toBeNull()
    expect(bomb.message).toMatch(/too many processes|took longer/)
  })

  test('is ended when it takes too long or prints without end, and its output is cut', slow, async () => {
    const long = await python('while True: pass', { timeout_ms: 500 })
    expect(long.exit_code).toBeNull()
    expect(long.message).toBe('The code took longer than 0.5 s and was stopped.')
    const loud = await python('while True: print("x" * 100_000)', { timeout_ms: 90_000 })
    expect(loud.message).toBe('The code printed too much and was stopped.')
    expect(loud.stdout.length).toBeLessThan(70_000)
  })

  test('what it leaves running ends with it', slow, async () => {
    // Whoever waited for it would wait longer than this test may take.
    const { exit_code } = await python(`
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(100_000)
`)
    expect(exit_code).toBe(0)
  })

  test('JavaScript meets the second wall: no child process and no file beside its own', slow, async () => {
    const { data } = await tool.run(
      {
        language: 'javascript',
        code: `
          const tries = {
            child: () => require('node:child_process').execSync('true'),
            passwd: () => require('node:fs').readFileSync('/etc/passwd'),
            sqlite: () => require('node:sqlite'),
            own: () => require('node:fs').writeFileSync('/scratch/x', ''),
          }
          for (const [name, attempt] of Object.entries(tries)) {
            try { attempt(); console.log(name, 'open') } catch (error) { console.log(name, error.code) }
          }`,
      },
      asModel(),
    )
    expect(data.stdout).toBe(
      'child ERR_ACCESS_DENIED\npasswd ERR_ACCESS_DENIED\nsqlite ERR_UNKNOWN_BUILTIN_MODULE\nown open\n',
    )
  })
})

describe('what it leaves', () => {
  const save_to = () => join(folders.home, 'Documents', 'results')

  test(
    'a link to a secret brings nothing, and neither does a pipe, a hidden or a strange name',
    slow,
    async () => {
      const code = `
import os
open('out/fine.txt', 'w').write('fine')
os.symlink(${JSON.stringify(join(folders.home, '.ssh', 'id_rsa'))}, 'out/key.txt')
os.symlink('/etc/passwd', 'out/users.txt')
os.symlink('/', 'out/root')
os.mkfifo('out/pipe')
open('out/.bashrc', 'w').write('evil')
open('out/a\\nb', 'w').write('evil')
open('out/back\\\\slash', 'w').write('evil')
`
      const { data } = await tool.run({ language: 'python', code, save_to: save_to() }, asModel())
      expect(data.files.map(({ name }) => name)).toEqual(['fine.txt'])
      expect(data.left_out).toContain('key.txt (a link)')
      await expect(readFile(join(save_to(), 'key.txt'))).rejects.toThrow('ENOENT')
      expect(await readFile(join(save_to(), 'fine.txt'), 'utf8')).toBe('fine')
    },
  )

  test('nothing is replaced: the second file gets another name', slow, async () => {
    const code = "open('out/twice.txt', 'w').write('one')"
    for (const name of ['twice.txt', 'twice (2).txt']) {
      const { data } = await tool.run({ language: 'python', code, save_to: save_to() }, asModel())
      expect(data.files[0]!.path).toBe(join(save_to(), name))
    }
  })

  test('a forged list of files names no other place and takes no more room', async () => {
    const folder = join(folders.outside, 'left')
    await mkdir(folder)
    const frame = (name: string, text: string) => `${JSON.stringify({ name, size: text.length })}\n${text}`
    const forged = [
      frame('out/../../evil', 'x'),
      frame('out//etc/passwd', 'x'),
      frame('out/good.txt', 'good'),
      `${JSON.stringify({ name: 'out/huge', size: 1e15 })}\n`,
    ].join('')
    const left = await readLeft(Readable.from([Buffer.from(forged)]), folder)
    expect(left.files).toEqual([{ name: 'good.txt', path: join(folder, '0'), bytes: 4 }])
  })
})
