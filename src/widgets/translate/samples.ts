import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  myMemory: { responseData: { translatedText: 'Es ist&#39;s', match: 1 }, responseStatus: 200, matches: [] },
}

export const routes: SampleRoutes = {
  MYMEMORY: () => ({ body: samples.myMemory }),
  DEEPL: () => ({ body: { translations: [{ detected_source_language: 'EN', text: 'Guten Morgen' }] } }),
  LIBRETRANSLATE: () => ({
    body: { translatedText: 'Guten Morgen', detectedLanguage: { confidence: 90, language: 'en' } },
  }),
}
