import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface CheckedSlide {
  readonly part: string
  readonly pictures: readonly { x: number; y: number; cx: number; cy: number; media: string }[]
  readonly tables: readonly {
    rows: string[][]
    right: boolean[][]
    style: string | null
    widths: number[]
    heights: number[]
  }[]
  readonly text: readonly string[]
}

export interface CheckedPresentation {
  /** Rules of the format that the file breaks. */
  readonly problems: readonly string[]
  readonly slides: readonly CheckedSlide[]
  /** SHA-256 of every part. */
  readonly hashes: Readonly<Record<string, string>>
  readonly order: readonly string[]
}

/** What a reader that shares no code with ours finds in a presentation. */
export async function checkPresentation(path: string): Promise<CheckedPresentation> {
  const script = join(import.meta.dirname, 'pptx-package.py')
  const { stdout } = await run('python3', [script, path], { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout) as CheckedPresentation
}

/** Names of parts that are new, gone or different. */
export function changedParts(before: CheckedPresentation, after: CheckedPresentation): string[] {
  const names = new Set([...Object.keys(before.hashes), ...Object.keys(after.hashes)])
  return [...names].filter((name) => before.hashes[name] !== after.hashes[name]).toSorted()
}
