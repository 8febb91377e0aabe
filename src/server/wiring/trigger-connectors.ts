import type { AccessTokens } from '../../contract/tool.ts'
import type { Calendar } from '../../features/calendar/calendar.ts'
import { createCalendarSource } from '../../features/workflows/triggers/sources/calendar.ts'
import { createFeedSource, type FetchFeed } from '../../features/workflows/triggers/sources/feed.ts'
import { createMailSource } from '../../features/workflows/triggers/sources/mail.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import { Mailboxes } from '../../plugins/email/mailboxes.ts'
import { fetchFeed } from '../../widgets/feed/fetch-feed.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { version } from '../version.ts'

interface ConnectorServices {
  readonly calendar: Calendar
  /** The ones that tools use: two that renew the same access would take it from each other. */
  readonly accessTokens: AccessTokens
}

/** The sources of events that lie outside of this service: mail, appointments and feeds. */
export function createTriggerConnectors(
  { settings, home, now }: Pick<Infrastructure, 'settings' | 'home' | 'now'>,
  { calendar, accessTokens }: ConnectorServices,
) {
  const folders = new Mailboxes({ setting: (name) => settings.get(name), home, accessTokens })
  return {
    mail: createMailSource({ folders, now }),
    calendar: createCalendarSource({ book: calendar, now }),
    feed: createFeedSource({ fetchFeed: feedFetcher({ settings, now }), now }),
  }
}

/** The address of a feed is somebody's word: the guard keeps it from leading to this machine or its network. */
function feedFetcher({ settings, now }: Pick<Infrastructure, 'settings' | 'now'>): FetchFeed {
  const fetch = guardedFetch({ allowedTargets: () => settings.get('ALLOWED_PRIVATE_TARGETS') })
  const context = { setting: () => null, version, fetchProvider: fetch, fetchGiven: fetch }
  return (url, options) => fetchFeed(url, { ...options, now, context })
}
