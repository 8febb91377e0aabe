import { AppError } from '../../contract/errors.ts'
import { fieldsOf, listOf, numberOf, textOf } from '../../platform/upstream/fields.ts'
import { collectPages, hasNextPage } from './collect-pages.ts'
import { entriesOf, foundIn, tooLarge, treeEntriesOf } from './contents-answer.ts'
import type { HostClient } from './host-client.ts'
import { isRefusal } from './host-refusal.ts'
import { unlessMissing, whatIsMissing } from './missing.ts'
import { encodedPath, nameOf, repositoryPath } from './place.ts'
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
import type { Issue } from './shapes.ts'
import { searchByReading } from './search-by-reading.ts'
import { changedFilesOf, issueOf, pullRequestOf } from './tracker-answer.ts'

/** What its administrators let through at most, unless they changed it. */
const PAGE = 50

/** Gitea, and Forgejo, which speaks the same. */
export class Gitea implements RepositoryHost {
  readonly title: string
  readonly hasToken: boolean
  readonly #client: HostClient

  constructor(client: HostClient) {
    this.#client = client
    this.title = client.title
    this.hasToken = client.hasToken
  }

  async read(place: FilePlace): Promise<Found> {
    try {
      const { value } = await this.#contents(place)
      return await foundIn(value, { place, raw: () => this.#raw(place) })
    } catch (error) {
      if (isRefusal(error, 404)) throw await whatIsMissing(place, this)
      throw error
    }
  }

  async list(place: FilePlace, { recursive, limit }: { recursive: boolean; limit: number }): Promise<Listed> {
    try {
      if (recursive) return await this.#tree(place, limit)
      const { value } = await this.#contents(place)
      const entries = entriesOf(Array.isArray(value) ? value : [value])
      return { entries: entries.slice(0, limit), truncated: entries.length > limit }
    } catch (error) {
      // It says 400 of a branch that it does not know, when asked for the whole tree.
      if (isRefusal(error, 400, 404, 409)) throw await whatIsMissing(place, this)
      throw error
    }
  }

  /** It has no way to search code from outside, so the files are read. */
  async search({ query, owner, repo, limit }: CodeQuestion): Promise<CodeMatches> {
    if (owner !== undefined && repo !== undefined)
      return searchByReading(this, { query, limit, place: { owner, repo } })
    throw new AppError(
      'invalid_request',
      `${this.title} can be searched one repository at a time: set owner and repo.`,
    )
  }

  async issues(place: RepositoryPlace, { state, labels, limit }: IssueFilter) {
    const { items, more } = await unlessMissing({ host: this, place, what: 'issues' }, () =>
      collectPages(limit, async (page) => {
        const query = {
          state,
          type: 'issues',
          limit: PAGE,
          page,
          ...(labels.length > 0 && { labels: labels.join(',') }),
        }
        const { value, headers } = await this.#client.json(`${repositoryPath(place)}/issues`, { query })
        // Of labels that it does not know it takes no notice, and then answers with everything.
        const wanted = listOf(value).map(issueOf).filter(hasAll(labels))
        return { items: wanted, isLast: !hasNextPage(headers) }
      }),
    )
    return { issues: items, more }
  }

  async createIssue(place: RepositoryPlace, { title, body, labels }: IssueDraft) {
    return unlessMissing({ host: this, place, what: 'issues' }, async () => {
      const json = { title, body, labels: await this.#labelIds(place, labels) }
      const { value } = await this.#client.json(`${repositoryPath(place)}/issues`, { json })
      return issueOf(value)
    })
  }

  async pullRequest(place: RepositoryPlace, number: number) {
    const path = `${repositoryPath(place)}/pulls/${number}`
    return unlessMissing({ host: this, place, what: `pull request ${number}` }, async () => {
      const { value } = await this.#client.json(path)
      const files = await this.#client.json(`${path}/files`, { query: { limit: PAGE } })
      const more_files = hasNextPage(files.headers)
      return { ...pullRequestOf(value), files: changedFilesOf(files.value), more_files }
    })
  }

  async diff(place: RepositoryPlace, number: number) {
    const path = `${repositoryPath(place)}/pulls/${number}.diff`
    const { bytes, isCut } = await this.#client.bytes(path, { accept: 'text/plain', limit: mostDiffBytes })
    return { text: bytes.toString('utf8'), truncated: isCut }
  }

  repository(place: RepositoryPlace): Promise<unknown> {
    return this.#client.json(repositoryPath(place))
  }

  commit(place: RepositoryPlace, ref: string): Promise<unknown> {
    return this.#client.json(`${repositoryPath(place)}/git/commits/${encodeURIComponent(ref)}`)
  }

  #contents({ path, ref, ...place }: FilePlace) {
    const end = path === '' ? '' : `/${encodedPath(path)}`
    return this.#client.json(`${repositoryPath(place)}/contents${end}`, { query: { ref } })
  }

  async #raw({ path, ref, ...place }: FilePlace): Promise<Buffer> {
    const request = { query: { ref }, accept: '*/*', limit: mostFileBytes }
    const answer = await this.#client.bytes(`${repositoryPath(place)}/raw/${encodedPath(path)}`, request)
    if (answer.isCut) throw tooLarge(path)
    return answer.bytes
  }

  async #tree(place: FilePlace, limit: number): Promise<Listed> {
    const ref = place.ref ?? (await this.#defaultBranch(place))
    const tree = `${repositoryPath(place)}/git/trees/${encodeURIComponent(ref)}`
    const { items, more } = await collectPages(limit, async (page) => {
      const { value } = await this.#client.json(tree, { query: { recursive: true, per_page: 1000, page } })
      const isLast = fieldsOf(value)['truncated'] !== true
      return { items: treeEntriesOf(value, place.path), isLast }
    })
    if (items.length === 0) throw await whatIsMissing(place, this)
    return { entries: items, truncated: more }
  }

  async #defaultBranch(place: RepositoryPlace): Promise<string> {
    const { value } = await this.#client.json(repositoryPath(place))
    return textOf(fieldsOf(value)['default_branch']) ?? 'main'
  }

  /** Labels are given by name and sent by number. */
  async #labelIds(place: RepositoryPlace, names: readonly string[]): Promise<number[]> {
    if (names.length === 0) return []
    const known = await this.#labelsAt(repositoryPath(place))
    if (names.some((name) => !known.has(name))) {
      // Those of an organisation count in all its repositories; a person has none.
      const shared = await this.#labelsAt(`/orgs/${encodedPath(place.owner)}`).catch((error: unknown) => {
        if (isRefusal(error, 403, 404)) return new Map<string | null, number | null>()
        throw error
      })
      for (const [name, id] of shared) if (!known.has(name)) known.set(name, id)
    }
    return names.map((name) => {
      const id = known.get(name)
      if (typeof id === 'number') return id
      const there = [...known.keys()].slice(0, 20).join(', ')
      const sentence = `${nameOf(place)} has no label "${name}"; it has: ${there || 'none'}.`
      throw new AppError('invalid_request', sentence)
    })
  }

  async #labelsAt(owner: string): Promise<Map<string | null, number | null>> {
    const { items } = await collectPages(1000, async (page) => {
      const query = { limit: PAGE, page }
      const { value, headers } = await this.#client.json(`${owner}/labels`, { query })
      return { items: listOf(value).map(fieldsOf), isLast: !hasNextPage(headers) }
    })
    return new Map(items.map((label) => [textOf(label['name']), numberOf(label['id'])]))
  }
}

function hasAll(labels: readonly string[]): (issue: Issue) => boolean {
  const wanted = labels.map((label) => label.toLowerCase())
  return ({ labels: own }) => {
    const has = new Set(own.map((label) => label.toLowerCase()))
    return wanted.every((label) => has.has(label))
  }
}
