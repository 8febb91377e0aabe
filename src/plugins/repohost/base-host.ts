import { fieldsOf, listOf, textOf } from '../../platform/upstream/fields.ts'
import { collectPages, hasNextPage } from './collect-pages.ts'
import { tooLarge } from './contents-answer.ts'
import type { HostClient, HostRequest, Query } from './host-client.ts'
import { unlessMissing } from './missing.ts'
import {
  maxDiffBytes,
  maxFileBytes,
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
import type { ChangedFile, Issue, PullRequest } from './shapes.ts'

/** What a service calls the things that all of them have. */
export interface Dialect {
  readonly pageSize: number
  readonly pageSizeParameter: 'per_page' | 'limit'
  readonly pullRequest: 'pull request' | 'merge request'
  readonly pullRequestPath: 'pulls' | 'merge_requests'
  readonly changedFilesPath: 'files' | 'diffs'
  readonly commitsPath: string
  readonly issueQuery: (filter: IssueFilter) => Query
  /** The issues of one page that were asked for. */
  readonly issuesOf: (page: readonly unknown[], filter: IssueFilter) => Issue[]
  readonly issueOf: (answer: unknown) => Issue
  readonly pullRequestOf: (answer: unknown) => Omit<PullRequest, 'files' | 'more_files'>
  readonly changedFileOf: (answer: unknown) => ChangedFile
  /** What anybody may ask, and the member of one's own account that has its name. */
  readonly openPath: string
  readonly accountName: 'login' | 'username'
  readonly diffRequest: { readonly path: string; readonly accept: string }
}

interface PagesRequest<Item> extends Omit<HostRequest, 'json'> {
  readonly limit: number
  readonly itemsOf: (value: unknown) => Item[]
}

/** Issues and pull requests are asked for alike everywhere; how files are found is each service's own. */
export abstract class BaseHost implements RepositoryHost {
  readonly title: string
  readonly hasToken: boolean
  protected readonly client: HostClient
  protected abstract readonly dialect: Dialect

  constructor(client: HostClient) {
    this.client = client
    this.title = client.title
    this.hasToken = client.hasToken
  }

  abstract read(place: FilePlace): Promise<Found>
  abstract list(place: FilePlace, options: { recursive: boolean; limit: number }): Promise<Listed>
  abstract search(question: CodeQuestion): Promise<CodeMatches>

  /** Where the service keeps what belongs to a repository. */
  protected abstract pathOf(place: RepositoryPlace): string

  async account(): Promise<string | null> {
    const { openPath, accountName } = this.dialect
    const { value } = await this.client.json(this.hasToken ? '/user' : openPath)
    return this.hasToken ? (textOf(fieldsOf(value)[accountName]) ?? '') : null
  }

  async issues(place: RepositoryPlace, filter: IssueFilter) {
    const labels = filter.labels.length > 0 ? filter.labels.join(',') : undefined
    const { items, more } = await unlessMissing({ host: this, place, what: 'issues' }, () =>
      this.pages(`${this.pathOf(place)}/issues`, {
        query: { ...this.dialect.issueQuery(filter), labels },
        limit: filter.limit,
        itemsOf: (value) => this.dialect.issuesOf(listOf(value), filter),
      }),
    )
    return { issues: items, more }
  }

  createIssue(place: RepositoryPlace, draft: IssueDraft): Promise<Issue> {
    return unlessMissing({ host: this, place, what: 'issues' }, async () => {
      const json = await this.issueBody(place, draft)
      const { value } = await this.client.json(`${this.pathOf(place)}/issues`, { json })
      return this.dialect.issueOf(value)
    })
  }

  pullRequest(place: RepositoryPlace, number: number): Promise<PullRequest> {
    const { dialect } = this
    const path = this.#pullRequestPath(place, number)
    return unlessMissing({ host: this, place, what: `${dialect.pullRequest} ${number}` }, async () => {
      const { value } = await this.client.json(path)
      const query = { [dialect.pageSizeParameter]: dialect.pageSize }
      const changes = await this.client.json(`${path}/${dialect.changedFilesPath}`, { query })
      const files = listOf(changes.value).map(dialect.changedFileOf)
      return { ...dialect.pullRequestOf(value), files, more_files: hasNextPage(changes.headers) }
    })
  }

  async diff(place: RepositoryPlace, number: number) {
    const { path: end, accept } = this.dialect.diffRequest
    const path = this.#pullRequestPath(place, number) + end
    const { bytes, isCut } = await this.client.bytes(path, { accept, limit: maxDiffBytes })
    return { text: bytes.toString('utf8'), truncated: isCut }
  }

  repository(place: RepositoryPlace): Promise<{ value: unknown }> {
    return this.client.json(this.pathOf(place))
  }

  commit(place: RepositoryPlace, ref: string): Promise<unknown> {
    return this.client.json(`${this.pathOf(place)}/${this.dialect.commitsPath}/${encodeURIComponent(ref)}`)
  }

  protected abstract issueBody(place: RepositoryPlace, draft: IssueDraft): unknown

  /** Page after page of a list, up to the limit. */
  protected pages<Item>(
    path: string,
    { query, limit, itemsOf, ...request }: PagesRequest<Item>,
  ): Promise<{ items: Item[]; more: boolean }> {
    const { pageSizeParameter, pageSize } = this.dialect
    return collectPages(limit, async (page) => {
      const { value, headers } = await this.client.json(path, {
        query: { [pageSizeParameter]: pageSize, ...query, page },
        ...request,
      })
      return { items: itemsOf(value), isLast: !hasNextPage(headers) }
    })
  }

  /** The bytes of the file at a path, unless there are too many of them. */
  protected async rawBytes(path: string, place: FilePlace, request: HostRequest) {
    const answer = await this.client.bytes(path, { ...request, limit: maxFileBytes })
    if (!answer.isCut) return answer
    throw tooLarge(place.path, Number(answer.headers.get('x-gitlab-size')) || undefined)
  }

  #pullRequestPath(place: RepositoryPlace, number: number): string {
    return `${this.pathOf(place)}/${this.dialect.pullRequestPath}/${number}`
  }
}
