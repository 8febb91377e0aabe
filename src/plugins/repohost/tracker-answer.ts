import { AppError } from '../../contract/errors.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf } from '../../platform/upstream/fields.ts'
import type { ChangedFile, Issue, PullRequest } from './shapes.ts'

/** Issues and pull requests as GitHub shows them, and the others after it or under other names. */

const maxBodyLength = 8_000

export function issueOf(value: unknown): Issue {
  const fields = fieldsOf(value)
  return {
    number: numberIn(fields['number']),
    title: textOf(fields['title']) ?? '',
    state: fields['state'] === 'closed' ? 'closed' : 'open',
    author: textOf(fieldsOf(fields['user'])['login']),
    labels: listOf(fields['labels']).map((label) => textOf(fieldsOf(label)['name']) ?? String(label)),
    comments: numberOf(fields['comments']) ?? 0,
    created_at: timeOf(fields['created_at']),
    updated_at: timeOf(fields['updated_at']),
    body: bodyOf(fields['body']),
    url: textOf(fields['html_url']),
  }
}

export function pullRequestOf(value: unknown): Omit<PullRequest, 'files' | 'more_files'> {
  const fields = fieldsOf(value)
  const mergedAt = timeOf(fields['merged_at'])
  const isMerged = mergedAt !== null || fields['merged'] === true
  return {
    number: numberIn(fields['number']),
    title: textOf(fields['title']) ?? '',
    state: isMerged ? 'merged' : fields['state'] === 'closed' ? 'closed' : 'open',
    draft: fields['draft'] === true,
    author: textOf(fieldsOf(fields['user'])['login']),
    source_branch: textOf(fieldsOf(fields['head'])['ref']),
    target_branch: textOf(fieldsOf(fields['base'])['ref']),
    mergeable: typeof fields['mergeable'] === 'boolean' ? fields['mergeable'] : null,
    created_at: timeOf(fields['created_at']),
    merged_at: mergedAt,
    body: bodyOf(fields['body']),
    url: textOf(fields['html_url']),
  }
}

function changedFileOf(value: unknown): ChangedFile {
  const fields = fieldsOf(value)
  return {
    path: textOf(fields['filename']) ?? '',
    status: statuses[String(fields['status'])] ?? 'modified',
    additions: numberOf(fields['additions']) ?? 0,
    deletions: numberOf(fields['deletions']) ?? 0,
  }
}

function bodyOf(value: unknown): string {
  const text = typeof value === 'string' ? value : ''
  return text.length > maxBodyLength ? `${text.slice(0, maxBodyLength)}…` : text
}

/** A thing without a number is not the thing that was asked for. */
function numberIn(value: unknown): number {
  const number = numberOf(value)
  if (number !== null) return number
  throw new AppError('upstream_failed', 'The repository service answered with something other than an issue.')
}

const statuses: Readonly<Record<string, ChangedFile['status']>> = {
  added: 'added',
  copied: 'added',
  removed: 'removed',
  deleted: 'removed',
  renamed: 'renamed',
}

/** What GitHub and Gitea call the same. */
export const githubDialect = {
  pullRequest: 'pull request',
  pullRequestPath: 'pulls',
  changedFilesPath: 'files',
  issueOf,
  pullRequestOf,
  changedFileOf,
  openPath: '/rate_limit',
  accountName: 'login',
} as const
