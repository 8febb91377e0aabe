import { AppError } from '../../contract/errors.ts'
import { firstTitles } from '../kit/first-titles.ts'
import { defineWidget } from '../kit/widget.ts'
import { newsContract } from './contract.ts'
import { headlines } from './newsapi.ts'

export const news = defineWidget(newsContract, {
  lookups: [headlines],

  async answer({ topic }, { hub, setting, turn }) {
    if (setting('NEWS_API_KEY') === null)
      throw new AppError('not_configured', 'News needs a key from newsapi.org. Set NEWS_API_KEY.')
    return await hub.ask(headlines, { topic: topic?.trim() ?? null }, turn)
  },

  summary: ({ articles }) => firstTitles(articles),
})
