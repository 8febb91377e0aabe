import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { table } from './table.ts'

const KINDS = ['bar', 'line', 'scatter', 'pie', 'heatmap'] as const
const SIZES = [1_000, 100_000] as const
/** Debian's own, which has Debian's packages, whatever stands first on the path. */
const PYTHON = '/usr/bin/python3'
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const REPEATS = 5
const run = promisify(execFile)

interface Drawer {
  readonly name: string
  readonly command: readonly string[]
}

const ours: Drawer = {
  name: 'GENERATE_CHART_IMAGE',
  command: [process.execPath, join(import.meta.dirname, 'charts-child.ts')],
}
const theirs: Drawer = { name: 'seaborn', command: [PYTHON, join(import.meta.dirname, 'charts.py')] }

/**
 * A CSV file in, a picture of 1600 by 1000 pixels out. Cold is a fresh process for one chart, from start to end; warm is a
 * chart in a process that has drawn one before. The best of several rounds, in turn, so that a busy moment of the machine
 * does not hit one side alone.
 */
export async function benchCharts(): Promise<void> {
  await run(PYTHON, ['-c', 'import seaborn']).catch(() => {
    throw new Error('This benchmark needs seaborn (Debian: apt-get install python3-seaborn).')
  })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  console.log(`Charts from CSV, 1600 by 1000 pixels, best of ${ROUNDS}; milliseconds`)
  const rows: (string | number)[][] = []
  for (const size of SIZES) {
    const data = join(folder.path, `${size}.csv`)
    await writeFile(data, sampleData(size))
    for (const kind of KINDS) {
      const best = await compare({ kind, data, picture: join(folder.path, 'chart.png') })
      rows.push([`${size.toLocaleString('en')} rows, ${kind}`, ...best])
    }
  }
  console.log(table(['chart', 'cold', 'seaborn', 'ratio', 'warm', 'seaborn', 'ratio'], rows))
}

interface Job {
  readonly kind: string
  readonly data: string
  readonly picture: string
}

async function compare(job: Job): Promise<(string | number)[]> {
  const cold = { ours: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY }
  const warm = { ours: Number.POSITIVE_INFINITY, theirs: Number.POSITIVE_INFINITY }
  for (let round = 0; round < ROUNDS; round++) {
    cold.ours = Math.min(cold.ours, await coldTime(ours, job))
    cold.theirs = Math.min(cold.theirs, await coldTime(theirs, job))
    warm.ours = Math.min(warm.ours, await warmTime(ours, job))
    warm.theirs = Math.min(warm.theirs, await warmTime(theirs, job))
  }
  return [cold, warm].flatMap((time) => [
    Math.round(time.ours),
    Math.round(time.theirs),
    `${(time.theirs / time.ours).toFixed(2)} x`,
  ])
}

/** The program keeps what it has compiled from one start to the next, and so does Python. */
const environment = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'deskhand-bench-compiled') }

async function coldTime({ command }: Drawer, { kind, data, picture }: Job): Promise<number> {
  const started = performance.now()
  await run(command[0]!, [...command.slice(1), kind, data, picture, '0'], { env: environment })
  return performance.now() - started
}

/** The process tells the time of each of its charts but the first. */
async function warmTime({ command }: Drawer, { kind, data, picture }: Job): Promise<number> {
  const args = [...command.slice(1), kind, data, picture, String(REPEATS)]
  const { stdout } = await run(command[0]!, args, { env: environment })
  return Math.min(...(JSON.parse(stdout) as number[]))
}

/** Measurements every quarter of an hour, with two columns that go together. */
function sampleData(rows: number): string {
  const lines = ['time,x,y,noise,units,category']
  let state = 42
  // The same numbers every time, from a generator that every textbook has.
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  for (let index = 0; index < rows; index++) {
    const time = new Date(Date.UTC(2023, 0, 1) + index * 900_000).toISOString().slice(0, 19).replace('T', ' ')
    const x = (random() + random() + random() + random() - 2) * 30 + 50
    const noise = (random() + random() - 1) * 40
    const units = Math.floor(random() * 200)
    lines.push(
      `${time},${x.toFixed(3)},${(x * 3 + noise).toFixed(2)},${noise.toFixed(4)},${units},Category ${index % 12}`,
    )
  }
  return `${lines.join('\n')}\n`
}
