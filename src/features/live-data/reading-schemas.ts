import { Type } from '../../contract/type.ts'
import { literals } from '../../contract/schema.ts'
import { liveData, optionalNumber, optionalText, optionalTime } from '../../widgets/kit/answer.ts'

export const News = liveData(
  {
    topic: optionalText('The topic that was asked for'),
    articles: Type.Array(
      Type.Object({
        title: Type.String({ description: 'Headline' }),
        url: Type.String({ description: 'Address of the article' }),
        publisher: optionalText('Who published it'),
        author: optionalText('Who wrote it'),
        description: optionalText('First sentences'),
        image_url: optionalText('Address of a picture'),
        published_at: optionalTime('When it appeared'),
      }),
      { description: 'The newest first' },
    ),
  },
  'Headlines',
)

export const Article = liveData(
  {
    title: Type.String({ description: 'Title of the article' }),
    kind: literals(['article', 'disambiguation'], {
      description: 'disambiguation: the title means several things, see alternatives',
    }),
    description: optionalText('What it is, in a few words'),
    extract: Type.String({ description: 'Summary as plain text' }),
    url: Type.String({ description: 'Address of the article' }),
    language: Type.String({ description: 'Language of the article, e.g. en' }),
    image_url: optionalText('Address of a small picture'),
    latitude: optionalNumber('Degrees north, for a place'),
    longitude: optionalNumber('Degrees east, for a place'),
    updated_at: optionalTime('When the article was last changed'),
    alternatives: Type.Array(
      Type.Object({
        title: Type.String({ description: 'Title of another article' }),
        description: optionalText('What it is, in a few words'),
        url: Type.String({ description: 'Address of the article' }),
      }),
      { description: 'Other articles that may have been meant' },
    ),
  },
  'Summary of an encyclopedia article',
)

export const Word = liveData(
  {
    word: Type.String({ description: 'The word that was found' }),
    language: Type.String({ description: 'Its language, e.g. en' }),
    phonetic: optionalText('Pronunciation in phonetic letters'),
    audio_url: optionalText('Address of a recording'),
    meanings: Type.Array(
      Type.Object({
        part_of_speech: Type.String({ description: 'e.g. noun' }),
        definitions: Type.Array(
          Type.Object({
            definition: Type.String({ description: 'What it means' }),
            example: optionalText('A sentence with it'),
          }),
          { description: 'The most common first' },
        ),
        synonyms: Type.Array(Type.String(), { description: 'Words that mean the same' }),
        antonyms: Type.Array(Type.String(), { description: 'Words that mean the opposite' }),
      }),
      { description: 'By part of speech' },
    ),
  },
  'Definitions and phonetics of a word',
)

export const Translation = liveData(
  {
    text: Type.String({ description: 'The text that was given' }),
    translated_text: Type.String({ description: 'The same in the target language' }),
    source_language: Type.String({ description: 'Language of the text, given or detected, e.g. en' }),
    target_language: Type.String({ description: 'Language of the translation, e.g. de' }),
    detected: Type.Boolean({ description: 'Whether the language of the text was detected' }),
  },
  'A translation',
)

export const Feed = liveData(
  {
    url: Type.String({ description: 'Address of the feed, after redirects' }),
    title: Type.String({ description: 'Name of the feed' }),
    description: optionalText('What the feed is about'),
    link: optionalText('Address of the site'),
    language: optionalText('Language, e.g. en'),
    updated_at: optionalTime('When the feed last changed'),
    items: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Stable name of the item within the feed' }),
        title: Type.String({ description: 'Headline' }),
        url: optionalText('Address of the item'),
        summary: optionalText('Beginning as plain text'),
        author: optionalText('Who wrote it'),
        image_url: optionalText('Address of a picture'),
        audio_url: optionalText('Address of a recording, as in a podcast'),
        published_at: optionalTime('When it appeared'),
      }),
      { description: 'In the order of the feed' },
    ),
  },
  'An RSS, Atom or JSON feed',
)

export const Recipe = liveData(
  {
    id: Type.String({ description: 'Name of the recipe at the provider' }),
    title: Type.String({ description: 'Name of the dish' }),
    category: optionalText('e.g. Dessert'),
    cuisine: optionalText('e.g. Italian'),
    tags: Type.Array(Type.String(), { description: 'Further words for it' }),
    ingredients: Type.Array(
      Type.Object({
        name: Type.String({ description: 'What' }),
        measure: optionalText('How much, in the words of the recipe'),
      }),
      { description: 'In the order of the recipe' },
    ),
    steps: Type.Array(Type.String(), { description: 'What to do, one step each' }),
    image_url: optionalText('Address of a picture'),
    video_url: optionalText('Address of a video'),
    recipe_url: optionalText('Where the recipe was published'),
    alternatives: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Name of the recipe at the provider' }),
        title: Type.String({ description: 'Name of the dish' }),
      }),
      { description: 'Other recipes that the search found' },
    ),
  },
  'A recipe, step by step',
)
