import { mkdirSync, type watch } from 'node:fs'
import {
  chmod,
  link,
  mkdir,
  mkdtempDisposable,
  open,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Provenance } from '../../../../contract/endpoint.ts'
import type { Trigger } from '../schemas.ts'
import { FileSource } from './file.ts'
import type { FileCursor } from './files/cursor.ts'

const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'

/** A home folder with a source that looks into it, as the keeper would. */
class Stage implements AsyncDisposable {
  readonly home: string
  readonly source: FileSource
  readonly trigger: Trigger<'file'>
  readonly stop = new AbortController()
  readonly provenance: Provenance
  cursor: FileCursor | undefined
  againInMs: number | undefined
  /** Added to the clock: what was written a moment ago has long settled. */
  laterMs = 0
  readonly #remove: () => Promise<void>

  private constructor(
    { path, remove }: { path: string; remove: () => Promise<void> },
    { provenance = 'schedule', watchFolder, ...trigger }: StageOptions,
  ) {
    this.home = path
    this.provenance = provenance
    this.#remove = remove
    this.trigger = { id: 't1', type: 'file', path: '~/Inbox', settle_s: 60, ...trigger }
    this.source = new FileSource({
      home: path,
      dataFolder: join(path, 'service-data'),
      setting: () => undefined,
      now: () => new Date(Date.now() + this.laterMs),
      ...(watchFolder && { watchFolder }),
    })
  }

  static async open(options: StageOptions = {}): Promise<Stage> {
    const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-trigger-'))
    await mkdir(join(folder.path, 'Inbox'))
    return new Stage(folder, options)
  }

  at(path: string): string {
    return join(this.home, 'Inbox', path)
  }

  /** What is told once everything has settled, in short, in the order of the paths. */
  async settled(): Promise<string[]> {
    this.laterMs = 3_600_000
    return (await this.look()).toSorted()
  }

  async look(): Promise<string[]> {
    return (await this.events()).map(({ data }) => `${String(data['kind'])} ${String(data['name'])}`)
  }

  async events() {
    // As JSON, which is how it is stored.
    const cursor = this.cursor && (JSON.parse(JSON.stringify(this.cursor)) as FileCursor)
    const found = await this.source.look({ ...this.trigger, by: this.provenance }, cursor, this.stop.signal)
    this.cursor = found.cursor
    this.againInMs = found.againInMs
    return found.events
  }

  async watched(): Promise<{ hints: number }> {
    const seen = { hints: 0 }
    await this.source.watch(
      { ...this.trigger, by: this.provenance },
      () => (seen.hints += 1),
      this.stop.signal,
    )
    return seen
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop.abort()
    await this.#remove()
  }
}

interface StageOptions extends Partial<Omit<Trigger<'file'>, 'id' | 'type'>> {
  readonly provenance?: Provenance
  readonly watchFolder?: typeof watch
}

test('what is there already is not told; what comes, changes and goes later is', async () => {
  await using stage = await Stage.open({ events: ['created', 'changed', 'removed'] })
  await writeFile(stage.at('old.txt'), 'old')
  expect(await stage.look()).toEqual([])
  await writeFile(stage.at('Report.PDF'), 'new')
  stage.laterMs = 3_600_000
  const [created] = await stage.events()
  expect(created!.data).toEqual({
    path: stage.at('Report.PDF'),
    name: 'Report.PDF',
    folder: stage.at(''),
    kind: 'created',
    size: 3,
    changed_at: expect.stringMatching(/^20.*Z$/),
    extension: 'pdf',
  })
  expect(created!.key).toMatch(/^created:.*Report\.PDF$/)
  await writeFile(stage.at('old.txt'), 'older')
  expect(await stage.settled()).toEqual(['changed old.txt'])
  await rm(stage.at('old.txt'))
  expect(await stage.settled()).toEqual(['removed old.txt'])
  const { cursor } = stage
  expect(await stage.settled()).toEqual([])
  expect(stage.cursor).toEqual(cursor)
})

test('a file that is still being written is told once it has settled, even after a crash', async () => {
  await using stage = await Stage.open()
  await stage.look()
  await writeFile(stage.at('film.mp4'), 'half')
  expect(await stage.look()).toEqual([])
  expect(stage.againInMs).toBeGreaterThan(50_000)
  expect(stage.againInMs).toBeLessThanOrEqual(60_000)
  await writeFile(stage.at('film.mp4'), 'half and the rest')
  expect(await stage.look()).toEqual([])
  expect(stage.cursor!.files).toEqual({})
  expect(await stage.settled()).toEqual(['created film.mp4'])
})

test('only what the trigger asks for is told', async () => {
  await using stage = await Stage.open({ events: ['removed'] })
  await stage.look()
  await writeFile(stage.at('a'), '')
  expect(await stage.settled()).toEqual([])
  await rm(stage.at('a'))
  expect(await stage.settled()).toEqual(['removed a'])
})

test('a download is told by its last name, and what programs keep for themselves not at all', async () => {
  await using stage = await Stage.open({ settle_s: 0 })
  await stage.look()
  for (const name of ['.~lock.letter.odt#', '.letter.txt.swp', '~$letter.docx', 'letter.txt~', '.hidden'])
    await writeFile(stage.at(name), 'x')
  const download = await open(stage.at('film.mp4.part'), 'w')
  await download.write('half')
  // Only Linux can tell who has a file open.
  if (isLinux) {
    expect(await stage.look()).toEqual([])
    expect(stage.againInMs).toBeGreaterThan(0)
  }
  await download.close()
  await rename(stage.at('film.mp4.part'), stage.at('film.mp4'))
  expect(await stage.look()).toEqual(['created film.mp4'])
})

test.runIf(isLinux)('a new file that stays open without a change is told after a minute', async () => {
  await using stage = await Stage.open({ settle_s: 0 })
  await stage.look()
  await using log = await open(stage.at('program.log'), 'a')
  await log.write('started')
  expect(await stage.look()).toEqual([])
  stage.laterMs = 61_000
  expect(await stage.look()).toEqual(['created program.log'])
  await log.write('and goes on')
  expect(await stage.look()).toEqual(['changed program.log'])
})

test('a file that was moved away and back is told again, as is its second removal', async () => {
  await using stage = await Stage.open({ events: ['created', 'removed'] })
  await stage.look()
  await writeFile(stage.at('a.pdf'), 'x')
  stage.laterMs = 3_600_000
  const keys = new Set<string>()
  for (let turn = 0; turn < 2; turn += 1) {
    for (const { key } of await stage.events()) keys.add(key)
    await rename(stage.at('a.pdf'), join(stage.home, 'a.pdf'))
    for (const { key } of await stage.events()) keys.add(key)
    await rename(join(stage.home, 'a.pdf'), stage.at('a.pdf'))
  }
  expect(keys.size).toBe(4)
})

test('a look that was not stored tells the same again, by the same keys', async () => {
  await using stage = await Stage.open()
  await stage.look()
  await writeFile(stage.at('a'), '')
  const { cursor } = stage
  stage.laterMs = 3_600_000
  const first = await stage.events()
  stage.cursor = cursor
  expect(await stage.events()).toEqual(first)
})

test('folders inside are looked into only where that is wanted, and links are never followed', async () => {
  await using stage = await Stage.open({ recursive: true })
  await using flat = await Stage.open()
  for (const { at, home } of [stage, flat].map((one) => ({ at: one.at.bind(one), home: one.home }))) {
    await mkdir(at('deep/deeper'), { recursive: true })
    await mkdir(at('node_modules'))
    await mkdir(join(home, 'elsewhere'))
    await symlink(join(home, 'elsewhere'), at('linked'))
  }
  await stage.look()
  await flat.look()
  for (const { at, home } of [stage, flat].map((one) => ({ at: one.at.bind(one), home: one.home }))) {
    await writeFile(at('deep/deeper/a'), '')
    await writeFile(at('node_modules/b'), '')
    await writeFile(join(home, 'elsewhere/c'), '')
    await symlink(join(home, 'elsewhere/c'), at('d'))
  }
  expect(await stage.settled()).toEqual(['created a'])
  expect(await flat.settled()).toEqual([])
})

test('a folder that does not exist yet is trouble, and everything in it is new when it comes', async () => {
  await using stage = await Stage.open({ path: '$home/Later' })
  expect(await stage.look()).toEqual([])
  expect(stage.againInMs).toBe(0)
  await expect(stage.look()).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no file or folder "$home/Later" to watch.',
  })
  await mkdir(join(stage.home, 'Later'))
  await writeFile(join(stage.home, 'Later', 'a'), '')
  expect(await stage.settled()).toEqual(['created a'])
})

test('a folder that vanishes takes no files with it: what is gone is told when it is back', async () => {
  await using stage = await Stage.open({ events: ['created', 'removed'] })
  for (const name of ['a', 'b']) await writeFile(stage.at(name), name)
  await stage.look()
  await rename(stage.at(''), join(stage.home, 'away'))
  await expect(stage.look()).rejects.toMatchObject({ code: 'not_found' })
  await rm(join(stage.home, 'away/b'))
  await rename(join(stage.home, 'away'), stage.at(''))
  expect(await stage.settled()).toEqual(['removed b'])
})

test('an empty folder where a disk used to be is trouble, not a thousand removals', async () => {
  await using stage = await Stage.open({ events: ['removed'] })
  await writeFile(stage.at('a'), '')
  await stage.look()
  await rm(stage.at('a'))
  stage.cursor = { ...stage.cursor!, mounts: [''] }
  await expect(stage.look()).rejects.toThrow(/^The disk at ".*Inbox" is not mounted\.$/)
})

test('files on a disk inside that is not mounted now are not removed', async () => {
  await using stage = await Stage.open({ events: ['removed'], recursive: true })
  await mkdir(stage.at('stick/photos'), { recursive: true })
  await writeFile(stage.at('stick/photos/a'), '')
  await writeFile(stage.at('b'), '')
  await stage.look()
  stage.cursor = { ...stage.cursor!, mounts: ['stick'] }
  await rm(stage.at('stick'), { recursive: true })
  await rm(stage.at('b'))
  expect(await stage.settled()).toEqual(['removed b'])
  await mkdir(stage.at('stick'))
  expect(await stage.settled()).toEqual([])
  expect(stage.cursor).toMatchObject({ mounts: ['stick'], files: { 'stick/photos': {} } })
})

test.skipIf(isRoot)(
  'a folder that cannot be read stops nobody, and its files do not count as removed',
  async () => {
    await using stage = await Stage.open({ events: ['created', 'removed'], recursive: true })
    await mkdir(stage.at('locked'))
    await writeFile(stage.at('locked/a'), '')
    await stage.look()
    await chmod(stage.at('locked'), 0)
    await writeFile(stage.at('b'), '')
    expect(await stage.settled()).toEqual(['created b'])
    await chmod(stage.at('locked'), 0o700)
    expect(await stage.settled()).toEqual([])
  },
)

test('a single file is told when it changes, goes and comes back, and its neighbours are not', async () => {
  await using stage = await Stage.open({
    path: '~/Inbox/list.txt',
    events: ['created', 'changed', 'removed'],
  })
  await writeFile(stage.at('list.txt'), '')
  await stage.look()
  await writeFile(stage.at('other.txt'), '')
  await writeFile(stage.at('list.txt'), 'milk')
  expect(await stage.settled()).toEqual(['changed list.txt'])
  await rm(stage.at('list.txt'))
  expect(await stage.settled()).toEqual(['removed list.txt'])
  await writeFile(stage.at('list.txt'), 'eggs')
  expect(await stage.settled()).toEqual(['created list.txt'])
  await rm(stage.at(''), { recursive: true })
  await expect(stage.look()).rejects.toMatchObject({ code: 'not_found' })
})

test('a trigger that was changed to look elsewhere begins anew', async () => {
  await using stage = await Stage.open()
  await writeFile(stage.at('a'), '')
  await stage.look()
  await mkdir(join(stage.home, 'Other'))
  await writeFile(join(stage.home, 'Other/b'), '')
  const { cursor } = await stage.source.look(
    { ...stage.trigger, path: '~/Other', by: stage.provenance },
    stage.cursor,
    stage.stop.signal,
  )
  expect(Object.keys(cursor.files['']!)).toEqual(['b'])
})

test('names that mean something to JavaScript and long paths are like any others', async () => {
  await using stage = await Stage.open({ recursive: true })
  const long = 'n'.repeat(200)
  await mkdir(stage.at(`__proto__/${long}/${long}/${long}`), { recursive: true })
  await stage.look()
  await writeFile(stage.at('__proto__/constructor'), '')
  await writeFile(stage.at(`__proto__/${long}/${long}/${long}/toString`), '')
  stage.laterMs = 3_600_000
  const events = await stage.events()
  expect(events.map(({ data }) => String(data['name'])).toSorted()).toEqual(['constructor', 'toString'])
  expect(Math.max(...events.map(({ key }) => key.length))).toBeLessThanOrEqual(500)
  expect(await stage.settled()).toEqual([])
})

test('a disk whose clock is ahead settles by ours', async () => {
  await using stage = await Stage.open({ settle_s: 0.05 })
  await stage.look()
  stage.laterMs = -3_600_000
  await writeFile(stage.at('a'), '')
  expect(await stage.look()).toEqual([])
  await expect.poll(() => stage.look()).toEqual(['created a'])
})

test('an old date that a copy brings with it does not make it settled', async () => {
  await using stage = await Stage.open()
  await stage.look()
  await writeFile(stage.at('a'), 'copied')
  await utimes(stage.at('a'), 1, 1)
  expect(await stage.look()).toEqual([])
  expect(await stage.settled()).toEqual(['created a'])
})

test.each([
  ['~/.ssh', 'forbidden', 'SSH keys'],
  ['~/service-data', 'forbidden', "the service's own data"],
  ['/proc/self', 'forbidden', 'part of the system'],
  ['relative', 'invalid_request', 'must be an absolute path'],
])('%s cannot be watched', async (path, code, sentence) => {
  await using stage = await Stage.open({ path })
  await mkdir(join(stage.home, '.ssh'))
  await mkdir(join(stage.home, 'service-data'))
  await expect(stage.look()).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) })
})

test('a link does not lead a trigger to what may not be watched', async () => {
  await using stage = await Stage.open({ path: '~/harmless' })
  await mkdir(join(stage.home, '.ssh'))
  await symlink(join(stage.home, '.ssh'), join(stage.home, 'harmless'))
  await expect(stage.look()).rejects.toMatchObject({ code: 'forbidden' })
})

test('watching the home folder tells nothing of secrets and of the data of the service', async () => {
  await using stage = await Stage.open({ path: '~', recursive: true })
  for (const folder of ['.ssh', 'service-data', 'snap/firefox'])
    await mkdir(join(stage.home, folder), { recursive: true })
  await stage.look()
  for (const file of ['.ssh/id', 'service-data/x.db', 'snap/firefox/logins.json', 'Inbox/a'])
    await writeFile(join(stage.home, file), '')
  expect(await stage.settled()).toEqual(['created a'])
})

test.each(['model', 'import', 'webhook:chat'] as const)(
  'a trigger of %s watches the allowed folders only',
  async (provenance) => {
    await using outside = await Stage.open({ provenance })
    await expect(outside.look()).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('outside the folders'),
    })
    await using inside = await Stage.open({ provenance, path: '~/Documents' })
    await mkdir(join(inside.home, 'Documents'))
    await inside.look()
    await writeFile(join(inside.home, 'Documents/a'), '')
    expect(await inside.settled()).toEqual(['created a'])
  },
)

test('more than 20,000 folders are refused with a sentence', async () => {
  await using stage = await Stage.open({ recursive: true })
  for (let folder = 0; folder < 20_000; folder += 1) mkdirSync(stage.at(`f${folder}`))
  await expect(stage.look()).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('more than 20,000 folders'),
  })
})

test('a look ends when it is stopped', async () => {
  await using stage = await Stage.open()
  stage.stop.abort()
  await expect(stage.look()).rejects.toMatchObject({ name: 'AbortError' })
})

test('a watch hints at what changes, also in folders that came later', async () => {
  await using stage = await Stage.open({ recursive: true })
  await stage.look()
  const seen = await stage.watched()
  await mkdir(stage.at('new/newer'), { recursive: true })
  await expect.poll(() => seen.hints).toBeGreaterThan(0)
  const before = seen.hints
  await writeFile(stage.at('new/newer/a'), '')
  await expect.poll(() => seen.hints).toBeGreaterThan(before)
  expect(await stage.settled()).toEqual(['created a'])
  await rename(stage.at('new'), stage.at('renamed'))
  await expect.poll(() => seen.hints).toBeGreaterThan(before + 1)
  const renamed = seen.hints
  await writeFile(stage.at('renamed/newer/b'), '')
  await expect.poll(() => seen.hints).toBeGreaterThan(renamed)
})

test('a watch goes with the folders when they change their names', async () => {
  await using stage = await Stage.open({ recursive: true })
  for (const folder of ['one/in', 'two/in']) await mkdir(stage.at(folder), { recursive: true })
  await stage.look()
  const seen = await stage.watched()
  await rename(stage.at('one'), stage.at('three'))
  await rename(stage.at('two'), stage.at('one'))
  await expect.poll(() => seen.hints).toBeGreaterThan(0)
  for (const file of ['one/a', 'one/in/b', 'three/c', 'three/in/d']) {
    const before = seen.hints
    await writeFile(stage.at(file), '')
    await expect.poll(() => seen.hints).toBeGreaterThan(before)
  }
})

test('a watch finds a folder that comes later, and comes again', async () => {
  await using stage = await Stage.open({ path: '~/Later' })
  const seen = await stage.watched()
  for (let turn = 0; turn < 2; turn += 1) {
    const before = seen.hints
    await mkdir(join(stage.home, 'Later'))
    await expect.poll(() => seen.hints).toBeGreaterThan(before)
    const made = seen.hints
    await writeFile(join(stage.home, 'Later/a'), '')
    await expect.poll(() => seen.hints).toBeGreaterThan(made)
    const written = seen.hints
    await rm(join(stage.home, 'Later'), { recursive: true })
    await expect.poll(() => seen.hints).toBeGreaterThan(written)
  }
})

test('where the system has no more watches, it hints every half minute instead', async () => {
  const none = () => {
    throw Object.assign(new Error('no more'), { code: 'ENOSPC' })
  }
  await using stage = await Stage.open({ watchFolder: none as unknown as typeof watch })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const seen = await stage.watched()
    for (let hints = 1; hints <= 2; hints += 1) {
      vi.advanceTimersByTime(29_999)
      expect(seen.hints).toBe(hints - 1)
      vi.advanceTimersByTime(1)
      await vi.waitUntil(() => seen.hints === hints)
      await vi.waitUntil(() => vi.getTimerCount() > 0)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a file with two names is two files', async () => {
  await using stage = await Stage.open()
  await stage.look()
  await writeFile(stage.at('a'), '')
  await link(stage.at('a'), stage.at('b'))
  expect(await stage.settled()).toEqual(['created a', 'created b'])
})
