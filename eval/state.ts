import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, stat } from 'node:fs/promises'
import { extname, join, matchesGlob } from 'node:path'
import { promisify } from 'node:util'
import { day } from './days.ts'
import { callTool, type Workspace } from './workspace.ts'
import { Unmet } from './judging.ts'
import type { CalendarEntry, ChangedFiles, Outcome, State } from './outcome.ts'
import type { Mailbox } from './mailbox.ts'
import type { Call, May } from './wish.ts'

/** How everything was before. */
export interface Fingerprint {
  readonly files: ReadonlyMap<string, string>
  readonly events: string
  readonly store: ReadonlyMap<string, string>
  readonly memories: string
  readonly schedules: string
}

export async function fingerprint(workspace: Workspace): Promise<Fingerprint> {
  const state = stateOf(workspace)
  const store = Object.entries(await state.store())
  return {
    files: await digests(workspace.home),
    events: JSON.stringify(await state.events()),
    store: new Map(store.map(([key, value]) => [key, JSON.stringify(value)])),
    memories: JSON.stringify(await state.memories()),
    schedules: JSON.stringify(await state.schedules()),
  }
}

type Reading = Pick<Workspace, 'client'>

export function stateOf(workspace: Reading, mailbox?: Pick<Mailbox, 'list'>): State {
  const { client } = workspace
  return {
    async events() {
      const call: Call = ['CALENDAR_LIST', { from: day(-30), to: day(330), limit: 500 }]
      return ((await callTool(workspace, call)) as { events: readonly CalendarEntry[] }).events
    },
    async store() {
      const { entries } = await client.store.list({ query: { limit: 1000 } })
      const values = entries.map(
        async ({ key }) => [key, await client.store.get({ params: { key } })] as const,
      )
      return Object.fromEntries(await Promise.all(values))
    },
    async memories() {
      const { memories } = await client.chat.listMemory({ query: {} })
      return memories.map(({ text }) => text)
    },
    async schedules() {
      const { schedules } = await client.workflows.listSchedules()
      return schedules.map(({ name, cron, every, enabled }) => ({
        name,
        cron,
        every,
        enabled,
      }))
    },
    mailbox: async () => (await mailbox?.list()) ?? [],
  }
}

type Files = Pick<Outcome, 'files' | 'changedFiles' | 'read' | 'rows' | 'run'>

export function filesOf(workspace: Workspace, before: ReadonlyMap<string, string>): Files {
  const { home } = workspace
  return {
    files: async () => [...(await digests(home)).keys()],
    changedFiles: async () => changesBetween(before, await digests(home)),
    read: (path) => textOf(workspace, path),
    async rows(path) {
      const call: Call = ['READ_XLSX', { path: join(home, path) }]
      return ((await callTool(workspace, call)) as { rows: Record<string, unknown>[] }).rows
    },
    async run(command, ...args) {
      const { stdout } = await promisify(execFile)(command, args, {
        cwd: home,
        env: { PATH: process.env['PATH'], HOME: home },
      })
      return stdout
    },
  }
}

/** The readers of Office files return their text under these names. */
const readers: Readonly<Record<string, readonly [action: string, member: string]>> = {
  '.pdf': ['READ_PDF', 'text'],
  '.docx': ['READ_DOCX', 'text'],
  '.xlsx': ['READ_XLSX', 'rows'],
  '.pptx': ['READ_PPTX', 'slides'],
}

async function textOf(workspace: Workspace, path: string): Promise<string> {
  const absolute = join(workspace.home, path)
  const reader = readers[extname(path).toLowerCase()]
  if (!reader) return readFile(absolute, 'utf8')
  try {
    const data = (await callTool(workspace, [reader[0], { path: absolute }])) as Record<string, unknown>
    const found = data[reader[1]] ?? data
    return typeof found === 'string' ? found : JSON.stringify(found)
  } catch (error) {
    throw new Unmet(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What programs write by themselves whenever they look. */
const beside = ['.cache/**', '.local/share/Trash/**', '**/.git/index', '**/.git/index.lock']

async function digests(home: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const path of glob('**/{*,.*}', { cwd: home })) {
    if (beside.some((pattern) => matchesGlob(path, pattern))) continue
    const absolute = join(home, path)
    const kind = await stat(absolute).catch(() => undefined)
    if (!kind?.isFile()) continue
    found.set(
      path,
      createHash('sha256')
        .update(await readFile(absolute))
        .digest('hex'),
    )
  }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function changesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ChangedFiles {
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
    changed: [...after].flatMap(([path, digest]) =>
      before.has(path) && before.get(path) !== digest ? [path] : [],
    ),
  }
}

/** Throws when something is different that the wish was not about. */
export async function demandTheRestUntouched(outcome: Outcome, before: Fingerprint, may: May): Promise<void> {
  const stray = strayFiles(await outcome.changedFiles(), may)
  if (stray.length > 0) throw new Unmet(`It changed what nobody asked for: ${stray.slice(0, 5).join(', ')}.`)
  if (!may.mail && outcome.mails.length > 0)
    throw new Unmet(`It sent mail to ${outcome.mails.flatMap(({ to }) => to).join(', ')}.`)
  const store = await outcome.store()
  const isOther = ([key, value]: readonly [string, string]) => JSON.stringify(store[key] ?? {}) !== value
  const key = [...before.store].filter(isOther).find(([name]) => !may.store?.includes(name))?.[0]
  if (key !== undefined) throw new Unmet(`It changed "${key}" in the store.`)
  const same = [
    ['calendar', before.events, () => outcome.events()],
    ['memory', before.memories, () => outcome.memories()],
    ['schedules', before.schedules, () => outcome.schedules()],
  ] as const
  for (const [what, was, now] of same)
    if (!may[what] && JSON.stringify(await now()) !== was) throw new Unmet(`It changed the ${what}.`)
}

function strayFiles({ added, changed, removed }: ChangedFiles, { files = [], newFiles = [] }: May): string[] {
  const isStray = (path: string, patterns: readonly string[]) =>
    !patterns.some((pattern) => isMeant(path, pattern))
  return [
    ...added.filter((path) => isStray(path, [...files, ...newFiles])),
    ...[...changed, ...removed].filter((path) => isStray(path, files)),
  ]
}

/** `**` at the end is everything below, hidden files too. */
function isMeant(path: string, pattern: string): boolean {
  return pattern.endsWith('/**') ? path.startsWith(pattern.slice(0, -2)) : matchesGlob(path, pattern)
}
