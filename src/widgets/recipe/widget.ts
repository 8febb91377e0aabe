import { AppError } from '../../contract/errors.ts'
import type { Turn, UpstreamHub } from '../../platform/upstream/hub.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import { defineWidget, mapped } from '../kit/widget.ts'
import { recipeContract, type RecipeReading } from './contract.ts'
import { dishesWith, findRecipes, randomRecipe, recipeById } from './themealdb.ts'

const MAX_ALTERNATIVES = 20

export const recipe = defineWidget(recipeContract, {
  lookups: [findRecipes, dishesWith, recipeById, randomRecipe],

  async answer({ query }, { hub, turn }) {
    if (query === undefined) return await hub.ask(randomRecipe, {}, turn)
    const words = query.trim()
    return (await byName(words, hub, turn)) ?? (await byIngredient(words, hub, turn))
  },

  summary: ({ title, ingredients }) => `${title}: ${ingredients.map(({ name }) => name).join(', ')}.`,
})

async function byName(
  words: string,
  hub: UpstreamHub,
  turn: Turn,
): Promise<Answered<RecipeReading> | undefined> {
  const found = await hub.ask(findRecipes, { words }, turn)
  const exact = found.value.find(({ title }) => title.toLowerCase() === words.toLowerCase())
  const best = exact ?? found.value[0]
  if (!best) return undefined
  const others = found.value.filter((other) => other !== best).map(({ id, title }) => ({ id, title }))
  return mapped(found, () => ({ ...best, alternatives: others.slice(0, MAX_ALTERNATIVES) }))
}

async function byIngredient(
  ingredient: string,
  hub: UpstreamHub,
  turn: Turn,
): Promise<Answered<RecipeReading>> {
  const [first, ...others] = (await hub.ask(dishesWith, { ingredient }, turn)).value
  if (!first)
    throw new AppError(
      'not_found',
      `No recipe for "${ingredient}". Try the name of a dish or of one ingredient, in English.`,
    )
  const found = await hub.ask(recipeById, { id: first.id }, turn)
  return mapped(found, (value) => ({ ...value, alternatives: others.slice(0, MAX_ALTERNATIVES) }))
}
