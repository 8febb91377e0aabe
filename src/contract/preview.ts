import { Type, type Static } from './type.ts'
import { closed, literals } from './schema.ts'

/** What a call would change, found out without changing anything. */
export const PreviewedChange = closed({
  kind: literals(['create', 'new_folder', 'change', 'move', 'copy', 'delete'], {
    description: 'What would happen to it',
  }),
  path: Type.String({ description: 'What would be changed' }),
  to: Type.Optional(Type.String({ description: 'Where it would be moved or copied to' })),
  diff: Type.Optional(
    Type.String({ description: 'The changed lines as a unified diff; if long, only the beginning' }),
  ),
  note: Type.Optional(
    Type.String({ description: 'Anything else worth knowing, e.g. how much would be deleted' }),
  ),
})
export type PreviewedChange = Static<typeof PreviewedChange>

const words: Readonly<Record<PreviewedChange['kind'], string>> = {
  create: 'New file',
  new_folder: 'New folder',
  change: 'Changes',
  move: 'Moves',
  copy: 'Copies',
  delete: 'Deletes',
}

/** A change in one line, e.g. `Moves ~/a.txt → ~/b.txt`. */
export function changeTitle({ kind, path, to }: PreviewedChange): string {
  return `${words[kind]} ${path}${to === undefined ? '' : ` → ${to}`}`
}

/** How many lines a diff adds and takes away. */
export function countLines(diff: string): { readonly added: number; readonly removed: number } {
  const lines = diff.split('\n')
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  return { added: count('+'), removed: count('-') }
}

/** The same without a word of what is in the file: for those who may see the question, but not the file. */
export function changeSummary(change: PreviewedChange): string {
  const { diff, note } = change
  const counts = diff === undefined ? undefined : countLines(diff)
  const lines = counts && `(+${counts.added} −${counts.removed} lines)`
  return [changeTitle(change), lines, note].filter((part) => part !== undefined).join(' ')
}
