import { Type } from '../../contract/type.ts'
import {
  defineLiveEndpoint,
  fresh,
  liveData,
  lookupErrors,
  optionalText,
  type Reading,
} from '../kit/live-endpoint.ts'

const Recipe = liveData(
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

export type RecipeReading = Reading<typeof Recipe>

export const recipeContract = defineLiveEndpoint({
  component: 'recipe_viewer',
  providers: ['THEMEALDB'],
  method: 'GET',
  path: '/api/recipe',
  summary: 'A recipe, by search or at random',
  query: Type.Object({
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Name of a dish; a random one when left out',
      }),
    ),
  }),
  result: Recipe,
  errors: lookupErrors,
  example: {
    query: { query: 'pancakes' },
    result: {
      id: '1001',
      title: 'Pancakes',
      category: 'Breakfast',
      cuisine: 'American',
      tags: [],
      ingredients: [{ name: 'Flour', measure: '200 g' }],
      steps: ['Mix the flour with milk and eggs.'],
      image_url: null,
      video_url: null,
      recipe_url: null,
      alternatives: [],
      source: {
        name: 'TheMealDB',
        url: 'https://www.themealdb.com/meal/1001',
        attribution: 'Recipe: TheMealDB',
      },
      ...fresh,
    },
  },
})
