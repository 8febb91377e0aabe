import { AppError } from '../../../contract/errors.ts'
import { categoryOf, extensionOf } from './file-categories.ts'
import { globMatcher, isGlob } from './glob.ts'
import { similarity } from '../text/similar-text.ts'

export type MatchedBy = 'name' | 'glob' | 'category' | 'similar'

/** How well something fits: 0 is best. */
export const ranks = { exact: 0, prefix: 1, wordStart: 2, part: 3, words: 4, similar: 5 } as const

export interface SearchQuery {
  readonly matchedBy: MatchedBy
  readonly category?: string
  /** Categories are about files; anything else also finds folders. */
  readonly filesOnly: boolean
  /** The query itself begins with a dot, so hidden names are what is looked for. */
  readonly findsHidden: boolean
  /** The rank of a name; undefined when it does not match. `folder` is the path below the root, '' for the root. */
  readonly rank: (name: string, folder: string) => number | undefined
}

export function parseQuery(text: string): SearchQuery {
  const query = text.trim().replace(/^\.\//, '')
  if (query === '' || query.includes('\0')) {
    throw new AppError(
      'invalid_request',
      'query is empty. Give part of a name, a pattern like *.pdf, or a category like images.',
    )
  }
  const category = categoryOf(query)
  if (category) {
    return {
      matchedBy: 'category',
      category: category.name,
      filesOnly: true,
      findsHidden: false,
      rank: (name) => (category.extensions.has(extensionOf(name)) ? ranks.exact : undefined),
    }
  }
  const shared = { filesOnly: false, findsHidden: /(^|\/)\./.test(query) }
  const term = comparable(query)
  if (isGlob(query)) return { matchedBy: 'glob', ...shared, rank: globRank(term) }
  return { matchedBy: 'name', ...shared, rank: term.includes('/') ? pathRank(term) : nameRank(term) }
}

/** The same query with a few wrong letters allowed, for when nothing is really called that. */
export function similarQuery(text: string): SearchQuery | undefined {
  const mistakesIn = similarity(comparable(text.trim()))
  if (!mistakesIn) return undefined
  return {
    matchedBy: 'similar',
    filesOnly: false,
    findsHidden: false,
    rank: (name) => {
      const mistakes = mistakesIn(comparable(name))
      return mistakes === undefined ? undefined : ranks.similar + mistakes
    },
  }
}

/** Capital letters, accents and the two ways to write them (macOS splits them) make no difference. */
export function comparable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function nameRank(term: string): SearchQuery['rank'] {
  const words = term.split(/[\s._-]+/).filter((word) => word !== '')
  return (name) => {
    const text = comparable(name)
    const at = text.indexOf(term)
    if (at === -1) {
      return words.length > 1 && words.every((word) => text.includes(word)) ? ranks.words : undefined
    }
    if (at === 0) {
      return text.length === term.length || text.lastIndexOf('.') === term.length ? ranks.exact : ranks.prefix
    }
    return startsWord(name, { text, at, term }) ? ranks.wordStart : ranks.part
  }
}

/** `report` begins a word in `my-report`, `my report` and `myReport`. */
function startsWord(name: string, { text, at, term }: { text: string; at: number; term: string }): boolean {
  for (let index = at; index !== -1; index = text.indexOf(term, index + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[index - 1]!)) return true
    const sameLength = name.length === text.length
    if (sameLength && /\p{Lu}/u.test(name[index]!) && !/\p{Lu}/u.test(name[index - 1]!)) return true
  }
  return false
}

function pathRank(term: string): SearchQuery['rank'] {
  return (name, folder) => {
    const text = comparable(folder === '' ? name : `${folder}/${name}`)
    const at = text.lastIndexOf(term)
    if (at === -1) return undefined
    // Only the thing itself, not everything in a folder of that name.
    if (text.indexOf('/', at + term.length) !== -1) return undefined
    return at + term.length === text.length ? ranks.exact : ranks.prefix
  }
}

function globRank(pattern: string): SearchQuery['rank'] {
  const matches = globMatcher(pattern)
  const needsPath = pattern.includes('/')
  // Brackets and question marks are also ordinary letters of a name: "report [final].pdf".
  const mayBeName = !pattern.includes('*')
  return (name, folder) => {
    const text = comparable(needsPath && folder !== '' ? `${folder}/${name}` : name)
    if (matches(text)) return ranks.exact
    return mayBeName && text.includes(pattern) ? ranks.part : undefined
  }
}
