/** What templates call by a name, as it is said in English. */
export const phrases = {
  machine: '(computer|machine|laptop|system|server|pc|mac|device)',
  processor: '(cpu|processor)',
  memory: '(memory|ram)',
  drive: '(disk|disks|hard drive|hard disk|ssd|drive|storage)',
  my: '(my|the|this|our)',
  show: '(show [me]|check|display|see|view|get|give me|tell me|look at|what is|what are|how is|how are)',
  now: '(now|right now|currently|at the moment|today)',
  tell: '(show [me|us]|give [me|us]|get [me]|tell (me|us)|read [me|us] [out]|find [me]|bring [me|up]|pull up|display|check|see|look up|list [me]|hear|what is|what are|how is|how are)',
  lately:
    '(today|tonight|now|right now|currently|at the moment|at present|lately|recently|yesterday|last (night|week)|this (morning|afternoon|evening|week|weekend|month|year|season))',
  latest: '(latest|newest|current|recent|new|local|daily)',
  they: '(i|you|we|they|people|one|somebody)',
  // The weather and the sky.
  there:
    '[outside] [{time:moment}] [(in|for|at|near|around|over|on) {city:place}] [{time:moment}] [{time:moment}]',
  weather: '(weather|forecast|weather forecast|weather report|weather conditions|current conditions)',
  falling:
    '(rain|raining|rainy|snow|snowing|snowy|hail|hailing|sleet|sunny|cloudy|windy|foggy|stormy|humid|freezing|frosty|cold|hot|warm|chilly|storm|a storm|thunderstorms)',
  clothes: '(umbrella|raincoat|rain coat|coat|jacket|sweater|sunscreen|scarf|gloves|hat|boots)',
  // Markets.
  shares: '(stock|stocks|share|shares)',
  quote: '(price|prices|value|quote|rate|performance|ticker|chart)',
  faring:
    '(doing|done|do|trading|performing|perform|worth|at|looking|close|closed|open|opened|up|down|going (up|down)|gone (up|down)|higher|lower|rising|risen|falling|fallen|dropping|dropped)',
  // News.
  newest:
    "(the|some|any|my|all|today 's|latest|breaking|current|top|recent|local|world|international|national|daily|new|morning|main|big|biggest)",
  news: '(news|headlines|headline|news headlines|news stories|top stories|news update|news updates)',
  about: '(about|on|from|for|in|of|regarding|concerning)',
  // Words and languages.
  aWord: '[the] [word|words|term|phrase|expression]',
  saying: '(say|write|ask|ask for|express|call|spell|pronounce|order|tell someone)',
  // Cooking.
  heat: '(cook|bake|fry|grill|roast|boil)',
  cook: '(make|prepare|whip up)',
  meal: '(dinner|lunch|breakfast|supper|tonight)',
  // Sports.
  scores: '(score|scores|result|results|fixtures|game|games|match|matches)',
  table: '(table|tables|standings|standing|ranking|rankings|ladder|league table)',
  // Mail.
  email: '(email|e-mail|mail)',
} as const
