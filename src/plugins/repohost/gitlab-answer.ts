import { fieldsOf, numberOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import type { ChangedFile, CodeMatch } from './shapes.ts'

/** What GitLab shows, under the names that GitHub has for it. */
export function asOnGitHub(value: unknown): Fields {
  const fields = fieldsOf(value)
  const mergeStatus = fields['detailed_merge_status'] ?? fields['merge_status']
  return {
    ...fields,
    number: fields['iid'],
    user: { login: fieldsOf(fields['author'])['username'] },
    comments: fields['user_notes_count'],
    body: fields['description'],
    html_url: fields['web_url'],
    merged: fields['state'] === 'merged',
    mergeable: mergeableBy[String(mergeStatus)],
    head: { ref: fields['source_branch'] },
    base: { ref: fields['target_branch'] },
  }
}

const mergeableBy: Readonly<Record<string, boolean>> = {
  mergeable: true,
  can_be_merged: true,
  conflict: false,
  broken_status: false,
  cannot_be_merged: false,
}

export function codeMatchOf(fields: Fields, repository: string): CodeMatch {
  return {
    repository,
    path: textOf(fields['path']) ?? textOf(fields['filename']) ?? '',
    line: numberOf(fields['startline']),
    excerpts: [textOf(fields['data']) ?? ''].filter((excerpt) => excerpt !== ''),
    url: null,
  }
}

export function changedFileOf(value: unknown): ChangedFile {
  const fields = fieldsOf(value)
  const lines = (textOf(fields['diff']) ?? '').split('\n')
  return {
    path: textOf(fields['new_path']) ?? textOf(fields['old_path']) ?? '',
    status: statusOf(fields),
    additions: lines.filter((line) => line.startsWith('+') && !line.startsWith('+++ ')).length,
    deletions: lines.filter((line) => line.startsWith('-') && !line.startsWith('--- ')).length,
  }
}

function statusOf(fields: Fields): ChangedFile['status'] {
  if (fields['new_file'] === true) return 'added'
  if (fields['deleted_file'] === true) return 'removed'
  return fields['renamed_file'] === true ? 'renamed' : 'modified'
}
