import { AppError } from '../../contract/errors.ts'
import type { Turn } from '../../platform/upstream/hub.ts'
import type { Answered } from '../../platform/upstream/provider.ts'
import { mapped, withTiming, type Caller, type NeedContext } from './need.ts'
import type { RecipeReading } from './readings.ts'

const MAX_ALTERNATIVES = 20

export function createRecipe({ hub, widgets, now }: NeedContext) {
  const { findRecipes, dishesWith, recipeById, randomRecipe } = widgets.recipe

  const byName = async (words: string, turn: Turn): Promise<Answered<RecipeReading> | undefined> => {
    const found = await hub.ask(findRecipes, { words }, turn)
    const exact = found.value.find(({ title }) => title.toLowerCase() === words.toLowerCase())
    const best = exact ?? found.value[0]
    if (!best) return undefined
    const others = found.value.filter((recipe) => recipe !== best).map(({ id, title }) => ({ id, title }))
    return mapped(found, () => ({ ...best, alternatives: others.slice(0, MAX_ALTERNATIVES) }))
  }

  const byIngredient = async (ingredient: string, turn: Turn): Promise<Answered<RecipeReading>> => {
    const [first, ...others] = (await hub.ask(dishesWith, { ingredient }, turn)).value
    if (!first)
      throw new AppError(
        'not_found',
        `No recipe for "${ingredient}". Try the name of a dish or of one ingredient, in English.`,
      )
    const found = await hub.ask(recipeById, { id: first.id }, turn)
    return mapped(found, (recipe) => ({ ...recipe, alternatives: others.slice(0, MAX_ALTERNATIVES) }))
  }

  return async (query: string | undefined, caller: Caller) => {
    const turn = hub.turn(caller)
    if (query === undefined) return withTiming(await hub.ask(randomRecipe, {}, turn), now)
    const words = query.trim()
    return withTiming((await byName(words, turn)) ?? (await byIngredient(words, turn)), now)
  }
}
