import { Type } from '../../contract/type.ts'
import {
  defineLiveEndpoint,
  fresh,
  liveData,
  optionalText,
  optionalTime,
  type Reading,
  upstreamErrors,
} from '../kit/live-endpoint.ts'

const News = liveData(
  {
    topic: optionalText('The requested topic'),
    articles: Type.Array(
      Type.Object({
        title: Type.String({ description: 'Headline' }),
        url: Type.String({ description: 'Address of the article' }),
        publisher: optionalText('Publisher'),
        author: optionalText('Author'),
        description: optionalText('First sentences'),
        image_url: optionalText('Address of a picture'),
        published_at: optionalTime('Publication date'),
      }),
      { description: 'Newest first' },
    ),
  },
  'Headlines',
)

export type NewsReading = Reading<typeof News>

export const newsContract = defineLiveEndpoint({
  component: 'news_ticker',
  providers: ['NEWSAPI'],
  method: 'GET',
  path: '/api/widget/news',
  summary: 'Headlines, optionally on a topic',
  description: 'Needs the NEWS_API_KEY setting; 503 not_configured until it is set.',
  query: Type.Object({
    topic: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'A category, e.g. technology, or any words; top headlines by default',
      }),
    ),
  }),
  result: News,
  errors: ['not_found', 'not_configured', ...upstreamErrors],
  example: {
    query: { topic: 'technology' },
    result: {
      topic: 'technology',
      articles: [
        {
          title: 'A headline about technology',
          url: 'https://example.com/news/1',
          publisher: 'Example News',
          author: null,
          description: 'The first sentences of the article.',
          image_url: null,
          published_at: '2026-03-02T08:00:00Z',
        },
      ],
      source: { name: 'NewsAPI', url: 'https://newsapi.org/', attribution: 'Powered by NewsAPI.org' },
      ...fresh,
    },
  },
})
