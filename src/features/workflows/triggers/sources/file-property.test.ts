import { lstatSync, readdirSync } from 'node:fs'
import { appendFile, mkdir, mkdtempDisposable, rename, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trigger } from '../schemas.ts'
import { FileSource } from './file.ts'
import { stateOf, type FileCursor } from './files/cursor.ts'

const SETTLE_S = 3_600
const folders = ['', 'x', 'x/y', 'z']
// Few, so that files come back to where they were.
const anyFile = fc.constantFrom('a', 'b', 'a', 'b', 'x/a', 'x/y/b', 'z/a', '.a', 'x/c~')
const anyFolder = fc.constantFrom('x', 'x/y', 'z')

type Act =
  | { readonly do: 'write' | 'append'; readonly file: string; readonly text: string }
  | { readonly do: 'remove'; readonly file: string }
  | { readonly do: 'move'; readonly from: string; readonly to: string }
  /** Files that were last touched before the last `unsettled` acts have settled. */
  | { readonly do: 'look'; readonly unsettled: number; readonly isStored: boolean }

const anyText = fc.string({ maxLength: 3 })
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), file: anyFile, text: anyText }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('append' as const), file: anyFile, text: anyText }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), file: anyFile }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), from: anyFile, to: anyFile }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), from: anyFolder, to: anyFolder }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('look' as const),
      unsettled: fc.nat({ max: 3 }),
      isStored: fc.boolean(),
    }),
  },
)

/** The files, the source, and what a keeper would have stored. */
class World {
  readonly root: string
  readonly problems: string[] = []
  readonly #source: FileSource
  #now = new Date()
  #cursor: FileCursor | undefined
  /** Path to state, by what was told and stored. */
  readonly #known = new Map<string, string>()
  /** What each key has ever stood for, and those that were stored. */
  readonly #meanings = new Map<string, string>()
  readonly #stored = new Set<string>()
  readonly #times: number[] = []

  constructor(home: string) {
    this.root = join(home, 'tree')
    this.#source = new FileSource({
      home,
      dataFolder: join(home, '.data'),
      setting: () => undefined,
      now: () => this.#now,
    })
  }

  async begin(): Promise<void> {
    for (const folder of folders) await mkdir(join(this.root, folder), { recursive: true })
    await this.#look(true)
  }

  /** What is not possible, e.g. to remove a file that is not there, does nothing. */
  async act(act: Act): Promise<void> {
    if (act.do === 'look') return this.lookAfter(act)
    this.#times.push(await tick())
    const at = (path: string) => join(this.root, path)
    if (act.do === 'remove') await unlink(at(act.file)).catch(() => {})
    else if (act.do === 'move') await rename(at(act.from), at(act.to)).catch(() => {})
    else await (act.do === 'write' ? writeFile : appendFile)(at(act.file), act.text).catch(() => {})
  }

  async lookAfter({ unsettled, isStored }: { unsettled: number; isStored: boolean }): Promise<void> {
    const horizon = unsettled === 0 ? await tick() : (this.#times.at(-unsettled) ?? 0)
    this.#now = new Date(horizon + SETTLE_S * 1_000)
    await this.#look(isStored)
    if (isStored) this.#checkAllTold(horizon)
  }

  async #look(isStored: boolean): Promise<void> {
    const trigger: Trigger<'file'> = {
      id: 't1',
      type: 'file',
      path: this.root,
      recursive: true,
      events: ['created', 'changed', 'removed'],
      settle_s: SETTLE_S,
    }
    const cursor = this.#cursor && (JSON.parse(JSON.stringify(this.#cursor)) as FileCursor)
    const look = await this.#source.look(
      { ...trigger, by: 'automation' },
      cursor,
      new AbortController().signal,
    )
    for (const { key, data } of look.events) {
      const [kind, state] = key.split(':')
      const meaning = `${kind} ${data['path'] as string} ${state}`
      this.#check((this.#meanings.get(key) ?? meaning) === meaning, `${key} also stands for ${meaning}`)
      this.#meanings.set(key, meaning)
      if (!isStored) continue
      // Something that happens anew must not be taken for what was told before.
      this.#check(!this.#stored.has(key), `${key} is told anew`)
      this.#stored.add(key)
      const path = relative(this.root, data['path'] as string)
      this.#check(data['name'] === basename(path) && data['kind'] === kind, `${key} has other data`)
      this.#check(this.#known.has(path) === (kind !== 'created'), `${path} is told as ${kind}`)
      if (kind === 'removed') this.#known.delete(path)
      else this.#known.set(path, state!)
    }
    if (isStored) this.#cursor = look.cursor
  }

  /** Judged by the files themselves: what has settled is told as it is, and what is gone is told to be gone. */
  #checkAllTold(horizon: number): void {
    const there = new Map<string, string>()
    for (const entry of readdirSync(this.root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = relative(this.root, join(entry.parentPath, entry.name))
      const stats = lstatSync(join(this.root, path))
      there.set(path, stateOf(stats))
      if (/^\.|~$/.test(entry.name)) this.#check(!this.#known.has(path), `${path} is told`)
      else if (stats.ctimeMs < horizon)
        this.#check(this.#known.get(path) === stateOf(stats), `${path} is not told as it is`)
    }
    for (const path of this.#known.keys()) this.#check(there.has(path), `${path} is not told to be gone`)
  }

  #check(isSo: boolean, otherwise: string): void {
    if (!isSo) this.problems.push(otherwise)
  }
}

/** The clock of a disk goes in steps of some milliseconds: the time of a file that is written from now on is not less. */
async function tick(): Promise<number> {
  await sleep(10)
  return Date.now()
}

test(
  'whatever happens to files, every settled state is told, and no key stands for two',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 5, maxLength: 40 }), async (all) => {
        await using home = await mkdtempDisposable(join(tmpdir(), 'deskhand-trigger-'))
        const world = new World(home.path)
        await world.begin()
        for (const act of all) await world.act(act)
        await world.lookAfter({ unsettled: 0, isStored: true })
        expect(world.problems).toEqual([])
      }),
      { numRuns: 30 },
    )
  },
)
