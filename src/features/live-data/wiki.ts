import { AppError } from '../../contract/errors.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import type { Turn } from '../../platform/upstream/hub.ts'
import { mapped, withTiming, type Caller, type NeedContext } from './need.ts'
import type { ArticleReading } from './readings.ts'

const MAX_ALTERNATIVES = 7

export interface WikiWish {
  readonly title?: string | undefined
  readonly query?: string | undefined
  readonly language?: string | undefined
}

/** A title is taken at its word, and searched for when there is no such article; words are always searched for. */
export function createWiki({ hub, widgets, now }: NeedContext) {
  const { summary, findArticles } = widgets.wiki

  const search = async (words: string, language: string, turn: Turn) => {
    const { value } = await hub.ask(findArticles, { words, language }, turn)
    if (value.hits.length > 0 || value.suggestion === null) return value.hits
    // Nothing under these words, but Wikipedia knows which ones were meant.
    const again = await hub.ask(findArticles, { words: value.suggestion, language }, turn)
    return again.value.hits
  }

  const bySearch = async (words: string, language: string, turn: Turn): Promise<Answered<ArticleReading>> => {
    const [best, ...others] = await search(words, language, turn)
    if (!best)
      throw new AppError(
        'not_found',
        `Wikipedia has no article about "${words}". Try fewer or different words.`,
      )
    const found = await hub.ask(summary, { title: best.title, language }, turn)
    return mapped(found, (article) => ({ ...article, alternatives: others.slice(0, MAX_ALTERNATIVES) }))
  }

  const byTitle = async (title: string, language: string, turn: Turn): Promise<Answered<ArticleReading>> => {
    try {
      const found = await hub.ask(summary, { title, language }, turn)
      if (found.value.kind === 'article') return found
      const hits = await search(title, language, turn)
      const alternatives = hits.filter((hit) => hit.title !== found.value.title).slice(0, MAX_ALTERNATIVES)
      return mapped(found, (article) => ({ ...article, alternatives }))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      return bySearch(title, language, turn)
    }
  }

  return async ({ title, query, language = 'en' }: WikiWish, caller: Caller) => {
    const turn = hub.turn(caller)
    const found =
      title === undefined ? bySearch(query!.trim(), language, turn) : byTitle(title.trim(), language, turn)
    return withTiming(await found, now)
  }
}
