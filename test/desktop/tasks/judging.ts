import { execFile } from 'node:child_process'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { After } from './task.ts'

/** The state afterwards is not what was asked for; the message says how. */
export class Unmet extends Error {}

type Home = Pick<After, 'home'>

export function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Unmet(otherwise)
}

export async function textOf({ home }: Home, path: string): Promise<string> {
  const text = await readFile(join(home, path), 'utf8').catch(() => undefined)
  const folder = join(path, '..')
  if (text === undefined)
    throw new Unmet(`${path} is not there. In ${folder}: ${(await namesIn({ home }, folder)).join(', ')}.`)
  return text
}

export async function fileIs(after: Home, path: string, text: string): Promise<void> {
  const found = await textOf(after, path)
  demand(found.trimEnd() === text.trimEnd(), `${path} says ${JSON.stringify(found)}.`)
}

export async function fileHas(after: Home, path: string, pattern: RegExp): Promise<void> {
  const text = await textOf(after, path)
  demand(pattern.test(text), `${path} says ${text}`)
}

export async function fileIsGone({ home }: Home, path: string): Promise<void> {
  const found = await stat(join(home, path)).catch(() => undefined)
  demand(found === undefined, `${path} is still there.`)
}

export async function namesIn({ home }: Home, folder: string): Promise<string[]> {
  return (await readdir(join(home, folder)).catch((): string[] => [])).toSorted((a, b) => (a < b ? -1 : 1))
}

/** Exactly one form was sent there, with these values and no others. */
export function formIs(
  { pages }: Pick<After, 'pages'>,
  path: string,
  fields: Readonly<Record<string, string>>,
): void {
  const sent = pages.forms.filter((form) => form.path === path)
  demand(sent.length === 1, `${path} was sent ${sent.length} times.`)
  const [found, wanted] = [sent[0]!.fields, fields].map((one) =>
    JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
  demand(found === wanted, `${path} was sent ${found} instead of ${wanted}.`)
}

/** The answer to the person has these words. */
export function says({ task }: Pick<After, 'task'>, ...words: readonly string[]): void {
  for (const word of words)
    demand(task.message?.includes(word) === true, `The answer lacks ${word}: ${task.message}`)
}

/** The main text of a document of LibreOffice, flat or zipped. */
export async function documentXml({ home }: Home, path: string): Promise<string> {
  if (/\.f\w+$/.test(path)) return textOf({ home }, path)
  await textOf({ home }, path)
  const { stdout } = await promisify(execFile)('unzip', ['-p', join(home, path), 'content.xml'])
  return stdout
}

export interface SheetCell {
  readonly text: string
  readonly formula: string | undefined
}

/** The rows of the first sheet, without the empty ones at the end. */
export async function sheetOf(home: Home, path: string): Promise<SheetCell[][]> {
  const xml = await documentXml(home, path)
  const table = /<table:table [^]*?<\/table:table>/.exec(xml)?.[0] ?? ''
  const rows = [...table.matchAll(/<table:table-row\b[^>]*>([^]*?)<\/table:table-row>/g)].map(([, row]) =>
    cellsIn(row!),
  )
  return rows.slice(0, rows.findLastIndex((row) => row.some(({ text }) => text !== '')) + 1)
}

function cellsIn(row: string): SheetCell[] {
  const cells = row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>([^]*?)<\/table:table-cell>)/g)
  const all = [...cells].map(([, attributes, inside = '']) => ({
    text: [...inside.matchAll(/<text:p[^>]*>([^]*?)<\/text:p>/g)]
      .map(([, words]) => plain(words!))
      .join('\n'),
    formula: /table:formula="([^"]*)"/.exec(attributes!)?.[1],
  }))
  return all.slice(0, all.findLastIndex(({ text }) => text !== '') + 1)
}

export function rowsOf(cells: readonly (readonly SheetCell[])[]): string {
  return cells.map((row) => row.map(({ text }) => text).join('|')).join(' / ')
}

/** Text without its tags. */
export function plain(xml: string): string {
  return xml
    .replaceAll(/<text:tab\/>/g, '\t')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
