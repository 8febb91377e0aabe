import type { TaskChanges } from '../computer-changes.ts'

/** A line for each kind of change, the same wherever a person reads it. */
export function changesInWords({ files, windows, fields, submitted, approved }: TaskChanges): string[] {
  const lines = [
    ...filesInWords(files),
    ...line('Windows opened', quoted(windows?.opened)),
    ...line('Windows closed', quoted(windows?.closed)),
    ...line('Filled in', fields.map(fieldInWords)),
    ...line('Submitted', submitted),
    ...line('Approved by you', approved),
  ]
  if (lines.length === 0) lines.push('No change was seen.')
  return files?.complete === false
    ? [...lines, 'There was no time to look through all folders for files.']
    : lines
}

function filesInWords(files: TaskChanges['files']): string[] {
  if (!files) return []
  const lines = [
    ...line('Files created', files.created),
    ...line('Files changed', files.changed),
    ...line('Files deleted', files.deleted),
  ]
  return files.more > 0 ? [...lines, `Other files: ${files.more}`] : lines
}

function fieldInWords({ field, window, value }: TaskChanges['fields'][number]): string {
  const place = window === '' ? '' : ` in "${window}"`
  return `${field}${place}: ${value}`
}

function quoted(titles: readonly string[] = []): string[] {
  return titles.map((title) => `"${title}"`)
}

function line(label: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${label}: ${parts.join(', ')}`]
}
