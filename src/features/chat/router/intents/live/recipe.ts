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
    '[what] [(are|is)] [the] ingredients [(are|do i need|do you need|are needed|go)] (for|of|in|into|to make) [a|an|some|the] {query}',
    'what ingredients (are|go) (in|into) [a|an|some|the] {query}',
    '(dinner|lunch|breakfast|supper) ideas',
  ],
  wideTemplates: [
    ...making('<cook>'),
    `{ask} recipe (for|of|with|using|to make) [a|an|some|the] ${nice} {query}`,
    `(recipe|recipes) (for|of|with|using|to make) [a|an|some|the] ${nice} {query}`,
    `[<tell>|i need|i want|search for] [a|an|some|the] ${nice} {query} (recipe|recipes)`,
    '{ask} (recipe|recipes)',
    '(recipe|recipes)',
    '(recipe|recipes) {query}',
    '(cooking|baking) (instructions|directions|steps) for [a|an|some|the] {query}',
    '(walk me through|instructions for|directions for|steps for) (making|cooking|baking|preparing) [a|an|some|the] {query}',
    'i feel like (making|cooking|baking|eating) {query} got a recipe',
    `help me [to] (<cook>|<heat>) [a|an|some|the] ${nice} {query} ${home}`,
    'what is needed (for|to make) [a|an|some|the] {query}',
    'what (can|could|should) i (make|cook) (with|using|out of) [a|an|some|the|my] {query}',
    'what (should|can|could|do) i (cook|make|eat|have)',
    'what (goes|is) (in|into) [a|an|the] {query}',
    '[what] (ingredients|steps) [do i need|are needed|are] (for|in|to make) [a|an|some] {query}',
    'what do i need (for|to make) [a|an|some] {query}',
  ],
  examples: [
    '(give|show|find|get) me a recipe for {dish}',
    '(how do (i|you)|how can i|how to) (make|cook|prepare|bake) {dish}',
    '{dish} recipe',
    'recipe for {dish}',
    '(i need|i want|find|look up) (a|some|an easy|a good) {dish} recipe',
    '(tell me|explain) how to (make|cook|bake|prepare) {dish}',
    "what's a good (recipe|way to cook) [for] {dish}",
    'a random recipe',
    'what can i (make|cook) with {ingredient} [and {ingredient}]',
    'teach me to (cook|make|bake) {dish}',
    'how is {dish} (made|cooked|prepared)',
    '(dinner|lunch|breakfast|dessert) recipe [ideas]',
    'show me (vegetarian|vegan|easy|quick|healthy|italian|mexican|thai) recipes',
    'i want to (cook|bake|make) {dish} (tonight|today|for dinner)',
    'walk me through (making|cooking|baking) {dish}',
    'what are the steps (to make|for) {dish}',
    'what ingredients (do i need|are needed) (for|to make) {dish}',
    'what goes into {dish}',
    'ingredients for {dish}',
    'best way to (cook|make|prepare) {dish}',
    'do you (know|have) (how to make|a recipe for) {dish}',
    'search for [a] {dish} (recipe|recipes)',
    "what's (for dinner|a good dinner idea)",
    'suggest (something|a dish|a meal) to cook [tonight]',
    'instructions for (cooking|making|baking) {dish}',
    'recipes with {ingredient}',
    "(what's|what is) the (process|trick|method|secret|recipe) (of|for|to) (making|cooking|baking) {dish}",
    'what do (i|you) need to do to (make|cook|bake) {dish}',
    '(making|cooking|baking) {dish} (how|at home|from scratch)',
    '(something|a dish|a meal) to (cook|make) with {ingredient} [and {ingredient}]',
    "(i'd|i would) (like|love) (a|to find a|the) (recipe|good recipe) (with|for|using) ({ingredient}|{dish})",
    'how (would|should|might) (i|one|you) (go about making|cook|prepare|make) {dish}',
    '(can|could) you (teach|show|tell) me (how to|to) (make|cook|bake) {dish}',
    'where can i (find|look up) (a|the) recipe for {dish}',
    'what is (in|a recipe for) {dish}',
    '(cooking|baking) instructions for {dish}',
    '{dish} how to make [it]',
    'give me (steps|directions) (for|to make) {dish}',
    'what (could|can|should) i make for (dinner|lunch|a party) [with {ingredient}|tonight]',
    'how long and how do i cook {dish}',
    '(find|look up|get) [cooking] instructions for {dish}',
    'i need help (making|cooking|baking) {dish}',
  ],
  counterExamples: [
    'is {dish} (healthy|italian|spicy|vegan)',
    'what does {ingredient} taste like',
    'nutrition info for {dish}',
    'how much does {dish} cost',
    'what wine goes with {dish}',
    'what is in season now',
    'is {ingredient} a good substitute for {ingredient}',
    'can i (use|make {dish} with) {ingredient} instead of {ingredient}',
    'what can i use (if i have no|instead of) {ingredient}',
    'where can i buy {ingredient}',
    'what sauce goes with {dish}',
    '(should|can|could) i (use|put|add) ({ingredient}|{ingredient} or {ingredient}) (in|on|to|with) [my|the] {dish}',
    '(what|which) (goes well with|pairs with|can replace|tastes better than) ({ingredient}|{dish})',
    '(how do i|how can i) (keep|store|thaw|peel|cut|dice|chop) {ingredient} [longer|fresh|in the freezer|finely]',
    '(my|the) {dish} (is too salty|fell apart|burned|tastes bad|fell on the floor)',
  ],
  fill: (captured, { lower }) =>
    notFood.test(lower) || spokenOf.test(lower) ? undefined : slotsOf(textOf(captured, 'query')),
  read({ text, lower }) {
    const found = firstMatch(text, [
      /\b(?:(?:mak|cook|prepar|bak|fry|grill|roast|boil)ing) (?!instructions|directions|steps)(?:an? |some |the |my )?([^,]+)/i,
      /\b(?:make|cook|prepare|bake|fry|grill|roast|boil|for|with|of|using) (?:an? |some |the |my )?(.+)$/i,
      /^recipes? ([\p{L} -]+)$/iu,
    ])
    const { query } = slotsOf(found)
    return spokenOf.test(lower) || (query === undefined && !anyDish.test(lower)) ? undefined : { query }
  },
  act({ slots, writer }) {
    if (slots.query === undefined)
      writer.say('How about this one? It is a random pick. Say e.g. "recipe with eggs" for another.')
    writer.add(widget('recipe_viewer', slots, ['query']))
  },
})

/** What is asked of food that no recipe tells, and what is made without being food. */
const notFood =
  /\b(?:lists?|timer|long|temperature|calories|restaurant|order|substitute|replace|instead|can i use|could i use|nutrition|reservation|healthy is|requests?|changes?|insurance|policy|flights?|vacation|claim|payments?|transfers?|account|money|car|bill|calendar|planned|book|call|appointment|friends|deposit|alarm|complaint|phone|purchase|budget|website|video|sure|card|sense|note|decision|difference|password|pin|plan|profit|backup|copy|schedule|meeting|presentation|report|table|bed)\b/

/** "double the recipe" is about one that was shown. */
const spokenOf =
  /^(?!(?:what|show|tell|give|find|get|is|where|do)\b)\p{L}+ (?:the|this|that|my|our) recipe\b(?! (?:for|of)\b)/u

/** Where no dish is named, it must be a dish that is asked for: ideas for an evening are more than one. */
const anyDish = /\b(?:recipes?|cook|cooking|bake|baking|make|eat|dish|meal|what)\b/

const nothing =
  /^(?:it|this|that|something|anything|food|dinner|lunch|breakfast|meal|dessert|recipes?|random|good|easy|new|me|you|dish|cook|cooking|tonight|today|a|an|the|some)$/i

function slotsOf(found: string | undefined) {
  const query = found === undefined ? undefined : trimmed(found).replace(/^(?:an?|some|the) /i, '')
  const isNothing = query === undefined || nothing.test(query) || query.split(' ').length > 6
  return { query: isNothing ? undefined : query }
}
