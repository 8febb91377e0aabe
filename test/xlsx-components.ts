import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'xlsx-openpyxl.py')

export interface CheckedCell {
  readonly value: unknown
  readonly type: string
  readonly format: string
  readonly bold: boolean
  readonly fill: string | null
  readonly align: string | null
  readonly quoted: boolean
}

export interface CheckedSheet {
  readonly cells: readonly (readonly CheckedCell[])[]
  readonly freeze: string | null
  readonly filter: string | null
  readonly merges: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly conditions: readonly string[]
  readonly charts: readonly {
    readonly type: string
    readonly direction: string | null
    readonly title: string | null
    readonly column: number
    readonly row: number
    readonly series: readonly {
      readonly categories: string | null
      readonly values: string
      readonly cached: readonly number[] | null
      readonly name: string | null
    }[]
  }[]
  readonly tables: Readonly<Record<string, string>>
  readonly comments: readonly string[]
  readonly validations: readonly string[]
}

export type CheckedWorkbook = Readonly<Record<string, CheckedSheet>>

/** What openpyxl, a reader that nobody here wrote, finds in a workbook. */
export async function readByOpenpyxl(
  path: string,
  options: { values?: boolean } = {},
): Promise<CheckedWorkbook> {
  const [book] = await readAllByOpenpyxl([path], options)
  return book!
}

export async function readAllByOpenpyxl(
  paths: readonly string[],
  { values = false }: { values?: boolean } = {},
): Promise<CheckedWorkbook[]> {
  const args = [script, values ? 'values' : 'formulas', ...paths]
  const { stdout } = await run(await pythonWithOpenpyxl(), args, { maxBuffer: 256 * 1024 * 1024 })
  return JSON.parse(stdout) as CheckedWorkbook[]
}

/** A workbook with a table, a note, checks of input, charts, a chart sheet and a name. */
export async function makeByOpenpyxl(path: string): Promise<void> {
  await run(await pythonWithOpenpyxl(), [script, 'make', path])
}

export async function convertByLibreOffice(
  path: string,
  options: { to: string; folder: string },
): Promise<string> {
  const [converted] = await convertAllByLibreOffice([path], options)
  return converted!
}

/** Converts in a profile of its own: LibreOffice lets only one process use a profile. */
export async function convertAllByLibreOffice(
  paths: readonly string[],
  { to, folder }: { to: string; folder: string },
): Promise<string[]> {
  const profile = await mkdtemp(join(tmpdir(), 'soffice-'))
  try {
    const args = [
      '--headless',
      `-env:UserInstallation=file://${profile}`,
      '--convert-to',
      to,
      '--outdir',
      folder,
    ]
    await run('soffice', [...args, ...paths], { timeout: 240_000 })
    return paths.map((path) => join(folder, `${basename(path, extname(path))}.${to}`))
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
}

/** Skips a test in sight of everybody when a program is missing on this machine; on the build machine that is a failure. */
export async function needs(
  context: TestContext,
  ...components: readonly ('openpyxl' | 'soffice')[]
): Promise<void> {
  for (const component of components) {
    const isThere =
      component === 'openpyxl' ? (await findPython()) !== undefined : await works('soffice', ['--version'])
    if (isThere) continue
    if (process.env['CI']) throw new Error(`${component} is not installed on the build machine.`)
    context.skip(`${component} is not installed`)
  }
}

async function pythonWithOpenpyxl(): Promise<string> {
  const python = await findPython()
  if (python === undefined) throw new Error('openpyxl is not installed.')
  return python
}

/** Packages of the system belong to the system's own Python, which need not be the first one on the path. */
async function findPython(): Promise<string | undefined> {
  for (const python of ['python3', '/usr/bin/python3']) {
    if (await works(python, ['-c', 'import openpyxl'])) return python
  }
  return undefined
}

async function works(program: string, args: readonly string[]): Promise<boolean> {
  try {
    await run(program, [...args])
    return true
  } catch {
    return false
  }
}
