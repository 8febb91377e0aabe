import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  news: {
    status: 'ok',
    totalResults: 2,
    articles: [
      {
        source: { id: null, name: 'Example Times' },
        author: null,
        title: 'Older headline - Example Times',
        description: null,
        url: 'https://news.example.org/1',
        urlToImage: 'http://192.168.1.1/reboot',
        publishedAt: '2026-03-01T08:00:00Z',
        content: null,
      },
      {
        source: { id: null, name: 'Example Post' },
        author: 'Ada',
        title: 'Newer headline',
        description: 'What it says.',
        url: 'https://news.example.org/2',
        urlToImage: 'https://news.example.org/2.jpg',
        publishedAt: '2026-03-02T08:00:00Z',
        content: 'What it says… [+20 chars]',
      },
    ],
  },
}

export const routes: SampleRoutes = {
  NEWSAPI: () => ({ body: samples.news }),
}
