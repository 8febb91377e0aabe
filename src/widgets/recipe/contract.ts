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
        description: 'Name of a dish; a random one by default',
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
