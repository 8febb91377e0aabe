import type { StoredOf } from '../schemas.ts'

type Note = StoredOf<'notes'>['notes'][number]

/** What was pinned first, then what was touched last. */
export function inOrder(notes: readonly Note[]): Note[] {
  return [...notes].sort(
    (one, other) =>
      Number(other.pinned ?? false) - Number(one.pinned ?? false) ||
      (other.updated_at ?? other.created_at ?? '').localeCompare(one.updated_at ?? one.created_at ?? ''),
  )
}

/** Its title, else how it begins. */
export function nameOf({ title, text }: Pick<Note, 'title' | 'text'>): string {
  const first = text
    .split('\n')
    .map((line) => line.replace(/^[#>\-*\s]+/, '').trim())
    .find((line) => line !== '')
  return title ?? first?.slice(0, 120) ?? 'Empty note'
}
