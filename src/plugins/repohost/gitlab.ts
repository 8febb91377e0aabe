import { posix } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf, type Fields } from '../../platform/upstream/fields.ts'
import { collectPages, hasNextPage } from './collect-pages.ts'
import { tooLarge } from './contents-answer.ts'
import { decodedText } from './file-text.ts'
import type { HostClient } from './host-client.ts'
import { isRefusal, type HostRefusal } from './host-refusal.ts'
import { unlessMissing, whatIsMissing } from './missing.ts'
import { nameOf } from './place.ts'
import {
  mostDiffBytes,
  mostFileBytes,
  type CodeMatches,
  type CodeQuestion,
  type FilePlace,
  type Found,
  type IssueDraft,
  type IssueFilter,
  type Listed,
  type RepositoryHost,
  type RepositoryPlace,
} from './repository-host.ts'
import type { ChangedFile, CodeMatch, Entry, Issue, PullRequest } from './shapes.ts'
import { bodyOf, numberIn } from './tracker-answer.ts'

const PAGE = 100
/** No system has links longer than this. */
const LONGEST_LINK = 4096

/** GitLab, at gitlab.com or at one's own address. */
export class GitLab implements RepositoryHost {
  readonly title: string
  readonly hasToken: boolean
  readonly #client: HostClient

  constructor(client: HostClient) {
    this.#client = client
    this.title = client.title
    this.hasToken = client.hasToken
  }

  async read(place: FilePlace): Promise<Found> {
    const path = `${projectPath(place)}/repository/files/${encodeURIComponent(place.path)}/raw`
    try {
      if (place.path === '') return await this.#whatIsThere(place)
      const query = { ref: place.ref ?? 'HEAD' }
      const answer = await this.#client.bytes(path, { query, accept: '*/*', limit: mostFileBytes })
      if (answer.isCut) throw tooLarge(place.path, numberOf(answer.headers.get('x-gitlab-size')) ?? undefined)
      const other = await this.#unlessFile(place, answer.bytes)
      if (other) return other
      return { kind: 'file', bytes: answer.bytes, id: answer.headers.get('x-gitlab-blob-id'), url: null }
    } catch (error) {
      if (isRefusal(error, 400, 404)) return this.#whatIsThere(place)
      throw error
    }
  }

  async list(place: FilePlace, { recursive, limit }: { recursive: boolean; limit: number }): Promise<Listed> {
    const { items, more } = await this.#unlessNowhere(this.#tree(place, { recursive, limit }))
    if (items.length > 0) return { entries: items, truncated: more }
    const itself = await this.#entryOf(place)
    if (!itself || itself.type === 'folder') throw await whatIsMissing(place, this)
    return { entries: [itself], truncated: false }
  }

  async search({ query, owner, repo, limit }: CodeQuestion): Promise<CodeMatches> {
    const place = owner === undefined || repo === undefined ? undefined : { owner, repo }
    const scope = place
      ? projectPath(place)
      : owner === undefined
        ? ''
        : `/groups/${encodeURIComponent(owner)}`
    const { items } = await collectPages(limit, async (page) => {
      const { value, headers } = await this.#client.json(`${scope}/search`, {
        query: { scope: 'blobs', search: query, per_page: Math.min(limit, PAGE), page },
      })
      return { items: listOf(value).map(fieldsOf), isLast: !hasNextPage(headers) }
    }).catch((error: unknown) => {
      throw isRefusal(error, 400) && !place ? narrowSearch(this.title, error) : error
    })
    if (place) return { matches: items.map((one) => codeMatchOf(one, nameOf(place))), total: null }
    const names = await this.#projectNames(items.map((one) => one['project_id']))
    return { matches: items.map((one) => codeMatchOf(one, names.get(one['project_id'])!)), total: null }
  }

  async issues(place: RepositoryPlace, { state, labels, limit }: IssueFilter) {
    const { items, more } = await unlessMissing({ host: this, place, what: 'issues' }, () =>
      collectPages(limit, async (page) => {
        const query = {
          state: state === 'open' ? 'opened' : state,
          order_by: 'updated_at',
          per_page: PAGE,
          page,
          ...(labels.length > 0 && { labels: labels.join(',') }),
        }
        const { value, headers } = await this.#client.json(`${projectPath(place)}/issues`, { query })
        return { items: listOf(value).map(issueOf), isLast: !hasNextPage(headers) }
      }),
    )
    return { issues: items, more }
  }

  async createIssue(place: RepositoryPlace, { title, body, labels }: IssueDraft) {
    const json = { title, description: body, ...(labels.length > 0 && { labels: labels.join(',') }) }
    const { value } = await unlessMissing({ host: this, place, what: 'issues' }, () =>
      this.#client.json(`${projectPath(place)}/issues`, { json }),
    )
    return issueOf(value)
  }

  async pullRequest(place: RepositoryPlace, number: number): Promise<PullRequest> {
    const path = `${projectPath(place)}/merge_requests/${number}`
    return unlessMissing({ host: this, place, what: `merge request ${number}` }, async () => {
      const { value } = await this.#client.json(path)
      const { value: diffs, headers } = await this.#client.json(`${path}/diffs`, {
        query: { per_page: PAGE },
      })
      const files = listOf(diffs).map(changedFileOf)
      return { ...mergeRequestOf(value), files, more_files: hasNextPage(headers) }
    })
  }

  async diff(place: RepositoryPlace, number: number) {
    const path = `${projectPath(place)}/merge_requests/${number}/raw_diffs`
    const { bytes, isCut } = await this.#client.bytes(path, { accept: 'text/plain', limit: mostDiffBytes })
    return { text: bytes.toString('utf8'), truncated: isCut }
  }

  repository(place: RepositoryPlace): Promise<unknown> {
    return this.#client.json(projectPath(place))
  }

  commit(place: RepositoryPlace, ref: string): Promise<unknown> {
    return this.#client.json(`${projectPath(place)}/repository/commits/${encodeURIComponent(ref)}`)
  }

  /** Only files can be asked for; whatever else has this name shows in the listings. */
  async #whatIsThere(place: FilePlace): Promise<Found> {
    const inside = await this.#unlessNowhere(this.#tree(place, { recursive: false, limit: PAGE }))
    if (inside.items.length > 0) {
      const names = inside.items.map(
        ({ path, type }) => posix.basename(path) + (type === 'folder' ? '/' : ''),
      )
      return { kind: 'folder', names }
    }
    const itself = await this.#entryOf(place)
    if (itself?.type === 'submodule') return { kind: 'submodule', url: null }
    throw await whatIsMissing(place, this)
  }

  /**
   * A link comes as a file that holds nothing but a path, and a submodule as one that holds nothing at all; only the
   * listing tells them apart.
   */
  async #unlessFile(place: FilePlace, bytes: Buffer): Promise<Found | undefined> {
    if (bytes.length >= LONGEST_LINK) return undefined
    const text = decodedText(bytes)
    if (text === undefined || /[\n\r]/.test(text)) return undefined
    const type = (await this.#entryOf(place))?.type
    if (type === 'submodule') return { kind: 'submodule', url: null }
    return type === 'symlink' ? { kind: 'symlink', target: text } : undefined
  }

  /** What the folder around it says of it. */
  async #entryOf(place: FilePlace): Promise<Entry | undefined> {
    if (place.path === '') return undefined
    const around = { ...place, path: folderOf(place.path) }
    const { items } = await this.#unlessNowhere(this.#tree(around, { recursive: false, limit: 1000 }))
    return items.find(({ path }) => path === place.path)
  }

  async #unlessNowhere(tree: Promise<Tree>): Promise<Tree> {
    return tree.catch((error: unknown) => {
      if (isRefusal(error, 404)) return { items: [], more: false }
      throw error
    })
  }

  /** Matches name their project by its number, which nobody can do anything with. */
  async #projectNames(ids: readonly unknown[]): Promise<Map<unknown, string>> {
    const names = new Map<unknown, string>()
    for (const id of ids) {
      if (names.has(id)) continue
      const number = textOf(id) ?? '?'
      const project = await this.#client
        .json(`/projects/${encodeURIComponent(number)}`)
        .catch(() => undefined)
      names.set(id, textOf(fieldsOf(project?.value)['path_with_namespace']) ?? `project ${number}`)
    }
    return names
  }

  #tree(
    { path, ref = 'HEAD', ...place }: FilePlace,
    options: { recursive: boolean; limit: number },
  ): Promise<Tree> {
    return collectPages(options.limit, async (page) => {
      const query = {
        ref,
        per_page: PAGE,
        page,
        ...(path && { path }),
        ...(options.recursive && { recursive: true }),
      }
      const { value, headers } = await this.#client.json(`${projectPath(place)}/repository/tree`, { query })
      const items = listOf(value).map(entryOf)
      // The first page of a tree promises a second one whether or not there is any.
      return { items, isLast: items.length < PAGE || !hasNextPage(headers) }
    })
  }
}

interface Tree {
  readonly items: readonly Entry[]
  readonly more: boolean
}

function narrowSearch(title: string, { words }: HostRefusal): AppError {
  return new AppError(
    'invalid_request',
    `${title} does not search so widely ("${words}"): set owner and repo to search one repository.`,
  )
}

function projectPath({ owner, repo }: RepositoryPlace): string {
  return `/projects/${encodeURIComponent(`${owner}/${repo}`)}`
}

function folderOf(path: string): string {
  return posix.dirname(path).replace(/^\.$/, '')
}

function entryOf(value: unknown): Entry {
  const fields = fieldsOf(value)
  const types = { tree: 'folder', commit: 'submodule' } as const
  const type = types[fields['type'] as keyof typeof types] ?? 'file'
  return {
    path: textOf(fields['path']) ?? '',
    type: fields['mode'] === '120000' ? 'symlink' : type,
    size: null,
  }
}

function codeMatchOf(fields: Fields, repository: string): CodeMatch {
  return {
    repository,
    path: textOf(fields['path']) ?? textOf(fields['filename']) ?? '',
    line: numberOf(fields['startline']),
    excerpts: [textOf(fields['data']) ?? ''].filter((excerpt) => excerpt !== ''),
    url: null,
  }
}

function issueOf(value: unknown): Issue {
  const fields = fieldsOf(value)
  return {
    number: numberIn(fields['iid']),
    title: textOf(fields['title']) ?? '',
    state: fields['state'] === 'closed' ? 'closed' : 'open',
    author: textOf(fieldsOf(fields['author'])['username']),
    labels: listOf(fields['labels']).map(String),
    comments: numberOf(fields['user_notes_count']) ?? 0,
    created_at: timeOf(fields['created_at']),
    updated_at: timeOf(fields['updated_at']),
    body: bodyOf(fields['description']),
    url: textOf(fields['web_url']),
  }
}

function mergeRequestOf(value: unknown): Omit<PullRequest, 'files' | 'more_files'> {
  const fields = fieldsOf(value)
  const state = fields['state']
  const mergeStatus = fields['detailed_merge_status'] ?? fields['merge_status']
  return {
    number: numberIn(fields['iid']),
    title: textOf(fields['title']) ?? '',
    state: state === 'merged' || state === 'closed' ? state : 'open',
    draft: fields['draft'] === true,
    author: textOf(fieldsOf(fields['author'])['username']),
    source_branch: textOf(fields['source_branch']),
    target_branch: textOf(fields['target_branch']),
    mergeable: mergeableBy[String(mergeStatus)] ?? null,
    created_at: timeOf(fields['created_at']),
    merged_at: timeOf(fields['merged_at']),
    body: bodyOf(fields['description']),
    url: textOf(fields['web_url']),
  }
}

const mergeableBy: Readonly<Record<string, boolean>> = {
  mergeable: true,
  can_be_merged: true,
  conflict: false,
  broken_status: false,
  cannot_be_merged: false,
}

function changedFileOf(value: unknown): ChangedFile {
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
