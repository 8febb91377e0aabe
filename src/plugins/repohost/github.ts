import { fieldsOf, listOf, numberOf, textOf } from '../../platform/upstream/fields.ts'
import { collectPages, hasNextPage } from './collect-pages.ts'
import { entriesOf, foundIn, tooLarge, treeEntriesOf } from './contents-answer.ts'
import type { HostClient } from './host-client.ts'
import { isRefusal } from './host-refusal.ts'
import { unlessMissing, whatIsMissing } from './missing.ts'
import { encodedPath, repositoryPath } from './place.ts'
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
import type { CodeMatch } from './shapes.ts'
import { changedFilesOf, issueOf, pullRequestOf } from './tracker-answer.ts'

const PAGE = 100
/** More entries of a folder than this are left out of its contents without a word. */
const MOST_CONTENTS = 1000

/** GitHub, and GitHub Enterprise at one's own address. */
export class GitHub implements RepositoryHost {
  readonly title: string
  readonly hasToken: boolean
  readonly #client: HostClient

  constructor(client: HostClient) {
    this.#client = client
    this.title = client.title
    this.hasToken = client.hasToken
  }

  async read(place: FilePlace): Promise<Found> {
    const raw = () => this.#raw(place)
    try {
      const { value } = await this.#client.json(contentsPath(place), { query: { ref: place.ref } })
      return await foundIn(value, { place, raw })
    } catch (error) {
      if (isRefusal(error, 404)) throw await whatIsMissing(place, this)
      if (!isRefusal(error, 403) || !/too[ _]large/i.test(error.words)) throw error
      return { kind: 'file', bytes: await raw(), id: null, url: null }
    }
  }

  async list(place: FilePlace, { recursive, limit }: { recursive: boolean; limit: number }): Promise<Listed> {
    try {
      const { entries, isWhole } = recursive ? await this.#tree(place) : await this.#folder(place)
      if (entries.length === 0 && recursive) throw await whatIsMissing(place, this)
      return { entries: entries.slice(0, limit), truncated: !isWhole || entries.length > limit }
    } catch (error) {
      if (isRefusal(error, 404, 409)) throw await whatIsMissing(place, this)
      throw error
    }
  }

  async search({ query, owner, repo, limit }: CodeQuestion): Promise<CodeMatches> {
    const scope = owner === undefined ? '' : repo === undefined ? ` user:${owner}` : ` repo:${owner}/${repo}`
    let total: number | null = null
    const { items } = await collectPages(limit, async (page) => {
      const { value, headers } = await this.#client.json('/search/code', {
        query: { q: `${query}${scope}`, per_page: Math.min(limit, PAGE), page },
        accept: 'application/vnd.github.text-match+json',
      })
      total = numberOf(fieldsOf(value)['total_count'])
      const items = listOf(fieldsOf(value)['items']).map(codeMatchOf)
      return { items, isLast: !hasNextPage(headers) }
    })
    return { matches: items, total }
  }

  async issues(place: RepositoryPlace, { state, labels, limit }: IssueFilter) {
    const { items, more } = await unlessMissing({ host: this, place, what: 'issues' }, () =>
      collectPages(limit, async (page) => {
        const query = {
          state,
          sort: 'updated',
          per_page: PAGE,
          page,
          ...(labels.length > 0 && { labels: labels.join(',') }),
        }
        const { value, headers } = await this.#client.json(`${repositoryPath(place)}/issues`, { query })
        // A pull request counts as an issue there.
        const issues = listOf(value).filter((one) => !('pull_request' in fieldsOf(one)))
        return { items: issues.map(issueOf), isLast: !hasNextPage(headers) }
      }),
    )
    return { issues: items, more }
  }

  async createIssue(place: RepositoryPlace, { title, body, labels }: IssueDraft) {
    const json = { title, body, ...(labels.length > 0 && { labels }) }
    const { value } = await unlessMissing({ host: this, place, what: 'issues' }, () =>
      this.#client.json(`${repositoryPath(place)}/issues`, { json }),
    )
    return issueOf(value)
  }

  async pullRequest(place: RepositoryPlace, number: number) {
    const path = `${repositoryPath(place)}/pulls/${number}`
    return unlessMissing({ host: this, place, what: `pull request ${number}` }, async () => {
      const { value } = await this.#client.json(path)
      const files = await this.#client.json(`${path}/files`, { query: { per_page: PAGE } })
      const more_files = hasNextPage(files.headers)
      return { ...pullRequestOf(value), files: changedFilesOf(files.value), more_files }
    })
  }

  async diff(place: RepositoryPlace, number: number) {
    const path = `${repositoryPath(place)}/pulls/${number}`
    const accept = 'application/vnd.github.diff'
    const { bytes, isCut } = await this.#client.bytes(path, { accept, limit: mostDiffBytes })
    return { text: bytes.toString('utf8'), truncated: isCut }
  }

  repository(place: RepositoryPlace): Promise<unknown> {
    return this.#client.json(repositoryPath(place))
  }

  commit(place: RepositoryPlace, ref: string): Promise<unknown> {
    return this.#client.json(`${repositoryPath(place)}/commits/${encodeURIComponent(ref)}`)
  }

  async #raw(place: FilePlace): Promise<Buffer> {
    const request = { query: { ref: place.ref }, accept: 'application/vnd.github.raw+json' }
    const answer = await this.#client.bytes(contentsPath(place), { ...request, limit: mostFileBytes })
    if (answer.isCut) throw tooLarge(place.path)
    return answer.bytes
  }

  async #folder(place: FilePlace) {
    const { value } = await this.#client.json(contentsPath(place), { query: { ref: place.ref } })
    const entries = entriesOf(Array.isArray(value) ? value : [value])
    return { entries, isWhole: entries.length < MOST_CONTENTS }
  }

  async #tree({ path, ref = 'HEAD', ...place }: FilePlace) {
    const tree = `${repositoryPath(place)}/git/trees/${encodeURIComponent(ref)}`
    const { value } = await this.#client.json(tree, { query: { recursive: 1 } })
    return { entries: treeEntriesOf(value, path), isWhole: fieldsOf(value)['truncated'] !== true }
  }
}

function contentsPath(place: FilePlace): string {
  return `${repositoryPath(place)}/contents/${encodedPath(place.path)}`
}

function codeMatchOf(value: unknown): CodeMatch {
  const fields = fieldsOf(value)
  const excerpts = listOf(fields['text_matches']).map((match) => textOf(fieldsOf(match)['fragment']) ?? '')
  return {
    repository: textOf(fieldsOf(fields['repository'])['full_name']) ?? '',
    path: textOf(fields['path']) ?? '',
    line: null,
    excerpts: excerpts.filter((excerpt) => excerpt !== '').slice(0, 5),
    url: textOf(fields['html_url']),
  }
}
