import { AppError } from '../../contract/errors.ts'
import { firstTitles } from '../kit/first-titles.ts'
import { defineWidget } from '../kit/widget.ts'
import { feedContract } from './contract.ts'
import { feed as feedAt } from './feed.ts'

export const feed = defineWidget(feedContract, {
  lookups: [feedAt],

  async answer({ url: given }, { hub, turn }) {
    const url = URL.parse(given.trim())
    if (!url)
      throw new AppError(
        'invalid_request',
        `"${given}" is not a valid address. It must look like https://example.com/feed.`,
      )
    url.hash = ''
    return await hub.ask(feedAt, { url: url.href }, turn)
  },

  summary: ({ items }) => firstTitles(items),
})
