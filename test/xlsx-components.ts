import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { needsPythonWith, pythonWith } from './needs-programs.ts'
import { runPython } from './python.ts'

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
  return JSON.parse(await runScript(values ? 'values' : 'formulas', ...paths)) as CheckedWorkbook[]
}

/** A workbook with a table, a note, checks of input, charts, a chart sheet and a name. */
export async function makeByOpenpyxl(path: string): Promise<void> {
  await runScript('make', path)
}

/** Skips a test where openpyxl is missing. */
export async function needsOpenpyxl(context: TestContext): Promise<void> {
  await needsPythonWith(context, 'openpyxl')
}

async function runScript(...args: readonly string[]): Promise<string> {
  const python = await pythonWith('openpyxl')
  if (python === undefined) throw new Error('openpyxl is not installed.')
  return runPython(await readFile(script, 'utf8'), { args: [script, ...args], python })
}
