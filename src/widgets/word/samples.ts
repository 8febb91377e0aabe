import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  word: [
    {
      word: 'run',
      phonetic: '/ɹʌn/',
      phonetics: [
        { text: '/ɹʌn/', audio: '' },
        { text: '/ɹʊn/', audio: 'https://audio.example.org/run.mp3' },
      ],
      meanings: [
        {
          partOfSpeech: 'verb',
          definitions: [{ definition: 'To move fast on foot.', example: 'Run home.', synonyms: ['sprint'] }],
          synonyms: ['race'],
          antonyms: ['walk'],
        },
      ],
      license: { name: 'CC BY-SA 3.0' },
      sourceUrls: ['https://en.wiktionary.org/wiki/run'],
    },
  ],
  definition: {
    en: [
      {
        partOfSpeech: 'Noun',
        definitions: [
          {
            definition: 'A <a href="/wiki/cat">cat</a>:<ol><li>A tame one.</li></ol>',
            examples: ['<i>The cat sat.</i>'],
          },
          { definition: '' },
        ],
      },
    ],
  },
}

export const routes: SampleRoutes = {
  DICTIONARYAPI: () => ({ body: samples.word }),
  WIKTIONARY: () => ({ body: samples.definition }),
}
