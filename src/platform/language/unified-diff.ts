import { lineEdits, type LineEdit } from './line-edits.ts'

const context = 3

export interface Diff {
  readonly text: string
  /** Whether the end was left out. */
  readonly isCut: boolean
}

/** What changed between two texts, as `diff -u` tells it, without the lines that name the files. */
export function unifiedDiff(before: string, after: string, { characters }: { characters: number }): Diff {
  const [old, now] = [linesOf(before), linesOf(after)]
  const hunks = hunksOf(lineEdits(old, now), old.length)
  const lines: string[] = []
  let size = 0
  for (const hunk of hunks) {
    for (const line of hunkLines(hunk, { old, now })) {
      size += line.length + 1
      if (size > characters) return { text: lines.join('\n'), isCut: true }
      lines.push(line)
    }
  }
  return { text: lines.join('\n'), isCut: false }
}

/** Lines with their ends, so that a change of a line end is a change. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Edits whose surroundings touch are told together. */
function hunksOf(edits: readonly LineEdit[], length: number): LineEdit[][] {
  const hunks: LineEdit[][] = []
  for (const edit of edits) {
    const last = hunks.at(-1)?.at(-1)
    if (last && edit.at - (last.at + last.removed) <= context * 2) hunks.at(-1)!.push(edit)
    else if (edit.at <= length) hunks.push([edit])
  }
  return hunks
}

function hunkLines(hunk: readonly LineEdit[], { old, now }: { old: string[]; now: string[] }): string[] {
  const [first, last] = [hunk[0]!, hunk.at(-1)!]
  const start = Math.max(0, first.at - context)
  const end = Math.min(old.length, last.at + last.removed + context)
  const lines: string[] = []
  let at = start
  for (const edit of hunk) {
    lines.push(...marked(' ', old.slice(at, edit.at)))
    at = edit.at + edit.removed
    lines.push(...marked('-', old.slice(edit.at, at)))
    lines.push(...marked('+', now.slice(edit.to, edit.to + edit.added)))
  }
  lines.push(...marked(' ', old.slice(at, end)))
  const removed = end - start
  const added = removed + hunk.reduce((sum, edit) => sum + edit.added - edit.removed, 0)
  const to = first.to - (first.at - start)
  return [`@@ -${range(start, removed)} +${range(to, added)} @@`, ...lines]
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n')
      ? [mark + line.slice(0, -1).replace(/\r$/, '')]
      : [mark + line, '\\ No newline at end of file'],
  )
}

/** Lines are counted from 1; what is empty is told by the line before it. */
function range(start: number, count: number): string {
  if (count === 1) return String(start + 1)
  return `${count === 0 ? start : start + 1},${count}`
}
