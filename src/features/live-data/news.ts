import { AppError } from '../../contract/errors.ts'
import { told, type Caller, type NeedContext } from './need.ts'

export function createNews({ hub, widgets, setting, now }: NeedContext) {
  return async (topic: string | undefined, caller: Caller) => {
    if (setting('NEWS_API_KEY') === null)
      throw new AppError('not_configured', 'News needs a key from newsapi.org: put it into NEWS_API_KEY.')
    const question = { topic: topic?.trim() ?? null }
    return told(await hub.ask(widgets.news.headlines, question, hub.turn(caller)), now)
  }
}
