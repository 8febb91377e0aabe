import type { SampleRoutes } from '../kit/sample-routes.ts'

/** Small answers of our own making, in the shape of the providers'. */
export const samples = {
  meals: { meals: [meal('1', 'Tomato Soup'), meal('2', 'Soup')] },
  dishes: { meals: [{ idMeal: '7', strMeal: 'Goat Stew', strMealThumb: 'https://meals.example.org/7.jpg' }] },
}

export const routes: SampleRoutes = {
  THEMEALDB: (url) => ({ body: url.pathname.endsWith('/filter.php') ? samples.dishes : samples.meals }),
}

function meal(id: string, title: string): object {
  return {
    idMeal: id,
    strMeal: title,
    strCategory: 'Starter',
    strArea: 'Unknown',
    strInstructions: 'step 1\r\nBoil.\r\n\r\nSTEP 2 - SERVING\r\nServe hot.',
    strMealThumb: 'https://meals.example.org/soup.jpg',
    strTags: 'Soup,Warm',
    strYoutube: '',
    strIngredient1: 'Tomato',
    strMeasure1: ' 2 ',
    strIngredient2: 'Salt',
    strMeasure2: ' ',
    strIngredient3: '',
    strMeasure3: null,
    strSource: null,
  }
}
