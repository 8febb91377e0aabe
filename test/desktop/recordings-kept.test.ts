import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, mkdtempDisposable, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, type TestContext } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { Recordings } from '../../src/features/computer/recording/recordings.ts'
import type { TaskRecorder } from '../../src/features/computer/recording/task-recorder.ts'
import { TaskSecrets } from '../../src/features/computer/secrets/task-secrets.ts'
import { settingDefinitions } from '../../src/features/settings/definitions.ts'
import type { Frame } from '../../src/platform/desktop/desktop-driver.ts'
import { MemoryDesktop } from './memory-desktop.ts'

interface KeptOptions {
  readonly folder: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** The recordings in a real folder, of tasks that exist only as what a test tells of them. */
function keeping({ folder, settings = {} }: KeptOptions) {
  const values = new Map<string, unknown>(settingDefinitions.map((known) => [known.name, known.default]))
  for (const [name, value] of Object.entries(settings)) values.set(name, value)
  const told: string[] = []
  const warned: string[] = []
  const at = { now: new Date('2026-03-02T09:00:00Z') }
  const recordings = new Recordings({
    folder,
    settings: { get: (name: string) => (values.get(name) ?? null) as never, onChange: () => () => {} },
    publish: (_definition, data) => told.push(JSON.stringify(data)),
    now: () => at.now,
    log: { ...silentLog, warn: (_facts: object, sentence: string) => void warned.push(sentence) },
  })
  const driver = new MemoryDesktop()
  const begin = (taskId: string, task = 'Do it', signal = new AbortController().signal) =>
    recordings.begin({ taskId, task, driver, secrets: new TaskSecrets((text) => text, task), signal })
  return { recordings, driver, told, warned, values, at, begin }
}

/** Noise is never the same twice, and as large as a picture can be. */
async function noise(seed: number): Promise<Frame> {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 + seed } as const
  const create = { width: 1280, height: 720, channels: 3, background: '#000', noise } as const
  return frameOf(await sharp({ create }).png({ compressionLevel: 1 }).toBuffer())
}

async function plain(background: string): Promise<Frame> {
  const create = { width: 1280, height: 720, channels: 3, background } as const
  return frameOf(await sharp({ create }).png().toBuffer())
}

function frameOf(bytes: Buffer): Frame {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const area = { x: 0, y: 0, width: 1280, height: 720 }
  return { takenAt: 0, area, width: 1280, height: 720, mimeType: 'image/png', bytes, hash }
}

async function step(recorder: TaskRecorder, frame: Frame, number: number): Promise<void> {
  recorder.look(frame)
  await recorder.beforeAction()
  const record = {
    step: number,
    at: '2026-03-02T09:00:01Z',
    action: 'MOVE',
    args: {},
    reason: '',
    // Each line needs room of its own on the disk.
    outcome: 'Moved. '.repeat(800),
  }
  const deed = { words: `Step ${number}`, area: null, secretWindow: null, points: [{ x: 10, y: 20 }] }
  recorder.step({ kind: 'done', record, deed })
}

const ending = { status: 'completed', ended_by: 'done', message: 'Done.' } as const
const ids = async (folder: string) => (await readdir(folder)).toSorted()

test('what looks the same is stored once', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const { recordings, begin } = keeping({ folder: folder.path })
  const recorder = await begin('task_one')
  for (const [number, colour] of ['#fff', '#00f', '#fff', '#fff'].entries())
    await step(recorder, await plain(colour), number + 1)
  await recorder.end(ending)
  const { moments, steps, bytes } = await recordings.read('task_one')
  expect(steps).toBe(4)
  expect(new Set(moments.map(({ picture }) => picture?.id)).size).toBe(2)
  expect(await readdir(join(folder.path, 'task_one'))).toHaveLength(3)
  expect(bytes).toBeGreaterThan(500)
  await recordings.close()
})

test('a recording that has reached its size goes on without pictures, and says so', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const { recordings, begin } = keeping({ folder: folder.path, settings: { COMPUTER_RECORDING_TASK_MB: 1 } })
  const recorder = await begin('task_one')
  for (let number = 1; number <= 8; number += 1) await step(recorder, await noise(number), number)
  await recorder.end(ending)
  const { moments, bytes, message } = await recordings.read('task_one')
  expect(bytes).toBeLessThan(1.2 * 1024 * 1024)
  expect(moments[0]).toMatchObject({ picture: { width: 1280 }, no_picture: null })
  expect(moments[7]).toMatchObject({
    words: 'Step 8',
    picture: null,
    no_picture: expect.stringContaining('COMPUTER_RECORDING_TASK_MB'),
  })
  expect(message).toBe('Done.')
  await recordings.close()
})

test('the oldest recordings go first, the one that is being made never', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const { recordings, begin, at, values, told } = keeping({
    folder: folder.path,
    settings: { COMPUTER_RECORDING_MB: 2 },
  })
  for (const [index, name] of ['task_a', 'task_b', 'task_c', 'task_d'].entries()) {
    at.now = new Date(Date.UTC(2026, 2, 2, 9, index))
    const recorder = await begin(name)
    for (let number = 1; number <= 2; number += 1) await step(recorder, await noise(number), number)
    await recorder.end(ending)
  }
  const left = await recordings.list(100)
  expect(left.bytes).toBeLessThan(2.1 * 1024 * 1024)
  expect(left.recordings.map(({ task_id }) => task_id)).toContain('task_d')
  expect(left.recordings.map(({ task_id }) => task_id)).not.toContain('task_a')
  expect(told).toContain(JSON.stringify({ task_id: 'task_a', deleted: true }))
  values.set('COMPUTER_RECORDING_DAYS', 3)
  at.now = new Date(Date.UTC(2026, 2, 6))
  await recordings.sweep()
  expect(await recordings.list(100)).toMatchObject({ recordings: [], total: 0, bytes: 0 })
  expect(await ids(folder.path)).toEqual([])
  await recordings.close()
})

test('what a crash leaves breaks nothing and is cleaned up', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const first = keeping({ folder: folder.path })
  const recorder = await first.begin('task_cut')
  await step(recorder, await plain('#fff'), 1)
  await expect.poll(() => first.told.length).toBe(1)
  // The process is gone here. Half a line, a picture that no line names, and what a deletion was at.
  const path = join(folder.path, 'task_cut')
  await appendFile(join(path, 'recording.jsonl'), '{"number":2,"kind":"st')
  await writeFile(join(path, `${'a'.repeat(24)}.webp`), 'half a pic')
  for (const name of ['task_empty', '.gone-task_x-1', 'task_headless']) await mkdir(join(folder.path, name))
  await writeFile(join(folder.path, 'task_headless', 'recording.jsonl'), '{"version":1,"task_')
  const { recordings } = keeping({ folder: folder.path })
  const cut = {
    task_id: 'task_cut',
    status: 'failed',
    steps: 1,
    message: expect.stringContaining('the service stopped'),
  }
  expect(await recordings.list(100)).toMatchObject({ recordings: [cut], total: 1 })
  await recordings.sweep()
  expect(await ids(folder.path)).toEqual(['task_cut'])
  expect(await ids(path)).toEqual([expect.stringMatching(/^[0-9a-f]{24}\.webp$/), 'recording.jsonl'])
  const { moments } = await recordings.read('task_cut')
  expect(await recordings.picture('task_cut', moments[0]!.picture!.id)).toMatchObject({
    mime_type: 'image/webp',
  })
  await recordings.close()
  await first.recordings.close()
})

test('deleted while it runs, the rest of the task is not recorded', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const { recordings, begin, told } = keeping({ folder: folder.path })
  const recorder = await begin('task_one')
  await step(recorder, await plain('#fff'), 1)
  const deletion = recordings.remove('task_one')
  await step(recorder, await plain('#000'), 2)
  await deletion
  await step(recorder, await plain('#00f'), 3)
  await recorder.end(ending)
  expect(await readdir(folder.path)).toEqual([])
  expect(told.at(-1)).toBe(JSON.stringify({ task_id: 'task_one', deleted: true }))
  await expect(recordings.read('task_one')).rejects.toMatchObject({
    code: 'not_found',
    message: /was deleted/,
  })
  await expect(recordings.remove('task_one')).rejects.toMatchObject({ code: 'not_found' })
  await expect(recordings.picture('../..', 'a'.repeat(24))).rejects.toMatchObject({ code: 'not_found' })
  await expect(recordings.picture('task_one', '../../deskhand')).rejects.toMatchObject({ code: 'not_found' })
  await recordings.close()
})

test('COMPUTER_RECORDING off records nothing', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const { recordings, begin } = keeping({ folder: folder.path, settings: { COMPUTER_RECORDING: 'off' } })
  const recorder = await begin('task_one')
  await step(recorder, await plain('#fff'), 1)
  await recorder.end(ending)
  expect(await recordings.list(100)).toEqual({ recordings: [], total: 0, bytes: 0, is_on: false })
  await recordings.close()
})

test('a picture of which nobody tells in time where its passwords are is left out', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const { recordings, driver, begin } = keeping({ folder: folder.path })
  // An application that never answers.
  driver.readElements = () => new Promise(() => {})
  const recorder = await begin('task_one')
  await step(recorder, await plain('#fff'), 1)
  await recorder.end(ending)
  const { moments } = await recordings.read('task_one')
  expect(moments[0]).toMatchObject({
    words: 'Step 1',
    picture: null,
    no_picture: expect.stringContaining('passwords'),
  })
  await recordings.close()
})

test('applications that answer nobody hold up a task once, not at each action', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const { recordings, driver, begin } = keeping({ folder: folder.path })
  driver.readElements = () => new Promise(() => {})
  const recorder = await begin('task_one')
  const begun = performance.now()
  for (let number = 1; number <= 20; number += 1) await step(recorder, await plain('#fff'), number)
  // A wait of its own at each of them would be ten seconds.
  expect(performance.now() - begun).toBeLessThan(5_000)
  await recorder.end(ending)
  expect((await recordings.read('task_one')).steps).toBe(20)
  await recordings.close()
})

test('a disk that takes nothing holds up no task', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  const { recordings, begin, told } = keeping({ folder: folder.path })
  const recorder = await begin('task_one')
  // Whoever writes into a pipe waits until somebody reads it.
  const path = join(folder.path, 'task_one', 'recording.jsonl')
  await rm(path)
  execFileSync('mkfifo', [path])
  for (let number = 1; number <= 5; number += 1) await step(recorder, await plain('#fff'), number)
  expect(told).toEqual([])
  await using pipe = await open(path, 'r+')
  await expect.poll(() => told.length).toBe(5)
  const { buffer, bytesRead } = await pipe.read(Buffer.alloc(64 * 1024))
  expect(buffer.toString('utf8', 0, bytesRead)).toContain('"words":"Step 5"')
  await recordings.close()
})

function mountSmallDisk(context: TestContext, folder: string): Disposable {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    if (process.env['CI']) throw error
    context.skip(`no small disk could be mounted here, so the full disk is not tested: ${String(error)}`)
  }
  return { [Symbol.dispose]: () => void execFileSync('umount', [folder]) }
}

test('on a full disk the task goes on; with space again, no step is missing', async (context) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'recordings-'))
  using _disk = mountSmallDisk(context, folder.path)
  const { recordings, begin, warned } = keeping({ folder: folder.path })
  const recorder = await begin('task_one')
  await step(recorder, await plain('#fff'), 1)
  await expect.poll(async () => (await recordings.read('task_one')).steps).toBe(1)
  const ballast = join(folder.path, 'ballast')
  await writeFile(ballast, Buffer.alloc(2 ** 21)).catch(() => {})
  await step(recorder, await noise(2), 2)
  await step(recorder, await noise(3), 3)
  await expect.poll(() => warned).toEqual(["Couldn't record all of a computer control task."])
  // It can be listed all the time.
  expect((await recordings.list(100)).recordings).toMatchObject([{ task_id: 'task_one', status: 'running' }])
  await rm(ballast)
  await step(recorder, await plain('#00f'), 4)
  await recorder.end(ending)
  const { moments, status } = await recordings.read('task_one')
  expect(status).toBe('completed')
  expect(moments.map(({ words }) => words)).toEqual(['Step 1', 'Step 2', 'Step 3', 'Step 4', 'Done'])
  expect(moments[1]).toMatchObject({ picture: null, no_picture: 'The disk was full.' })
  expect(moments[3]).toMatchObject({ picture: { width: 1280 } })
  await recordings.close()
})
