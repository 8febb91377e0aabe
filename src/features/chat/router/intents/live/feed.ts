import { askFor, textOf, widget } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'rss_reader',
  label: 'Feed',
  example: 'Show the feed https://example.com/feed.xml',
  isProvenByValues: true,
  slots: { url: optional.text },
  needs: ['url'],
  templates: [
    '[<tell>|open|load|add|subscribe to|follow] [the|an|a] (rss|atom|feed|rss feed|atom feed|feed reader|rss reader) [at|of|from] {url:address}',
    '[<tell>|open] [the|an|a] (rss|rss feed|atom feed|rss reader|feed reader)',
    '(<tell>|open|load|subscribe to|follow) [new on|the latest from] {feed:address}',
    'what is new on {feed:address}',
  ],
  examples: [
    '(show|open|read|load|subscribe to) [me] the feed [at|from] {feed_url}',
    "what's new (on|in the feed) {feed_url}",
    'read this rss feed {feed_url}',
    'headlines from the feed {feed_url}',
  ],
  fill(captured) {
    const feed = textOf(captured, 'feed')
    if (feed !== undefined && !/rss|feed|atom/i.test(feed)) return undefined
    return { url: textOf(captured, 'url') ?? feed }
  },
  act({ slots, writer }) {
    if (slots.url !== undefined) return writer.add(widget('rss_reader', slots, ['url']))
    writer.decline('Which feed?')
    writer.add(
      askFor({
        title: 'Feed',
        label: 'Address',
        placeholder: 'https://example.com/feed.xml',
        message: 'Show the feed $value',
      }),
    )
  },
})
