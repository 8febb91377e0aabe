import { AppError } from '../../contract/errors.ts'
import { told, type Caller, type NeedContext } from './need.ts'

export function createFeed({ hub, widgets, now }: NeedContext) {
  return async (given: string, caller: Caller) => {
    const url = URL.parse(given.trim())
    if (!url)
      throw new AppError(
        'invalid_request',
        `"${given}" is not an address; it must look like https://example.com/feed.`,
      )
    url.hash = ''
    return told(await hub.ask(widgets.feed.feed, { url: url.href }, hub.turn(caller)), now)
  }
}
