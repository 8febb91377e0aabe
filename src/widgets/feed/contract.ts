import { Type } from '../../contract/type.ts'
import {
  defineLiveEndpoint,
  fresh,
  liveData,
  lookupErrors,
  optionalText,
  optionalTime,
  type Reading,
} from '../kit/live-endpoint.ts'

const Feed = liveData(
  {
    url: Type.String({ description: 'Address of the feed, after redirects' }),
    title: Type.String({ description: 'Name of the feed' }),
    description: optionalText('What the feed is about'),
    link: optionalText('Address of the site'),
    language: optionalText('Language, e.g. en'),
    updated_at: optionalTime('When the feed last changed'),
    items: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Stable id of the item within the feed' }),
        title: Type.String({ description: 'Headline' }),
        url: optionalText('Address of the item'),
        summary: optionalText('Beginning as plain text'),
        author: optionalText('Author'),
        image_url: optionalText('Address of a picture'),
        audio_url: optionalText('Address of a recording, e.g. for a podcast'),
        published_at: optionalTime('Publication date'),
      }),
      { description: 'In feed order' },
    ),
  },
  'An RSS, Atom or JSON feed',
)

export type FeedReading = Reading<typeof Feed>

export const feedContract = defineLiveEndpoint({
  component: 'rss_reader',
  providers: [],
  method: 'GET',
  path: '/api/widget/rss',
  summary: 'Read a feed as headline cards',
  description:
    'RSS 0.9x, 1.0 and 2.0, Atom and JSON Feed. Addresses on this machine and private networks are refused unless ' +
    'listed in the ALLOWED_PRIVATE_TARGETS setting.',
  query: Type.Object({
    url: Type.String({
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
      maxLength: 2048,
      description: 'Address of the feed, http or https',
    }),
  }),
  result: Feed,
  errors: ['forbidden', ...lookupErrors],
  example: {
    query: { url: 'https://example.com/feed.xml' },
    result: {
      url: 'https://example.com/feed.xml',
      title: 'Example blog',
      description: null,
      link: 'https://example.com/',
      language: 'en',
      updated_at: '2026-03-01T18:00:00Z',
      items: [
        {
          id: 'https://example.com/posts/7',
          title: 'A new post',
          url: 'https://example.com/posts/7',
          summary: 'How it begins.',
          author: 'Ada',
          image_url: null,
          audio_url: null,
          published_at: '2026-03-01T18:00:00Z',
        },
      ],
      source: { name: 'Example blog', url: 'https://example.com/', attribution: 'Example blog' },
      ...fresh,
    },
  },
})
