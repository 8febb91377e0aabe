import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestLauncher, noSandbox } from '../../../test/launcher.ts'
import { needBubblewrap } from '../../../test/plugins.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import { riskOfCall } from '../../contract/tool.ts'
import { silentLog } from '../../contract/log.ts'
import { Uploads } from '../../features/documents/uploads.ts'
import { createRunCodeTool } from './run-code.ts'

beforeEach(needBubblewrap)

const slow = { timeout: 240_000 }
const opened = new AsyncDisposableStack()
let folders: TestFolders
let sales: string
let tool: ReturnType<typeof createRunCodeTool>

beforeAll(async () => {
  folders = opened.use(await createTestFolders())
  const { home, dataFolder } = folders
  sales = join(home, 'Documents', 'sales.csv')
  for (const name of ['Documents', 'Downloads', '.config']) await mkdir(join(home, name), { recursive: true })
  await writeFile(join(home, 'Documents', '.env'), 'KEY=1')
  await writeFile(sales, 'item,amount\npen,3\ndesk,250\nlamp,101\n')
  const uploads = new Uploads({ folder: join(dataFolder, 'uploads'), now: () => new Date(), log: silentLog })
  const launcher = createTestLauncher({ home })
  tool = createRunCodeTool({ launcher, keep: (file, call) => uploads.save(file, call) })
})
afterAll(() => opened.disposeAsync())

const callAs = (provenance: Provenance) => createTestCall({ ...folders, provenance })

test(
  'Python reads a file by its own path or by its name, and answers with its last value',
  slow,
  async () => {
    const code = `
import csv
rows = list(csv.DictReader(open(${JSON.stringify(sales)})))
assert open('in/sales.csv').read() == open(${JSON.stringify(sales)}).read()
print(len(rows), 'rows')
sum(float(row['amount']) > 100 for row in rows)`
    const { message, data } = await tool.run({ language: 'python', code, files: [sales] }, callAs('model'))
    expect(message).toBe('The code ran.')
    expect(data).toMatchObject({ exit_code: 0, stdout: '3 rows\n', value: '2', files: [] })
  },
)

test('the file that was given stays as it is', slow, async () => {
  const code = `open(${JSON.stringify(sales)}, 'w')`
  const { message, data, failed } = await tool.run(
    { language: 'python', code, files: [sales] },
    callAs('model'),
  )
  expect({ message, failed }).toEqual({ message: 'The code failed with exit code 1.', failed: true })
  expect(data.stderr).toMatch(/^Traceback[^]*code\.py", line 1[^]*Read-only file system/)
  expect(data.stderr).not.toContain('driver.py')
  expect(await readFile(sales, 'utf8')).toContain('desk,250')
})

test('JavaScript as a script, and as a module with imports and await', slow, async () => {
  const script = `const rows = require('node:fs').readFileSync('in/sales.csv', 'utf8').trim().split('\\n')
    console.log(rows.length); ({ rows: rows.length - 1 })`
  const one = await tool.run({ language: 'javascript', code: script, files: [sales] }, callAs('model'))
  expect(one.data).toMatchObject({ exit_code: 0, stdout: '4\n', value: '{ rows: 3 }' })
  const module = `import { readFile } from 'node:fs/promises'
    console.log((await readFile(${JSON.stringify(sales)}, 'utf8')).length)`
  const two = await tool.run({ language: 'javascript', code: module, files: [sales] }, callAs('model'))
  expect(two.data).toMatchObject({ exit_code: 0, stdout: '36\n', value: null })
})

/** A red picture of 2 × 2, written without a library. */
const drawPicture = `
import struct, zlib
def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
rows = (b'\\x00' + b'\\xff\\x00\\x00' * 2) * 2
PICTURE = b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 2, 2, 8, 2, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')
`

test('what it leaves is kept by the service, and the first picture can be looked at', slow, async () => {
  const code = `${drawPicture}
import os
os.mkdir('out/parts')
open('out/parts/list.csv', 'w').write('a,b\\n')
open('out/red.png', 'wb').write(PICTURE)
None`
  const { message, data } = await tool.run({ language: 'python', code }, callAs('model'))
  expect(data.files).toMatchObject([
    { name: 'parts/list.csv', bytes: 4, mime_type: 'text/csv' },
    { name: 'red.png', mime_type: 'image/png' },
  ])
  const [list, red] = data.files
  expect(await readFile(list!.path, 'utf8')).toBe('a,b\n')
  expect(data.picture).toEqual({ path: red!.path, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
  expect(message).toBe('The code ran. It made parts/list.csv, red.png.')
  expect(basename(red!.path)).toBe('red.png')
})

test('a drawing that was shown and not saved is kept all the same', slow, async () => {
  // Stands in for matplotlib, which is not on every machine: the same three functions.
  const code = `${drawPicture}
import sys, types
class Figure:
    def savefig(self, path): open(path, 'wb').write(PICTURE)
pyplot = types.SimpleNamespace(get_fignums=lambda: [1], figure=lambda number: Figure(), show=lambda: None)
sys.modules['matplotlib.pyplot'] = pyplot
pyplot.show()`
  const { data } = await tool.run({ language: 'python', code }, callAs('model'))
  expect(data.files.map(({ name }) => name)).toEqual(['figure-1.png'])
})

test('a model is asked about nothing where it can change nothing, and about paths as every tool for files', async () => {
  const { home } = folders
  const asks = async (args: object, provenance: Provenance = 'model') =>
    (await tool.needsApproval!({ language: 'python', code: '1', ...args } as never, callAs(provenance))) ??
    'runs'
  expect(riskOfCall(tool, { language: 'python', code: '1', files: [sales] })).toBe('read')
  expect(riskOfCall(tool, { language: 'python', code: '1', save_to: home })).toBe('write')
  expect(await asks({ files: [sales] })).toBe('runs')
  expect(await asks({ save_to: join(home, 'Documents', 'new') })).toBe('runs')
  expect(await asks({ files: [join(home, '.config', 'x')] })).toContain('is hidden')
  expect(await asks({ save_to: join(home, '.config') })).toContain('is hidden')
  expect(await asks({ files: [join(home, 'Documents', '.env')] })).toContain('hidden')
  await expect(asks({ files: [join(folders.dataFolder, 'deskhand.db')] })).rejects.toThrow('own')
  const unasked = tool.run(
    { language: 'python', code: '1', files: [join(home, 'Documents', '.env')] },
    callAs('model'),
  )
  await expect(unasked).rejects.toThrow('hidden')
})

test(
  'what it read counts as read, and what was made of a stranger’s file is a stranger’s',
  slow,
  async () => {
    const download = join(folders.home, 'Downloads', 'data.csv')
    await writeFile(download, 'x\n')
    const reads = tool.reads as (args: object, call: unknown) => Promise<readonly string[]>
    expect(await reads({ files: [] }, callAs('model'))).toEqual([])
    expect(await reads({ files: [sales] }, callAs('model'))).toEqual(['private'])
    expect(await reads({ files: [sales, download] }, callAs('model'))).toEqual(['private', 'untrusted'])
    const marked: string[] = []
    const origins = {
      markOutside: async (path: string) => void marked.push(path),
      forget: async () => {},
      isFromOutside: () => false,
    }
    const save_to = join(folders.home, 'Documents', 'made')
    const code = "open('out/copy.csv', 'w').write('x')"
    const call = { ...callAs('model'), origins }
    await tool.run({ language: 'python', code, files: [download], save_to }, call)
    expect(marked).toEqual([join(save_to, 'copy.csv')])
  },
)

test('where there is no sandbox it is not set up, and runs for nobody', async () => {
  const launcher = createTestLauncher({ home: folders.home, findSandbox: noSandbox })
  const without = createRunCodeTool({ launcher, keep: () => Promise.reject(new Error('never')) })
  await launcher.state()
  const said = "Deskhand couldn't start the sandbox, because bubblewrap is not installed. Install bubblewrap."
  expect(without.setup!(() => undefined)).toBe(said)
  for (const provenance of ['model', 'local-client'] as const)
    await expect(without.run({ language: 'javascript', code: '1' }, callAs(provenance))).rejects.toThrow(said)
  expect(tool.setup!(() => undefined)).toBeUndefined()
})

test('it is stopped with the call', slow, async () => {
  const stop = new AbortController()
  const call = createTestCall({ ...folders, provenance: 'model', signal: stop.signal })
  const running = tool.run({ language: 'javascript', code: 'setInterval(() => {}, 1000)' }, call)
  stop.abort()
  await expect(running).rejects.toThrow(/aborted|stopped/)
})
