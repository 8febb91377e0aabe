import { execFile } from 'node:child_process'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { silentLog } from '../src/contract/log.ts'
import type { ToolCall } from '../src/contract/tool.ts'
import { searchFiles } from '../src/plugins/file-manager/search-files.ts'
import { isInstalled } from './load.ts'
import { table } from './table.ts'

const FILES = Number(process.env['BENCH_FILES'] ?? 200_000)
const ROUNDS = 9
const FILES_IN_FOLDER = 20
const FOLDERS_IN_FOLDER = 20
const NAMES = ['invoice', 'holiday', 'budget', 'letter', 'photo', 'draft', 'notes', 'summary', 'plan']
const ENDINGS = ['txt', 'pdf', 'png', 'mp3', 'ts', 'docx', 'jpg', 'csv']

/** The same question in three languages; `fd` wants its pattern last. */
const SEARCHES = [
  { query: 'quarterly', find: ['-iname', '*quarterly*'], fd: ['-i', 'quarterly'] },
  { query: '*.pdf', find: ['-iname', '*.pdf'], fd: ['-i', '-g', '*.pdf'] },
  {
    query: 'images',
    find: ['-iname', '*.png', '-o', '-iname', '*.jpg'],
    fd: ['-e', 'png', '-e', 'jpg', '.'],
  },
]

/** SEARCH_FILES, which also ranks and tells size and date, beside `find` and `fd`, which only print names. */
export async function benchSearchFiles(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const root = join(folder.path, 'tree')
  await makeTree(root)
  const fd = (await isInstalled('fdfind')) ? 'fdfind' : 'fd'
  const hasFd = await isInstalled(fd)
  console.log(
    `Search over ${FILES} files in ${Math.ceil(FILES / FILES_IN_FOLDER)} folders, median of ${ROUNDS}, in ms`,
  )
  const rows: string[][] = []
  for (const search of SEARCHES) {
    const [ours, find, fast] = await inTurn([
      () => ourSearch(search.query, root),
      () => printedLines('find', [root, ...search.find]),
      ...(hasFd ? [() => printedLines(fd, ['--no-ignore', ...search.fd, root])] : []),
    ])
    if (!ours || !find) continue
    if (ours.found !== find.found || (fast && ours.found !== fast.found)) {
      throw new Error(`For ${search.query}: ${ours.found}, ${find.found} and ${fast?.found} were found.`)
    }
    const times = [ours, find, ...(fast ? [fast] : [])].map(({ milliseconds }) => milliseconds)
    const ratios = times.slice(1).map((time) => (times[0]! / time).toFixed(2))
    rows.push([search.query, String(ours.found), ...times.map((time) => time.toFixed(0)), ...ratios])
  }
  const others = hasFd ? ['find', 'fd'] : ['find']
  console.log(
    table(['query', 'found', 'SEARCH_FILES', ...others, ...others.map((name) => `times ${name}`)], rows),
  )
}

async function makeTree(root: string): Promise<void> {
  for (let made = 0; made < FILES; made += FILES_IN_FOLDER) {
    const number = made / FILES_IN_FOLDER
    const year = Math.floor(number / FOLDERS_IN_FOLDER ** 2)
    const month = Math.floor(number / FOLDERS_IN_FOLDER) % FOLDERS_IN_FOLDER
    const folder = join(root, `archive-${year}`, `box-${month}`, `folder-${number}`)
    await mkdir(folder, { recursive: true })
    const count = Math.min(FILES_IN_FOLDER, FILES - made)
    await Promise.all(
      Array.from({ length: count }, (_, index) => writeFile(join(folder, nameOf(made + index)), '')),
    )
  }
}

function nameOf(number: number): string {
  const kind = number % 1009 === 0 ? 'Quarterly-report' : NAMES[number % NAMES.length]!
  return `${kind}-${number}.${ENDINGS[number % ENDINGS.length]}`
}

async function ourSearch(query: string, root: string): Promise<number> {
  const { data } = await searchFiles.run({ query, path: root }, benchCall(root))
  return data.found
}

function benchCall(root: string): ToolCall {
  return {
    signal: new AbortController().signal,
    provenance: 'local-client',
    isApproved: false,
    log: silentLog,
    now: () => new Date(),
    home: root,
    dataFolder: join(root, 'no-data'),
    fetch,
    setting: () => undefined,
    progress: () => {},
  }
}

async function printedLines(program: string, args: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1024 ** 3 })
  return stdout.split('\n').length - 1
}

/** Round by round, so that a busy moment of the machine hits all alike. */
async function inTurn(
  contestants: readonly (() => Promise<number>)[],
): Promise<{ found: number; milliseconds: number }[]> {
  const times = contestants.map(() => [] as number[])
  const found = contestants.map(() => 0)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, run] of contestants.entries()) {
      const start = performance.now()
      found[index] = await run()
      times[index]!.push(performance.now() - start)
    }
  }
  return times.map((list, index) => ({ found: found[index]!, milliseconds: median(list) }))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
