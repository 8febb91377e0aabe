/** What one edit gives to an entry; a member that is undefined goes away. */
export type Changes<Entry> = { readonly [Name in keyof Entry]?: Entry[Name] | undefined }

/** The list with one entry changed, found by its id: where somebody else has removed it, nothing happens. */
export function edited<Entry extends { id: string }>(
  entries: readonly Entry[],
  id: string,
  changes: Changes<Entry>,
): Entry[] {
  return entries.map((entry) => (entry.id === id ? withChanges(entry, changes) : entry))
}

export function withoutEntry<Entry extends { id: string }>(entries: readonly Entry[], id: string): Entry[] {
  return entries.filter((entry) => entry.id !== id)
}

export function withChanges<Entry extends object>(entry: Entry, changes: Changes<Entry>): Entry {
  const all = Object.entries({ ...entry, ...changes })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Entry
}

export function now(): string {
  return new Date().toISOString()
}

/** Whether one of the texts holds every word that is searched for. */
export function isFound(search: string, texts: readonly (string | undefined)[]): boolean {
  const text = texts.join('\n').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Words between commas, each once. */
export function readTags(text: string): string[] | undefined {
  const tags = text
    .split(',')
    .map((tag) => tag.trim().slice(0, 50))
    .filter((tag) => tag !== '')
  return tags.length === 0 ? undefined : [...new Set(tags)].slice(0, 20)
}
