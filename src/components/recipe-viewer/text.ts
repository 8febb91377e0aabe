import { quiet, heading, list, column } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'recipe_viewer'> = (
  _component,
  _context,
  { title, ingredients, steps, cuisine, category },
) => [
  column([
    [heading(title), quiet([category, cuisine].filter(Boolean).join(', '))],
    [list(ingredients.map(({ name, measure }) => ({ spans: [measure ? `${measure} ${name}` : name] })))],
    [
      list(
        steps.map((step) => ({ spans: [step] })),
        { isOrdered: true },
      ),
    ],
  ]),
]
