import { AppError } from '../../contract/errors.ts'
import { fieldsOf, listOf, numberOf, textOf } from '../../platform/upstream/fields.ts'
import { BaseHost, type Dialect } from './base-host.ts'
import { collectPages } from './collect-pages.ts'
import { entriesOf, foundIn, treeEntriesOf } from './contents-answer.ts'
import { isRefusal } from './host-refusal.ts'
import { whatIsMissing } from './missing.ts'
import { encodedPath, nameOf, repositoryPath } from './place.ts'
import type {
  CodeMatches,
  CodeQuestion,
  FilePlace,
  Found,
  IssueDraft,
  Listed,
  RepositoryPlace,
} from './repository-host.ts'
import { searchByReading } from './search-by-reading.ts'
import type { Issue } from './shapes.ts'
import { issueOf, githubDialect } from './tracker-answer.ts'

/** What its administrators let through at most, unless they changed it. */
const PAGE = 50

/** Gitea, and Forgejo, which speaks the same. */
export class Gitea extends BaseHost {
  protected readonly dialect: Dialect = {
    ...githubDialect,
    pageSize: PAGE,
    pageSizeParameter: 'limit',
    commitsPath: 'git/commits',
    issueQuery: ({ state }) => ({ state, type: 'issues' }),
    // Of labels that it does not know it takes no notice, and then answers with everything.
    issuesOf: (page, { labels }) => page.map(issueOf).filter(hasAll(labels)),
    openPath: '/version',
    diffRequest: { path: '.diff', accept: 'text/plain' },
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
      `${this.title} can only search one repository at a time. Set owner and repo.`,
    )
  }

  protected pathOf = repositoryPath

  protected async issueBody(place: RepositoryPlace, { title, body, labels }: IssueDraft) {
    return { title, body, labels: await this.#labelIds(place, labels) }
  }

  #contents({ path, ref, ...place }: FilePlace) {
    const end = path === '' ? '' : `/${encodedPath(path)}`
    return this.client.json(`${repositoryPath(place)}/contents${end}`, { query: { ref } })
  }

  async #raw(place: FilePlace): Promise<Buffer> {
    const raw = `${repositoryPath(place)}/raw/${encodedPath(place.path)}`
    return (await this.rawBytes(raw, place, { query: { ref: place.ref }, accept: '*/*' })).bytes
  }

  async #tree(place: FilePlace, limit: number): Promise<Listed> {
    const ref = place.ref ?? (await this.#defaultBranch(place))
    const tree = `${repositoryPath(place)}/git/trees/${encodeURIComponent(ref)}`
    const { items, more } = await collectPages(limit, async (page) => {
      const { value } = await this.client.json(tree, { query: { recursive: true, per_page: 1000, page } })
      const isLast = fieldsOf(value)['truncated'] !== true
      return { items: treeEntriesOf(value, place.path), isLast }
    })
    if (items.length === 0) throw await whatIsMissing(place, this)
    return { entries: items, truncated: more }
  }

  async #defaultBranch(place: RepositoryPlace): Promise<string> {
    const { value } = await this.repository(place)
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
      const sentence = `${nameOf(place)} has no label "${name}". It has: ${there || 'none'}.`
      throw new AppError('invalid_request', sentence)
    })
  }

  async #labelsAt(owner: string): Promise<Map<string | null, number | null>> {
    const { items } = await this.pages(`${owner}/labels`, {
      limit: 1000,
      itemsOf: (value) => listOf(value).map(fieldsOf),
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
