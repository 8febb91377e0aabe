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
    if (line.kind === 'item') {
      while (open.length > 0 && line.indent < open.at(-1)!.indent) open.pop()
      const ordered = /\d/.test(line.mark)
      const current = open.at(-1)
      if (!current || line.indent >= current.indent + 2 || current.ordered !== ordered) {
        if (current && line.indent < current.indent + 2) open.pop()
        lists += 1
        open.push({
          indent: line.indent,
          ordered,
          list: lists,
          start: ordered ? Number.parseInt(line.mark, 10) : 1,
        })
      }
      drafts.push({ item: itemOf(open), text: taskMark(line.text) })
    } else if (line.kind === 'text') {
      const last = drafts.at(-1)
      if (last && !afterBlank) last.text += ` ${line.text}`
      else if (last) drafts.push({ item: { ...last.item, continued: true }, text: line.text })
    }
    afterBlank = line.kind === 'blank'
  }
  return { items: drafts.map(({ item, text }) => ({ ...item, content: parseInline(text) })), lists }
}

function itemOf(open: readonly OpenList[]): Omit<ListItem, 'content'> {
  const { ordered, list, start } = open.at(-1)!
  return { level: open.length - 1, ordered, list, ...(ordered && start !== 1 && { start }) }
}

function taskMark(text: string): string {
  return text.replace(/^\[([ xX])\][ \t]+/, (_, mark: string) => (mark === ' ' ? '☐ ' : '☑ '))
}
