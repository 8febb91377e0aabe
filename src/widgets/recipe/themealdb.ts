import type { RecipeReading } from './contract.ts'
import type { UpstreamAnswer } from '../../platform/upstream/answer.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY } from '../kit/durations.ts'
import { mediaAddress, webAddress } from '../kit/web-address.ts'

const provider: Provider = {
  name: 'THEMEALDB',
  title: 'TheMealDB',
  origin: 'https://www.themealdb.com',
  caps: [{ calls: 60, perSeconds: 60 }],
}

/** The key that everybody may use for development and for oneself. */
const path = (name: string) => `/api/json/v1/1/${name}.php`

/** Recipes whose name has these words; empty when there is none. */
export const findRecipes = defineLookup<{ readonly words: string }, readonly RecipeReading[]>({
  name: 'themealdb.search',
  provider,
  keepMs: DAY,
  example: { words: 'soup' },
  key: ({ words }) => words.toLowerCase(),
  request: ({ words }) => ({ path: path('search'), query: { s: words } }),
  read: (answer) => mealsOf(answer).flatMap((meal) => recipeOf(meal) ?? []),
})

/** Dishes with this ingredient: only their names. */
export const dishesWith = defineLookup<{ readonly ingredient: string }, RecipeReading['alternatives']>({
  name: 'themealdb.ingredient',
  provider,
  keepMs: DAY,
  example: { ingredient: 'goat' },
  key: ({ ingredient }) => ingredient.toLowerCase(),
  request: ({ ingredient }) => ({
    path: path('filter'),
    query: { i: ingredient.trim().toLowerCase().replaceAll(/\s+/g, '_') },
  }),
  read: (answer) =>
    mealsOf(answer).flatMap((meal) => {
      const [id, title] = [textOf(meal['idMeal']), textOf(meal['strMeal'])]
      return id === null || title === null ? [] : { id, title }
    }),
})

export const recipeById = defineLookup<{ readonly id: string }, RecipeReading>({
  name: 'themealdb.recipe',
  provider,
  keepMs: DAY,
  example: { id: '52771' },
  request: ({ id }) => ({ path: path('lookup'), query: { i: id } }),
  read: readOne,
})

/** Another one each time, so it is never fresh for the next caller. */
export const randomRecipe = defineLookup<Record<string, never>, RecipeReading>({
  name: 'themealdb.random',
  provider,
  keepMs: 0,
  example: {},
  request: () => ({ path: path('random') }),
  read: readOne,
})

function readOne(answer: UpstreamAnswer): RecipeReading {
  const recipe = mealsOf(answer).map(recipeOf)[0]
  if (!recipe) throw new UnreadableAnswer('no recipe')
  return recipe
}

function mealsOf(answer: UpstreamAnswer): Fields[] {
  if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
  const root = fieldsOf(answer.json())
  // Null, and not an empty list, when nothing was found.
  if (!('meals' in root)) throw new UnreadableAnswer('no meals')
  return listOf(root['meals']).map(fieldsOf)
}

function recipeOf(meal: Fields): RecipeReading | undefined {
  const id = textOf(meal['idMeal'])
  const title = textOf(meal['strMeal'])
  const instructions = textOf(meal['strInstructions'])
  if (id === null || title === null || instructions === null) return undefined
  const cuisine = textOf(meal['strArea'])
  return {
    id,
    title,
    category: textOf(meal['strCategory']),
    cuisine: cuisine === 'Unknown' ? null : cuisine,
    tags: (textOf(meal['strTags']) ?? '').split(',').flatMap((tag) => textOf(tag) ?? []),
    ingredients: ingredientsOf(meal),
    steps: stepsOf(instructions),
    image_url: mediaAddress(textOf(meal['strMealThumb'])),
    video_url: webAddress(textOf(meal['strYoutube'])),
    recipe_url: webAddress(textOf(meal['strSource'])),
    alternatives: [],
    source: {
      name: 'TheMealDB',
      url: `https://www.themealdb.com/meal/${id}`,
      attribution: 'Recipe: TheMealDB',
    },
  }
}

/** Twenty names and twenty measures side by side, the unused ones blank or null. */
function ingredientsOf(meal: Fields): RecipeReading['ingredients'] {
  return Array.from({ length: 20 }, (_, index) => index + 1).flatMap((number) => {
    const name = textOf(meal[`strIngredient${number}`])
    return name === null ? [] : { name, measure: textOf(meal[`strMeasure${number}`]) }
  })
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** One step a line, without headings and numbers; a text without lines is split at its sentences. */
function stepsOf(instructions: string): string[] {
  const lines = instructions
    .split(/[\r\n]+/)
    .map((line) =>
      line.replace(/^\s*(?:step\s*\d+\b\s*[-:.–]?|\d+\s*[.):-](?=\s|$)|[•▢*-]\s)\s*/i, '').trim(),
    )
    .filter((line) => line !== '' && !isHeading(line))
  if (lines.length > 1) return lines
  return [...sentences.segment(lines[0] ?? instructions)].map(({ segment }) => segment.trim()).filter(Boolean)
}

/** Such as `MAKING THE SOUP`. */
function isHeading(line: string): boolean {
  return line.length <= 60 && line === line.toUpperCase() && !/[.!?]$/.test(line)
}
