import { textOf, widget } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { firstMatch, trimmed } from '../../readers/reader.ts'

const nice =
  '[good|easy|best|perfect|great|simple|quick|homemade|healthy|nice|light|warm|cheap|tasty|different]'
const home = '[at home|from scratch|tonight|today|for <meal>|properly|perfectly]'

/** What is heated is food; much else is made. */
const making = (verb: string) => [
  `how (do|does|can|should|would|could) <they> ${verb} [a|an|some|the] ${nice} {query} ${home}`,
  `[tell me|show me|teach me] [how] to ${verb} [a|an|some|the] ${nice} {query} ${home}`,
  `i (want|would like) to ${verb} [a|an|some|the] ${nice} {query} ${home}`,
]

export const intent = defineIntent({
  name: 'recipe_viewer',
  label: 'Recipe',
  example: 'Recipe for pancakes',
  sureAt: 0.93,
  // Much is made that nobody eats: "how do you make steel".
  likelyAt: 0.87,
  slots: { query: optional.text },
  needs: ['query'],
  templates: [
    `(something|anything) ${nice} ${nice} (for|to (eat|cook|make) [for]) <meal> [(with|using) {query}]`,
    'what (should|can|could|shall) (i|we) (eat|cook|make|have) (tonight|today|for <meal>) [tonight|today] [(with|using) {query}]',
    'what is for <meal> [tonight|today]',
    ...making('<heat>'),
  ],
  wideTemplates: [
    ...making('<cook>'),
    `{ask} recipe (for|of|with|using|to make) [a|an|some|the] ${nice} {query}`,
    `(recipe|recipes) (for|of|with|using|to make) [a|an|some|the] ${nice} {query}`,
    `[<tell>|i need|i want|search for] [a|an|some|the] ${nice} {query} (recipe|recipes)`,
    '{ask} (recipe|recipes)',
    '(recipe|recipes)',
    'what (can|could|should) i (make|cook) (with|using|out of) [a|an|some|the|my] {query}',
    'what (should|can|could|do) i (cook|make|eat|have)',
    'what (goes|is) (in|into) [a|an|the] {query}',
    '[what] (ingredients|steps) [do i need|are needed|are] (for|in|to make) [a|an|some] {query}',
    'what do i need (for|to make) [a|an|some] {query}',
  ],
  fill: (captured, { lower }) =>
    notFood.test(lower) || spokenOf.test(lower) ? undefined : slotsOf(textOf(captured, 'query')),
  read({ text, lower }) {
    const found = firstMatch(text, [
      /\b(?:make|cook|prepare|bake|fry|grill|roast|boil|for|with|of|using) (?:an? |some |the |my )?(.+)$/i,
    ])
    return spokenOf.test(lower) ? undefined : slotsOf(found)
  },
  act({ slots, voice }) {
    if (slots.query === undefined)
      voice.say(
        'How about this one? It is chosen at random; say for instance "recipe with eggs" for another.',
      )
    voice.add(widget('recipe_viewer', slots, ['query']))
  },
})

/** What is asked of food that no recipe tells, and what is made without being food. */
const notFood =
  /\b(?:lists?|timer|long|temperature|calories|restaurant|order|substitute|replace|instead|can i use|could i use|nutrition|reservation|healthy is|requests?|changes?|insurance|policy|flights?|vacation|claim|payments?|transfers?|account|money|car|bill|calendar|planned|book|call|appointment|friends|deposit|alarm|complaint|phone|purchase|budget|website|video|sure|card|sense|note|decision|difference|password|pin|plan|profit|backup|copy|schedule|meeting|presentation|report|table|bed)\b/

/** "double the recipe" is about one that was shown. */
const spokenOf =
  /^(?!(?:what|show|tell|give|find|get|is|where|do)\b)\p{L}+ (?:the|this|that|my|our) recipe\b(?! (?:for|of)\b)/u

const nothing =
  /^(?:it|this|that|something|anything|food|dinner|lunch|breakfast|meal|dessert|recipes?|random|good|easy|new|me|you|dish|cook|cooking|tonight|today|a|an|the|some)$/i

function slotsOf(found: string | undefined) {
  const query = found === undefined ? undefined : trimmed(found).replace(/^(?:an?|some|the) /i, '')
  const isNothing = query === undefined || nothing.test(query) || query.split(' ').length > 6
  return { query: isNothing ? undefined : query }
}
