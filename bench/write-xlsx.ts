import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { table } from './table.ts'

const ROWS = 100_000
const MANY_ROWS = 1_000_000
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const run = promisify(execFile)

interface Writer {
  readonly name: string
  readonly command: readonly string[]
}

interface Measured {
  readonly seconds: number
  /** Of all threads together; hardly changes when the machine is busy with other things. */
  readonly processorSeconds: number
  readonly megabytes: number
  readonly fileMegabytes: number
}

const child = join(import.meta.dirname, 'write-xlsx-child.ts')
const script = join(import.meta.dirname, 'write-xlsx.py')
const tool: Writer = { name: 'WRITE_XLSX', command: [process.execPath, child, 'tool'] }
const rowsAlone: Writer = {
  name: 'its rows alone, not written',
  command: [process.execPath, child, 'nothing'],
}
const writer: Writer = { name: 'its writer, row by row', command: [process.execPath, child, 'rows'] }

/** 100,000 rows of 10 columns with a chart, each writer in a fresh process; then a million rows for the memory. */
export async function benchWriteXlsx(): Promise<void> {
  const python = await pythonWith('openpyxl, xlsxwriter')
  const others: Writer[] = ['xlsxwriter', 'openpyxl'].map((name) => ({
    name: name === 'openpyxl' ? 'openpyxl (write_only)' : 'XlsxWriter (constant_memory)',
    command: [python, script, name],
  }))
  console.log(`A workbook of ${ROWS} rows and 10 columns with a line chart, fresh process, best of ${ROUNDS}`)
  const best = await inTurn([tool, rowsAlone, writer, ...others], ROWS)
  const ours = best.get(tool)!
  console.log(
    table(
      ['writer', 'seconds', 'processor s', 'memory MB', 'file MB', 'times WRITE_XLSX'],
      [...best].map(([{ name }, measured]) => [
        ...row(name, measured),
        (measured.seconds / ours.seconds).toFixed(1),
      ]),
    ),
  )
  console.log(`\n${MANY_ROWS} rows`)
  const large = await measure(writer, MANY_ROWS)
  console.log(table(['writer', 'seconds', 'processor s', 'memory MB', 'file MB'], [row(writer.name, large)]))
}

/** One round after the other, so that a busy moment of the machine does not hit one writer alone. */
async function inTurn(writers: readonly Writer[], rows: number): Promise<Map<Writer, Measured>> {
  const best = new Map<Writer, Measured>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of writers) {
      const measured = await measure(one, rows)
      const before = best.get(one)
      if (!before || measured.seconds < before.seconds) best.set(one, measured)
    }
  }
  return best
}

async function measure({ command }: Writer, rows: number): Promise<Measured> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const file = join(folder.path, 'book.xlsx')
  await writeFile(file, '')
  const report = join(folder.path, 'time')
  const started = performance.now()
  await run('/usr/bin/time', ['-f', '%M %U %S', '-o', report, ...command, file, String(rows)])
  const seconds = (performance.now() - started) / 1000
  const [kilobytes = 0, user = 0, system = 0] = (await readFile(report, 'utf8')).split(' ').map(Number)
  return {
    seconds,
    processorSeconds: user + system,
    megabytes: kilobytes / 1024,
    fileMegabytes: (await stat(file)).size / 1024 / 1024,
  }
}

function row(name: string, { seconds, processorSeconds, megabytes, fileMegabytes }: Measured): string[] {
  return [
    name,
    seconds.toFixed(2),
    processorSeconds.toFixed(2),
    megabytes.toFixed(0),
    fileMegabytes.toFixed(1),
  ]
}

/** Packages of the system belong to the system's own Python, which need not be the first one on the path. */
async function pythonWith(modules: string): Promise<string> {
  for (const python of ['python3', '/usr/bin/python3']) {
    const works = await run(python, ['-c', `import ${modules}`]).then(
      () => true,
      () => false,
    )
    if (works) return python
  }
  throw new Error(`This benchmark needs Python with ${modules}.`)
}
