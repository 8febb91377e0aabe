import { languagePattern } from '../../../../platform/language/values/languages.ts'
import { names, rules, sureRules, type Rule } from './rule.ts'

const showMe = String.raw`(?:(?:show|give|get|tell|read|find|bring|pull up|display|check|see|look up|what is|what are|how is|hear)(?: me| us| up)? )?`

export const liveDataRules: readonly Rule[] = [
  ...sureRules('live_weather', [
    /^(?:what is )?(?:the )?(?:temperature|weather|forecast) (?:at|around) (?:\d{1,2}(?::\d\d)? ?(?:am|pm)|noon|midnight)(?: (?:today|tomorrow|tonight))?(?: in [\p{L} ]+)?$/u,
  ]),
  ...rules(
    'live_weather',
    [
      new RegExp(
        String.raw`^${showMe}(?:the |my |today's |tomorrow's |current |local |latest )*(?:weather|weather forecast|forecast|weather report)(?: like| going to be| be| looking)*(?: (?:in|for|at|on|around|near|over|outside|today|tomorrow|tonight|now|right now|this|next|the|here|like)\b.*)?$`,
      ),
      /^(?:what|how) (?:is|was|will|does) (?:the )?(?:weather|forecast)\b(?! channel| app| man| girl)/,
      /^(?:is|will|does|did) (?:it|there) (?:be |going to |gonna |supposed to |likely to |look like |still |currently )*(?:rain|raining|snow|snowing|hail|sunny|cloudy|windy|foggy|rainy|stormy|humid|freezing|storm|thunderstorms?)\b/,
      /^(?:what|how) (?:will|would|is) (?:the )?temperature (?:be|going to be|like)\b.*$/,
      /^(?:how) (?:hot|cold|warm|humid|windy|chilly) (?:is|will|does|was|should) (?:it|the weather)\b/,
      /^(?:what is |what will be |what's )?(?:the )?(?:current |outside |outdoor )?temperature(?: (?:outside|in|for|at|today|tomorrow|tonight|going to be|now|right now)\b.*)?$/,
      /^(?:do|will|should) i (?:need|bring|take|wear|carry|pack)(?: to (?:bring|take|wear))? (?:an? |my )?(?:umbrella|rain ?coat|coat|jacket|sweater|sunscreen|scarf|gloves)\b/,
      new RegExp(
        String.raw`^(?:the )?${names} (?:weather|weather forecast|forecast|weather report)(?: (?:today|tomorrow|tonight|now|right now|this week|this weekend|on \w+day))?$`,
        'u',
      ),
      new RegExp(String.raw`^(?:weather|forecast) ${names}$`, 'u'),
      /^(?:\d+|two|three|five|seven|ten|fourteen)[ -]day (?:weather )?forecast\b/,
      /^(?:what is )?(?:the )?(?:current )?(?:wind speed|wind|humidity|uv index|dew point|air quality|barometric pressure)(?: (?:in|at|for|today|now|right now|like|outside)\b.*)?$/,
      /\b(?:chance|chances|probability|odds) of (?:rain|snow|showers|thunderstorms?|precipitation|a storm)\b/,
    ],
    /\b(?:flight|song|play|remind|alarm|timer|wikipedia|station|stock|sales|news|revenue|define|meaning|spell|translate|thermostat|my (?:cpu|computer|processor|laptop|oven|fridge))\b/,
  ),
  ...rules(
    'live_stock',
    [
      /\b(?:stock|share) (?:price|prices|value|quote|rate|performance)\b/,
      /^(?:how|what) (?:is|are|did|was|were|has|have) .{2,40} (?:stocks?|shares)\b(?: (?:doing|done|trading|performing|at|today|now|right now|worth|looking|do|close|open|up|down|perform|gone).*)?$/,
      /^(?:show|check|get|give|find|tell|price of|value of|quote)(?: me)?(?: the)? .{2,40} (?:stocks?|shares)$/,
      /^(?:is|are|did|has|have) .{2,40} (?:stocks?|shares)(?: price| prices)? (?:up|down|going|gone|go|rising|rise|risen|falling|fall|fallen|dropping|drop|dropped|higher|lower|doing well|performing)\b/,
      new RegExp(
        String.raw`^${names} (?:stock|shares|share price|stock price|stock quote|ticker)(?: (?:today|now|right now|price|quote))?$`,
        'u',
      ),
      new RegExp(
        String.raw`^(?:what is )?(?:the )?(?:current )?(?:price|quote|ticker|symbol)(?: for| of)? \$?${names}$`,
        'u',
      ),
      /^(?:what is |what's )?(?:the )?(?:current )?(?:price of|value of) (?:an? )?(?:bitcoin|ethereum|dogecoin|solana|litecoin|gold|silver|oil|crude oil)\b/,
      /^(?:bitcoin|ethereum|btc|eth|dogecoin) (?:price|value|today)/,
      /^how much is (?:an? |one )?(?:bitcoin|ethereum|btc|share of .+)(?: worth)?(?: (?:today|now|right now))?$/,
      /^\$[a-z]{1,6}$/,
      /^(?:how|what) (?:is|are|did|was|were) (?:the )?(?:stock market|dow|dow jones|nasdaq|s&p(?: 500)?|ftse|dax|nikkei|markets?)\b(?: (?:doing|at|today|now|looking|do|close|perform|like|up|down).*)?$/,
      /\b(?:what is|how is) [a-z0-9&.' -]{2,30} trading (?:at|for)?\b/,
    ],
    /\b(?:should i|to buy|best|recommend|news|why|when (?:will|does|did)|soup|chicken|in stock|out of stock|recipe|how do i|list|buy)\b/,
  ),
  ...rules(
    'currency_converter',
    [
      /\bexchange rates?\b/,
      /\bcurrency (?:converter|conversion|rates?)\b/,
      /^(?:convert|change|exchange|swap) .+ (?:to|into|for|in) .+$/,
      /^.{0,12}\d.* (?:in|to|into|equals?) [a-z$€£ ]+$/,
      /^how (?:many|much) .+ (?:is|are|in|for|to|can i get|do i get|worth|does|would|will|equals?|make)\b.+$/,
      /^what (?:is|are|would|does) .+ (?:in|to|worth in|converted to|equal in) [a-z$€£ ]+$/,
      /^[a-z$€£ ]{2,25} (?:to|vs|versus|against|into|in) (?:the )?[a-z$€£ ]{2,25}(?: (?:rate|exchange rate|conversion|today))?$/,
    ],
    /\b(?:transfer|move|send|savings?|checking|put|deposit|withdraw|take|wire|cost|price of|account|bank|tip|bill|calories|budget|spent|shares?|stock|loan|mortgage|rent|salary|interest|fee|credit|pay|owe|buy|ticket)\b/,
  ),
  ...rules(
    'news_ticker',
    [
      new RegExp(
        String.raw`^${showMe}(?:the |some |any |today's |all |my |latest |breaking |current |top |recent |local |world |international |national |daily |new |morning |main )*(?:news|headlines?|news headlines|news stories|top stories)(?: (?:today|now|right now|about|on|from|for|in|of|regarding|please|update|updates|this|stories|headlines)\b.*)?$`,
      ),
      /^(?:is there |are there |do you have |have you got |got )?(?:any|some) (?:new |recent |latest |breaking |big )*(?:news|headlines)\b/,
      /^what is (?:in|on) the news\b/,
      /^what (?:is|are) the (?:latest|top|main|biggest|current)(?: \w+)? (?:news|headlines?|stories)\b/,
      new RegExp(
        String.raw`^${showMe}(?:the |some |any |latest |recent |current |breaking |top |today's |new )*${names} (?:news|headlines)(?: (?:today|please|now|this (?:week|morning|evening)))?$`,
        'u',
      ),
      /^(?:anything|is there anything) new (?:on|about|with|in) \S/,
      /^what is (?:happening|going on) in (?:the )?(?:world|news|politics|business|sports|technology|science)\b/,
      /^(?:catch me up|bring me up to date|update me|fill me in) on (?:the )?(?:news|world|current events)/,
    ],
    /\b(?:fake|why|play|remind|alarm|email|flight|request|day off|delivery|order|package|for me|subscription|channel|podcast|radio|good news|bad news)\b/,
  ),
  ...rules(
    'dictionary',
    [
      /^(?:define|definition|meaning)\b(?! my| the (?:plan|goal))/,
      /\b(?:definition|meaning) of (?!life\b|my\b|your\b)/,
      /^what (?:does|do) (?:the (?:word|term|phrase) )?.{2,40} (?:mean|stand for)\b(?! (?:in|to|for|by|that|when|if)\b)/,
      /^what .{2,30} means$/,
      /^(?:spell|how (?:do|would|can) (?:you|i|one) (?:spell|pronounce)|how (?:is|are) .{2,25} (?:spelled|spelt|pronounced))\b/,
      /^(?:what are |what is |give me |find )?(?:some |an? |the |another )?(?:synonyms?|antonyms?) (?:for|of)\b/,
      /^(?:another|a different) word for\b/,
      /^look up (?:the )?(?:word|definition|meaning)\b/,
      /^what is the word .{2,25} mean/,
      /^what is (?!(?:it|this|that|the (?:point|reason))\b)[a-z' -]{3,30} means?$/,
    ],
    new RegExp(
      String.raw`\b(?:error|warning|light|message|(?:in|to|into) ${languagePattern}|dream|red|beep|sign)\b|\bin (?:mexico|france|germany|italy|spain|japan)$`,
    ),
  ),
  ...rules(
    'translator',
    [
      /^translat(?:e|or|ion)\b/,
      new RegExp(
        String.raw`\b(?:say|translate|translated|translation|word|phrase|call|express|write|ask)\b.*\b(?:in|into|to) (?:the )?${languagePattern}\b`,
      ),
      new RegExp(String.raw`^(?:in )${languagePattern},? (?:how|what)\b`),
      new RegExp(
        String.raw`\b${languagePattern} (?:word|translation|phrase|term|expression|equivalent) (?:for|of)\b`,
      ),
      new RegExp(String.raw`^${languagePattern} for .+$`),
      /^how (?:do |would |does )?(?:the |an? )?[a-z]+(?: people| person| speakers?)? say .+$/,
      new RegExp(String.raw`^what is .{1,60} in ${languagePattern}$`),
      new RegExp(
        String.raw`^(?:how|what) (?:do|would|can|should|could) (?:i|you|we|they|people|one|\w+ people|\w+s) (?:say|call|ask for|use for) .+ (?:in ${languagePattern}|if i (?:was|were) .+|as an? .+)$`,
      ),
    ],
    /\b(?:speak|talk|answer|respond|your (?:language|voice|accent))\b/,
  ),
  ...rules(
    'wiki_summary',
    [
      /^(?:wikipedia|wiki)\b.+/,
      /\b(?:on|in|from) (?:wikipedia|the encyclopedia)$/,
      /^(?:tell|teach) me (?:something |more |a (?:little|bit) |all |everything |an? (?:interesting |fun |cool |random )?fact |some (?:interesting |fun )?facts )?(?:interesting )?about (?!(?:the (?:weather|news|time|score|list|event|show|meeting|latest)|my|your|you|it|this|that|today|tomorrow|a time|local|activities|events|him|her|them|what|how|yourself|any|upcoming|all)\b)/,
      /^what (?:do you know|can you tell me) about (?!(?:my|your|you|it|this|that|me|the (?:weather|news))\b)/,
      /^who (?:was|is) [a-z.'-]+ [a-z.'-]+(?: [a-z.'-]+)?$/,
      /^describe (?:an? |the )?(?!(?:it|this|that|object|him|her|them|yourself)\b)[a-z' -]{3,30}$/,
      /^what (?:is|are) (?:an? |the )?(?!(?:it|this|that|up|new|happening|wrong|next|good|here|there|what|love|life|time|today|apr|pto|left|mine|yours|better|best|cheaper|date|day|weather|news|score|plan|matter|name|address|traffic|balance|occasion|answer|point|deal|problem|rush|word|list)\b)[a-z]{4,}$/,
    ],
    /\b(?:my|your|you(?! know| tell)|stock|recipe|price|score|weather|reviews?|application|employer|news|card|bank|process|forecast|playing|winning|president|near me|the (?:coach|owner|ceo|best|president|governor|mayor|actor|author|singer)|calling|at the door|in charge|here|there|this|that)\b/,
  ),
  ...rules(
    'recipe_viewer',
    [
      /\brecipes?\b/,
      /^how (?:do|can|should|would) (?:i|you|one|we) (?:make|cook|bake|prepare|fry|grill|roast|boil) (?!(?:a|an|my|the|some)? ?(?:call|reservation|payment|appointment|transfer|list|account|money|friends|deposit|alarm|timer|complaint|claim|phone|purchase|budget|website|video|sure|it|this|that|change|changes|card|sense|note|decision|difference|order|claim|password|pin|plan|profit|back ?up|copy|schedule|meeting|presentation|report|table|bed)\b)/,
      /^(?:tell|show|teach) me how to (?:make|cook|bake|prepare|fry|grill|roast|boil) /,
      /^how to (?:make|cook|bake|prepare) (?!(?:money|friends|a (?:website|video|call))\b)/,
      /^what (?:should|can|could|do) i (?:cook|make|eat|have)(?: for| tonight| today)? ?(?:dinner|lunch|breakfast|tonight|supper|today)?$/,
      /^what (?:can|could) i (?:make|cook) (?:with|using|out of)\b/,
    ],
    /\b(?:list|timer|long|temperature|calories|restaurant|order|substitute|replace|instead|can i use|could i use|nutrition|reservation|healthy is|requests?|changes?|insurance|policy|flights?|vacation|claim|payments?|transfers?|account|money|car|bill)\b/,
  ),
  ...rules(
    'live_sports',
    [
      /\b(?:score|scores|results?|fixtures)\b/,
      /^(?:did|have|has) (?:the )?.{2,30} (?:win|won|lose|lost|beat|tie)\b/,
      /^who (?:won|is winning|is playing|plays|beat)\b/,
      /^(?:how|what) (?:did|are|is) (?:the )?.{2,30} (?:do|doing|play|playing)(?: (?:last night|yesterday|today|in the game|tonight))?$/,
      /^when (?:do|does|are|is) (?:the )?.{2,30} (?:play|playing|game|next game|match)(?: next| again| tonight)?$/,
      /\b(?:games?|matches) (?:today|tonight|on today|yesterday)$/,
    ],
    /\b(?:credit|coach|how many|fico|rules|quarterback|owner|exam|sat|test(?! match)|tickets|watch)\b/,
  ),
  ...rules('astronomy', [
    /\b(?:astronomy|nasa|space) (?:picture|photo|image|pic)\b/,
    /\bpicture of the day\b/,
    /\b(?:space station|\biss\b)\b/,
    /\b(?:who is|how many (?:people|humans|astronauts)(?: are)?)(?: (?:currently|there|living|up))* in space\b/,
    /^astronomy$/,
  ]),
  ...rules(
    'rss_reader',
    [/\b(?:rss|atom)(?: feed| reader)?\b/, /\bfeed\b.*\bhttps?:\/\//, /\bhttps?:\/\/\S*(?:rss|feed|atom)\S*/],
    /\bbookmark/,
  ),
]
