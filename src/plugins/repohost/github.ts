import { fieldsOf, listOf, numberOf, textOf } from '../../platform/upstream/fields.ts'
import { BaseHost, type Dialect } from './base-host.ts'
import { entriesOf, foundIn, treeEntriesOf } from './contents-answer.ts'
import { isRefusal } from './host-refusal.ts'
import { whatIsMissing } from './missing.ts'
import { encodedPath, repositoryPath } from './place.ts'
import type {
  CodeMatches,
  CodeQuestion,
  FilePlace,
  Found,
  IssueDraft,
  Listed,
  RepositoryPlace,
} from './repository-host.ts'
import type { CodeMatch } from './shapes.ts'
import { issueOf, githubDialect } from './tracker-answer.ts'

const PAGE = 100
/** More entries of a folder than this are left out of its contents without a word. */
const MAX_CONTENTS = 1000

/** GitHub, and GitHub Enterprise at one's own address. */
export class GitHub extends BaseHost {
  protected readonly dialect: Dialect = {
    ...githubDialect,
    pageSize: PAGE,
    pageSizeParameter: 'per_page',
    commitsPath: 'commits',
    issueQuery: ({ state }) => ({ state, sort: 'updated' }),
    // A pull request counts as an issue there.
    issuesOf: (page) => page.filter((one) => !('pull_request' in fieldsOf(one))).map(issueOf),
    diffRequest: { path: '', accept: 'application/vnd.github.diff' },
  }

  async read(place: FilePlace): Promise<Found> {
    const raw = () => this.#raw(place)
    try {
      const { value } = await this.client.json(contentsPath(place), { query: { ref: place.ref } })
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
    const { items } = await this.pages('/search/code', {
      query: { q: `${query}${scope}`, per_page: Math.min(limit, PAGE) },
      accept: 'application/vnd.github.text-match+json',
      limit,
      itemsOf(value) {
        const found = fieldsOf(value)
        total = numberOf(found['total_count'])
        return listOf(found['items']).map(codeMatchOf)
      },
    })
    return { matches: items, total }
  }

  protected pathOf = repositoryPath

  protected issueBody(_place: RepositoryPlace, { title, body, labels }: IssueDraft) {
    return { title, body, ...(labels.length > 0 && { labels }) }
  }

  async #raw(place: FilePlace): Promise<Buffer> {
    const request = { query: { ref: place.ref }, accept: 'application/vnd.github.raw+json' }
    return (await this.rawBytes(contentsPath(place), place, request)).bytes
  }

  async #folder(place: FilePlace) {
    const { value } = await this.client.json(contentsPath(place), { query: { ref: place.ref } })
    const entries = entriesOf(Array.isArray(value) ? value : [value])
    return { entries, isWhole: entries.length < MAX_CONTENTS }
  }

  async #tree({ path, ref = 'HEAD', ...place }: FilePlace) {
    const tree = `${repositoryPath(place)}/git/trees/${encodeURIComponent(ref)}`
    const { value } = await this.client.json(tree, { query: { recursive: 1 } })
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
