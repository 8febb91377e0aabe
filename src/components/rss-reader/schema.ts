import { defineComponent, type Loads } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { defaulted } from '../members.ts'

export const rssReader = defineComponent({
  type: 'rss_reader',
  tier: 2,
  summary: 'Headlines of one feed: choose it when the address of an RSS, Atom or JSON feed is known.',
  props: closed({
    url: Type.String({
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
      maxLength: 2_048,
      loads: 'feed' satisfies Loads,
      description: 'Address of the feed, http or https',
    }),
    limit: defaulted(
      Type.Integer({ default: 10, minimum: 1, maximum: 100, description: 'Maximum number of entries' }),
    ),
  }),
  example: { url: 'https://example.com/feed.xml' },
  gallery: {
    group: 'News and facts',
    title: 'Feed',
    about: 'Headlines of an RSS or Atom feed',
    icon: 'rss',
    settings: ['url', 'limit'],
    start: {},
  },
})
