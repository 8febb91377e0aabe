import { AppError } from '../../contract/errors.ts'
import type { Turn, UpstreamHub } from '../../platform/upstream/hub.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import { defineWidget, mapped } from '../kit/widget.ts'
import { wikiContract, type ArticleReading } from './contract.ts'
import { findArticles, summary } from './wikipedia.ts'

const MAX_ALTERNATIVES = 7

/** A title is taken at its word, and searched for when there is no such article; words are always searched for. */
export const wiki = defineWidget(wikiContract, {
  lookups: [summary, findArticles],

  answer({ title, query, language = 'en' }, { hub, turn }) {
    const asking = { hub, language, turn }
    return title === undefined ? bySearch(query!.trim(), asking) : byTitle(title.trim(), asking)
  },

  summary: ({ title, extract }) => `${title}: ${extract.slice(0, 300)}`,
})

interface Asking {
  readonly hub: UpstreamHub
  readonly language: string
  readonly turn: Turn
}

async function search(words: string, { hub, language, turn }: Asking) {
  const { value } = await hub.ask(findArticles, { words, language }, turn)
  if (value.hits.length > 0 || value.suggestion === null) return value.hits
  // Nothing under these words, but Wikipedia knows which ones were meant.
  const again = await hub.ask(findArticles, { words: value.suggestion, language }, turn)
  return again.value.hits
}

async function bySearch(words: string, asking: Asking): Promise<Answered<ArticleReading>> {
  const { hub, language, turn } = asking
  const [best, ...others] = await search(words, asking)
  if (!best)
    throw new AppError(
      'not_found',
      `Wikipedia has no article about "${words}". Try fewer or different words.`,
    )
  const found = await hub.ask(summary, { title: best.title, language }, turn)
  return mapped(found, (article) => ({ ...article, alternatives: others.slice(0, MAX_ALTERNATIVES) }))
}

async function byTitle(title: string, asking: Asking): Promise<Answered<ArticleReading>> {
  const { hub, language, turn } = asking
  try {
    const found = await hub.ask(summary, { title, language }, turn)
    if (found.value.kind === 'article') return found
    const hits = await search(title, asking)
    const alternatives = hits.filter((hit) => hit.title !== found.value.title).slice(0, MAX_ALTERNATIVES)
    return mapped(found, (article) => ({ ...article, alternatives }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    return bySearch(title, asking)
  }
}
