import { posix } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fieldsOf, listOf, textOf } from '../../platform/upstream/fields.ts'
import { BaseHost, type Dialect } from './base-host.ts'
import { collectPages, hasNextPage } from './collect-pages.ts'
import { treeEntryOf } from './contents-answer.ts'
import { decodedText } from './file-text.ts'
import { asOnGitHub, changedFileOf, codeMatchOf } from './gitlab-answer.ts'
import { isRefusal, type HostRefusal } from './host-refusal.ts'
import { whatIsMissing } from './missing.ts'
import { nameOf } from './place.ts'
import type {
  CodeMatches,
  CodeQuestion,
  FilePlace,
  Found,
  IssueDraft,
  Listed,
  RepositoryPlace,
} from './repository-host.ts'
import type { Entry } from './shapes.ts'
import { issueOf, pullRequestOf } from './tracker-answer.ts'

const PAGE = 100
/** No system has links longer than this. */
const MAX_LINK_LENGTH = 4096

/** GitLab, at gitlab.com or at one's own address. */
export class GitLab extends BaseHost {
  protected readonly dialect: Dialect = {
    pageSize: PAGE,
    pageSizeParameter: 'per_page',
    pullRequest: 'merge request',
    pullRequestPath: 'merge_requests',
    changedFilesPath: 'diffs',
    commitsPath: 'repository/commits',
    issueQuery: ({ state }) => ({ state: state === 'open' ? 'opened' : state, order_by: 'updated_at' }),
    issuesOf: (page) => page.map(asOnGitHub).map(issueOf),
    issueOf: (answer) => issueOf(asOnGitHub(answer)),
    pullRequestOf: (answer) => pullRequestOf(asOnGitHub(answer)),
    changedFileOf,
    openPath: '/projects?per_page=1',
    accountName: 'username',
    diffRequest: { path: '/raw_diffs', accept: 'text/plain' },
  }

  async read(place: FilePlace): Promise<Found> {
    const path = `${projectPath(place)}/repository/files/${encodeURIComponent(place.path)}/raw`
    try {
      if (place.path === '') return await this.#whatIsThere(place)
      const query = { ref: place.ref ?? 'HEAD' }
      const answer = await this.rawBytes(path, place, { query, accept: '*/*' })
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
    const { items } = await this.pages(`${scope}/search`, {
      query: { scope: 'blobs', search: query, per_page: Math.min(limit, PAGE) },
      limit,
      itemsOf: (value) => listOf(value).map(fieldsOf),
    }).catch((error: unknown) => {
      throw isRefusal(error, 400) && !place ? narrowSearch(this.title, error) : error
    })
    if (place) return { matches: items.map((one) => codeMatchOf(one, nameOf(place))), total: null }
    const names = await this.#projectNames(items.map((one) => one['project_id']))
    return { matches: items.map((one) => codeMatchOf(one, names.get(one['project_id'])!)), total: null }
  }

  protected pathOf = projectPath

  protected issueBody(_place: RepositoryPlace, { title, body, labels }: IssueDraft) {
    return { title, description: body, ...(labels.length > 0 && { labels: labels.join(',') }) }
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
    if (bytes.length >= MAX_LINK_LENGTH) return undefined
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
      const project = await this.client.json(`/projects/${encodeURIComponent(number)}`).catch(() => undefined)
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
      const { value, headers } = await this.client.json(`${projectPath(place)}/repository/tree`, { query })
      const items = listOf(value).map(treeEntryOf)
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
    `${title} doesn't search that broadly ("${words}"). Set owner and repo to search one repository.`,
  )
}

function projectPath({ owner, repo }: RepositoryPlace): string {
  return `/projects/${encodeURIComponent(`${owner}/${repo}`)}`
}

function folderOf(path: string): string {
  return posix.dirname(path).replace(/^\.$/, '')
}
