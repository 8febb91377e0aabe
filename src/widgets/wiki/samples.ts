import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  summary: {
    type: 'standard',
    title: 'Ada Lovelace',
    displaytitle: '<b>Ada Lovelace</b>',
    lang: 'en',
    description: 'English mathematician',
    extract: 'Ada Lovelace was an English mathematician.',
    timestamp: '2026-02-20T12:00:00Z',
    thumbnail: { source: 'https://upload.example.org/ada.jpg', width: 1, height: 1 },
    coordinates: { lat: 51.5, lon: -0.1 },
    content_urls: { desktop: { page: 'https://en.wikipedia.org/wiki/Ada_Lovelace' } },
  },
  search: {
    batchcomplete: true,
    query: {
      search: [
        { ns: 0, title: 'Ada Lovelace', snippet: 'the <b>first</b> programmer' },
        { ns: 0, title: 'Charles Babbage', snippet: 'built &amp; planned engines' },
      ],
    },
  },
}

export const routes: SampleRoutes = {
  WIKIPEDIA: (url) => ({ body: url.pathname === '/w/api.php' ? samples.search : samples.summary }),
}
