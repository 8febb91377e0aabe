import { Type } from '../../contract/type.ts'
import { literals } from '../../contract/schema.ts'
import { liveData, optionalNumber, optionalText, optionalTime } from './answer.ts'

export const News = liveData(
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

export const Article = liveData(
  {
    title: Type.String({ description: 'Title of the article' }),
    kind: literals(['article', 'disambiguation'], {
      description: 'disambiguation: the title has several meanings, see alternatives',
    }),
    description: optionalText('A short description'),
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
        description: optionalText('A short description'),
        url: Type.String({ description: 'Address of the article' }),
      }),
      { description: 'Other possible articles' },
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
            example: optionalText('An example sentence'),
          }),
          { description: 'Most common first' },
        ),
        synonyms: Type.Array(Type.String(), { description: 'Synonyms' }),
        antonyms: Type.Array(Type.String(), { description: 'Antonyms' }),
      }),
      { description: 'By part of speech' },
    ),
  },
  'Definitions and phonetics of a word',
)

export const Translation = liveData(
  {
    text: Type.String({ description: 'The original text' }),
    translated_text: Type.String({ description: 'The translated text' }),
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

export const Recipe = liveData(
  {
    id: Type.String({ description: "The provider's id for the recipe" }),
    title: Type.String({ description: 'Name of the dish' }),
    category: optionalText('e.g. Dessert'),
    cuisine: optionalText('e.g. Italian'),
    tags: Type.Array(Type.String(), { description: 'Tags' }),
    ingredients: Type.Array(
      Type.Object({
        name: Type.String({ description: 'What' }),
        measure: optionalText('Amount, as in the recipe'),
      }),
      { description: 'In recipe order' },
    ),
    steps: Type.Array(Type.String(), { description: 'Instructions, one step each' }),
    image_url: optionalText('Address of a picture'),
    video_url: optionalText('Address of a video'),
    recipe_url: optionalText('Where the recipe was published'),
    alternatives: Type.Array(
      Type.Object({
        id: Type.String({ description: "The provider's id for the recipe" }),
        title: Type.String({ description: 'Name of the dish' }),
      }),
      { description: 'Other recipes found' },
    ),
  },
  'A recipe, step by step',
)
