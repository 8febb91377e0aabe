import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { prepareSocketPlace } from './socket-place.ts'

const isRoot = process.getuid?.() === 0

let runtimeFolder: string
let dataFolder: string

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-place-'))
  runtimeFolder = join(folder, 'runtime')
  dataFolder = join(folder, 'data')
  await mkdir(runtimeFolder)
  await mkdir(dataFolder)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** A socket that a process left behind when it was killed. */
async function leaveStaleSocket(path: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function listenOn(path: string): Promise<void> {
  const server = createServer((socket) => socket.end())
  server.listen(path)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}

test('the runtime folder comes first, with a folder in it that is ours alone', async () => {
  const mask = process.umask(0)
  onTestFinished(() => void process.umask(mask))
  expect(await prepareSocketPlace({ runtimeFolder, dataFolder })).toBe(
    join(runtimeFolder, 'deskhand', 'events.sock'),
  )
  expect((await lstat(join(runtimeFolder, 'deskhand'))).mode & 0o777).toBe(0o700)
})

test.each([
  ['is not set', () => undefined],
  ['is not there', () => join(dataFolder, 'missing')],
  ['is not absolute', () => 'runtime'],
])('the data folder is used when the runtime folder %s', async (_, folder) => {
  const path = await prepareSocketPlace({ runtimeFolder: folder(), dataFolder })
  expect(path).toBe(join(dataFolder, 'run', 'events.sock'))
  expect((await lstat(join(dataFolder, 'run'))).mode & 0o777).toBe(0o700)
})

test.runIf(isRoot)(
  'the data folder is used when the runtime folder is another user’s, as under sudo',
  async () => {
    await chown(runtimeFolder, 12_345, 12_345)
    expect(await prepareSocketPlace({ runtimeFolder, dataFolder })).toBe(
      join(dataFolder, 'run', 'events.sock'),
    )
    expect(await exists(join(runtimeFolder, 'deskhand'))).toBe(false)
  },
)

test('a folder of ours that others could enter is closed to them', async () => {
  await mkdir(join(dataFolder, 'run'))
  await chmod(join(dataFolder, 'run'), 0o777)
  await prepareSocketPlace({ runtimeFolder: undefined, dataFolder })
  expect((await lstat(join(dataFolder, 'run'))).mode & 0o777).toBe(0o700)
})

test('a link in place of the folder is refused and not followed', async () => {
  const elsewhere = join(dataFolder, 'elsewhere')
  await mkdir(elsewhere, { mode: 0o700 })
  await symlink(elsewhere, join(runtimeFolder, 'deskhand'))
  await expect(prepareSocketPlace({ runtimeFolder, dataFolder })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('only a link'),
  })
  expect(await readlink(join(runtimeFolder, 'deskhand'))).toBe(elsewhere)
})

test.runIf(isRoot)('a folder that another user put there is refused', async () => {
  await mkdir(join(runtimeFolder, 'deskhand'))
  await chown(join(runtimeFolder, 'deskhand'), 12_345, 12_345)
  await expect(prepareSocketPlace({ runtimeFolder, dataFolder })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('belongs to another user'),
  })
})

test('a socket that a killed service left behind is removed', async () => {
  const path = await prepareSocketPlace({ runtimeFolder, dataFolder })
  await leaveStaleSocket(path)
  expect(await exists(path)).toBe(true)
  expect(await prepareSocketPlace({ runtimeFolder, dataFolder })).toBe(path)
  expect(await exists(path)).toBe(false)
})

test('a socket that somebody listens on is left alone, and a second service takes its own data folder', async () => {
  const path = await prepareSocketPlace({ runtimeFolder, dataFolder })
  await listenOn(path)
  const { ino } = await lstat(path)
  expect(await prepareSocketPlace({ runtimeFolder, dataFolder })).toBe(join(dataFolder, 'run', 'events.sock'))
  expect((await lstat(path)).ino).toBe(ino)
})

test('when the data folder’s socket is taken too, that is said', async () => {
  const path = await prepareSocketPlace({ runtimeFolder: undefined, dataFolder })
  await listenOn(path)
  await expect(prepareSocketPlace({ runtimeFolder: undefined, dataFolder })).rejects.toMatchObject({
    code: 'already_running',
    message: expect.stringContaining(path),
  })
  expect(await exists(path)).toBe(true)
})

test('a file that is not a socket is not removed', async () => {
  await mkdir(join(dataFolder, 'run'))
  const path = join(dataFolder, 'run', 'events.sock')
  await writeFile(path, 'precious')
  await expect(prepareSocketPlace({ runtimeFolder: undefined, dataFolder })).rejects.toThrow(/not a socket/)
  expect(await exists(path)).toBe(true)
})

test('a runtime folder with too long a name is passed over', async () => {
  const long = join(runtimeFolder, 'r'.repeat(100))
  await mkdir(long)
  expect(await prepareSocketPlace({ runtimeFolder: long, dataFolder })).toBe(
    join(dataFolder, 'run', 'events.sock'),
  )
})

test('a data folder with too long a name is a clear sentence', async () => {
  const long = join(dataFolder, 'd'.repeat(100))
  await mkdir(long)
  await expect(prepareSocketPlace({ runtimeFolder: undefined, dataFolder: long })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Choose a shorter data folder'),
  })
})
