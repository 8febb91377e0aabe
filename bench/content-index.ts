import { execFile } from 'node:child_process'
import { mkdir, mkdtempDisposable, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pdfBytes } from '../test/pdf-bytes.ts'
import { openIndexForReading } from '../src/features/content-index/index-file.ts'
import { keepIndex } from '../src/features/content-index/keep-index.ts'
import { searchIndex } from '../src/features/content-index/search-index.ts'
import { isInstalled } from './load.ts'
import { table } from './table.ts'

const FILES = Number(process.env['BENCH_FILES'] ?? 5_000)
const PDF_EVERY = 20
const FILES_IN_FOLDER = 50
const ROUNDS = 30
const WORDS =
  'budget holiday letter invoice meeting project garden kitchen window station summer winter'.split(' ')
const QUERIES = ['zephyr', '"garden kitchen"', 'invoice meeting summer']

/** How fast files get into the index, without the pauses that it makes for others, and how fast words are found again. */
export async function benchContentIndex(): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const home = await realpath(temporary.path)
  const documents = join(home, 'Documents')
  await makeFiles(documents)
  const dataFolder = join(home, '.data')
  await mkdir(dataFolder)
  const index = join(dataFolder, 'content-index.db')
  const plan = { index, home, dataFolder, allowedFolders: [], leftOut: [], fromOutside: [], share: 1 }
  const keep = () =>
    timed(() =>
      keepIndex(plan, { signal: new AbortController().signal, tell: () => {}, turn: async () => {} }),
    )
  const first = await keep()
  const again = await keep()
  const pdfs = Math.ceil(FILES / PDF_EVERY)
  console.log(`${FILES} files, ${pdfs} of them PDF: ${(FILES / (first / 1000)).toFixed(0)} files a second`)
  console.log(`Looking for changes when there are none: ${again.toFixed(0)} ms`)
  const others = (await isInstalled('rg'))
    ? { name: 'rg', args: (word: string) => ['-il', word, documents] }
    : { name: 'grep', args: (word: string) => ['-ril', word, documents] }
  const database = openIndexForReading(index)!
  const rows: string[][] = []
  for (const words of QUERIES) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await timed(async () => void searchIndex(database, { words, most: 10 })))
      if (round % 5 === 0) theirs.push(await timed(() => printed(others.name, others.args(plain(words)))))
    }
    rows.push([words, ...percentiles(ours), percentiles(theirs)[0]])
  }
  database.close()
  console.log(table(['query', 'p50 ms', 'p99 ms', `${others.name} (text only) p50 ms`], rows))
}

async function makeFiles(folder: string): Promise<void> {
  for (let number = 0; number < FILES; number += 1) {
    const place = join(folder, `folder-${Math.floor(number / FILES_IN_FOLDER)}`)
    if (number % FILES_IN_FOLDER === 0) await mkdir(place, { recursive: true })
    const lines = Array.from({ length: 30 }, (_, line) => sentence(number * 31 + line))
    if (number % 1009 === 0) lines.push('A zephyr blows.')
    const isPdf = number % PDF_EVERY === 0
    const content = isPdf ? pdfBytes([lines]) : lines.join('\n')
    await writeFile(join(place, `${number}.${isPdf ? 'pdf' : 'txt'}`), content)
  }
}

function sentence(seed: number): string {
  return Array.from(
    { length: 10 },
    (_, at) => WORDS[(seed * 7 + at * at * 3 + seed * at) % WORDS.length],
  ).join(' ')
}

/** Neither of the others knows about several words. */
function plain(words: string): string {
  return words.replaceAll('"', '').split(' ')[0]!
}

async function printed(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, args, { maxBuffer: 1024 ** 3 })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function percentiles(values: readonly number[]): [string, string] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]!
  return [at(0.5).toFixed(1), at(0.99).toFixed(1)]
}
