import type { ListItem } from '../../platform/documents/word-document.ts'
import { parseInline } from './markdown-inline.ts'

export type ListLine =
  | { readonly kind: 'item'; readonly indent: number; readonly mark: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'blank' }

interface OpenList {
  readonly indent: number
  readonly ordered: boolean
  readonly list: number
  readonly start: number
}

interface Draft {
  readonly item: Omit<ListItem, 'content'>
  text: string
}

/** The items of a list with their depth, which is told by how far they are indented. `lists` is how many there were. */
export function readList(
  lines: readonly ListLine[],
  listsBefore: number,
): { items: ListItem[]; lists: number } {
  const open: OpenList[] = []
  const drafts: Draft[] = []
  let lists = listsBefore
  let afterBlank = false
  for (const line of lines) {
    const last = drafts.at(-1)
    if (line.kind === 'item') {
      if (beginsList(open, line)) {
        lists += 1
        open.push(listOf(line, lists))
      }
      drafts.push({ item: itemOf(open), text: taskMark(line.text) })
    } else if (line.kind === 'text' && last) {
      if (afterBlank) drafts.push({ item: { ...last.item, continued: true }, text: line.text })
      else last.text += ` ${line.text}`
    }
    afterBlank = line.kind === 'blank'
  }
  return { items: drafts.map(({ item, text }) => ({ ...item, content: parseInline(text) })), lists }
}

type ItemLine = Extract<ListLine, { kind: 'item' }>

/** Closes the lists that the item is not in; true when it is in none of those that are left, but begins one. */
function beginsList(open: OpenList[], { indent, mark }: ItemLine): boolean {
  while (open.length > 0 && indent < open.at(-1)!.indent) open.pop()
  const current = open.at(-1)
  if (!current || indent >= current.indent + 2) return true
  if (current.ordered === isOrdered(mark)) return false
  open.pop()
  return true
}

function listOf({ indent, mark }: ItemLine, list: number): OpenList {
  const ordered = isOrdered(mark)
  return { indent, ordered, list, start: ordered ? Number.parseInt(mark, 10) : 1 }
}

function isOrdered(mark: string): boolean {
  return /\d/.test(mark)
}

function itemOf(open: readonly OpenList[]): Omit<ListItem, 'content'> {
  const { ordered, list, start } = open.at(-1)!
  return { level: open.length - 1, ordered, list, ...(ordered && start !== 1 && { start }) }
}

function taskMark(text: string): string {
  return text.replace(/^\[([ xX])\][ \t]+/, (_, mark: string) => (mark === ' ' ? '☐ ' : '☑ '))
}
