import {
  coinNames,
  companyNames,
  marketNames,
  plainTickers,
} from '../../../../platform/language/values/companies.ts'
import { languagePattern } from '../../../../platform/language/values/languages.ts'
import { leagueNames, otherSports } from '../../../../platform/language/values/sports.ts'
import { names, sureRules, type Rule } from './rule.ts'

const show = String.raw`(?:(?:show|give|get|tell|check|what is|what are|how is|how are)(?: me)? )?(?:the )?(?:current |latest |today's )?`
const lately = String.raw`(?: (?:today|now|right now|this week|this year|lately|currently|price|stock|index|quote|value|stock price|share price|shares))*`

const money = String.raw`(?:[$€£]|usd|eur|gbp|chf|jpy|dollars?|us dollars?|euros?|pounds?|sterling|yen|francs?|[a-z]{3})`

/** What somebody owns, has said or has to do is not in an encyclopedia. */
const personal =
  /\b(?:my|our|your|his|her|their|me|i|we|you|us|this|that|these|those|he|she|they|it|(?:the|a|an|last|next|every) (?:\w+ )?(?:files?|notes?|lists?|cards?|boards?|issues?|tickets?|documents?|reports?|meetings?|events?|emails?|mails?|messages?|code|pages?|spreadsheets?|presentations?|slides?|pull requests?|tasks?|projects?|website|app|backups?|jobs?|schedules?|timers?|alarms?|workflows?|party|game|match|concert|show|flight|train|class|lesson|reminders?|bill|order|package|restaurant|store|shop|phone|line|door))\b/
const notLookedUp =
  /\b(?:words?|term|definition|meaning|synonyms?|numbers?|phone|e-?mails?|address|weather|forecast|stocks?|prices?|shares?|recipes?|contacts?|files?|flights?|scores?|news|time|exchange|rates?|directions?|route|restaurants?|hotels?|balance|transactions?|appointments?|calendar|translation|tracking|order|something|anything)\b/

/** Questions of fact in few words: markets, the sky, tables, and what an encyclopedia has. */
export const factRules: readonly Rule[] = [
  ...sureRules('live_stock', [
    new RegExp(String.raw`^(?:${plainTickers})${lately}$`),
    /^\$[a-z][a-z.-]{0,6}(?: (?:today|now|price|stock|quote))*$/,
    new RegExp(String.raw`^${show}(?:${marketNames})${lately}(?: (?:doing|trading|at|worth))?${lately}$`),
    /^(?:what is )?(?:the )?(?:price of )?(?:gold|silver|oil|crude oil|brent|natural gas|dow|dax|ether|doge)(?: (?:price|index|today|now|right now))+$/,
    new RegExp(
      String.raw`^(?:how|what) (?:is|are|did|was|were) (?:${companyNames}|${marketNames}) (?:doing|performing|trading|trading at|perform|do|worth)(?: (?:today|now|right now|this week|this month|this year|lately|on the stock market|yesterday))?$`,
    ),
    new RegExp(
      String.raw`^(?:convert |what is |how much is |how much are |how many (?:dollars|euros|pounds) is )?(?:(?:the )?(?:current )?(?:price|value) of )?(?:an? |one |\d[\d.,]*k? )?(?:${coinNames})(?: worth)?(?: (?:in|to|into) ${money})?(?: worth)?(?: (?:today|now|right now))?$`,
    ),
    new RegExp(
      String.raw`^(?:convert |what is |how much is |how much are )?(?:[$€£] ?)?\d[\d.,]*k? ?(?:${money} )?(?:worth )?(?:in|to|into|of) (?:${coinNames})$`,
    ),
    new RegExp(String.raw`^(?:${coinNames}) (?:to|in|vs|versus) ${money}$`),
  ]),
  ...sureRules('moon', [
    /^(?:show(?: me)? |what is |tell me |give me )?(?:the )?(?:current |today's |tonight's )?(?:moon phase|phase of the moon|lunar phase|moon)(?: (?:is it|today|tonight|now|right now|tomorrow|on .+|like))*$/,
    /^(?:what|which) (?:phase is the moon in|moon phase is it|is the moon phase|phase is the moon)(?: (?:today|tonight|now|tomorrow|on .+))*$/,
    /^(?:when is|when will|what date is|what day is)(?: there)?(?: be)?(?: the| a)? (?:next )?(?:full|new) moon(?: be)?$/,
    /^(?:the )?next (?:full|new) moon$/,
    /^(?:is|will) (?:it|there|the moon)(?: be)?(?: an?)? full(?: moon)?(?: (?:today|tonight|now|tomorrow))?$/,
  ]),
  ...sureRules(
    'sun',
    [
      /^(?:(?:what time|when) (?:is|was|will be|will)|what is|tell me|show(?: me)?)(?: the)?(?: time (?:of|for))?(?: the)? (?:sun ?rise|sun ?set)(?: time)?\b.*$/,
      /^(?:what time|when) (?:does|will|did) the sun (?:rise|set|come up|go down|go up)\b.*$/,
      /^(?:the )?(?:sun ?rise|sun ?set)(?: (?:and |& )?(?:sun ?set|sun ?rise))?(?: times?)?(?: (?:in|for|at|today|tomorrow|tonight|on|near)\b.*)?$/,
      /^(?:what time|when) (?:does|will) it get (?:dark|light)\b.*$/,
    ],
    /\b(?:play|song|movie|remind|alarm|lights?|photo|picture|list|hour in the|avenue|street|boulevard|overdrive)\b/,
  ),
  ...sureRules('standings', [
    new RegExp(
      String.raw`^${show}(?:${leagueNames}|${otherSports}|football|nba|nfl) (?:league )?(?:tables?|standings?|rankings?|ladder)(?: (?:today|now|right now|this season|this year))?$`,
    ),
    new RegExp(
      String.raw`^${show}(?:table|standings?|rankings?) (?:of|in|for) (?:the )?(?:${leagueNames}|${otherSports})(?: (?:today|now|this season))?$`,
    ),
  ]),
  ...sureRules('translator', [
    new RegExp(
      String.raw`^(?:hello|hi|goodbye|good ?bye|bye|good (?:morning|evening|night|afternoon|day)|thank you|thanks|please|yes|no|sorry|excuse me|cheers|welcome|i love you|happy (?:birthday|new year)|merry christmas|how are you|see you(?: later| tomorrow)?)(?: very much)? in (?:the )?${languagePattern}$`,
    ),
    /^what (?:does|do|did) (?!(?:it|this|that|you|they|he|she)\b).{1,60} mean in english$/,
  ]),
  ...sureRules(
    'wiki_summary',
    [
      /^(?:(?:what|which)(?: city)? (?:is|was) |tell me |name |what )?(?:the )?capital(?: city)? of [\p{L} .'-]{2,40}$/u,
      /^(?:what is )?(?:the )?(?:population|official language|national anthem|flag|currency|area|history) of (?:the )?[\p{L} .'-]{3,40}$/u,
      /^who (?:invented|discovered|wrote|painted|composed|founded|built|directed|created|designed) .{3,60}$/,
      /^when (?:did|was|were) .{3,60} (?:end|start|begin|born|die|founded|built|invented|discovered|happen|take place|sink|fall|signed|written|painted)$/,
      new RegExp(`^look up ${names}$`, 'u'),
    ],
    new RegExp(`${personal.source}|${notLookedUp.source}`),
  ),
  ...sureRules(
    'recipe_viewer',
    [
      /^(?:something|anything) (?:(?:quick|easy|nice|good|healthy|simple|light|warm|cheap|tasty|different) )*(?:for|to (?:eat|cook|make)(?: for)?) (?:dinner|lunch|breakfast|supper|tonight)\b.*$/,
      /^what (?:should|can|could|shall) (?:i|we) (?:eat|cook|make|have) (?:tonight|today|for (?:dinner|lunch|breakfast|supper))(?: tonight| today)?(?: with .+)?$/,
      /^what is for (?:dinner|lunch|breakfast|supper)(?: tonight| today)?$/,
    ],
    /\b(?:calendar|planned|restaurant|order|reservation|book)\b/,
  ),
]
