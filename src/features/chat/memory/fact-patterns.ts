/** What a sentence of the user says about themselves. */
export interface FactPattern {
  /** What it is about. `$1` and `$2` take the words of the sentence. */
  readonly kind: string
  readonly pattern: RegExp
  /** Which group is the value; 1 when left out. */
  readonly group?: number
  /** Several of a kind are known side by side, e.g. allergies. */
  readonly several?: boolean
  /** Refuses a value that only looks like one. */
  readonly refuse?: RegExp
}

export const relative =
  'mother|mom|mum|father|dad|wife|husband|partner|girlfriend|boyfriend|fiancée?|son|daughter|brother|sister|grandmother|grandma|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|dog|cat|boss|manager|doctor|dentist|best friend'

const date =
  '(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./](?:\\d{4}|\\d{2})|(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}(?:,? \\d{4})?|[a-z]{3,9} (?:the )?\\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?)'

const mail = '[^\\s@,;]+@[^\\s@,;]+\\.[a-z]{2,}'
const phone = '\\+?[\\d][\\d\\s()/.-]{5,}\\d'

/** Words that follow "I am" or "I live in" without being what they seem. */
const noPlace =
  /^(?:a|an|the(?! (?:netherlands|hague|united|us|usa|uk|philippines|bahamas|gambia|bronx|bay area|czech|dominican|maldives|seychelles))|my|this|that|fear|hope|peace|denial|pain|love|here|there|it|them|one|two|hell|poverty|luxury|sin)\b/i
const notAName =
  /^(?:a|an|the|not|so|very|too|back|later|sorry|when|if|maybe|please|tomorrow|today|at|on|in|to|for|with|it|them|him|her|out|over|crazy|old|bus|train|car|bike|bicycle|foot|plane|boat|taxi)\b/i

/** What somebody likes about an answer is no taste. */
const notLasting =
  /^(?:it|that|this|these|those|them|you|your|both|one|the|to know|what|how|when|where|being|working)\b/i

/** Whole sentences only: what stands in quotes or in a question is not about the user. */
export const factPatterns: readonly FactPattern[] = [
  {
    kind: 'home_city',
    pattern:
      /^(?:i|we)(?:'m| am| are)? (?:currently |now |actually )?(?:live|living|reside|based|located|moved|relocated) (?:in|near|at|to) (.+?)(?: now| these days| currently| at the moment)?$/i,
    refuse: noPlace,
  },
  { kind: 'home_city', pattern: /^(?:my )?(?:home ?town|home city|city) is (.+)$/i, refuse: noPlace },
  { kind: 'home_city', pattern: /^i(?:'m| am) from (.+)$/i, refuse: noPlace },
  { kind: 'home_address', pattern: /^my (?:home )?address is (?!.*@)(.+)$/i },
  { kind: 'work_email', pattern: new RegExp(`^my work e-?mail(?: address)? is (${mail})$`, 'i') },
  {
    kind: 'email',
    pattern: new RegExp(`^my (?:personal |private )?e-?mail(?: address)? is (${mail})$`, 'i'),
  },
  { kind: 'work_phone', pattern: new RegExp(`^my work (?:phone|number|phone number) is (${phone})$`, 'i') },
  {
    kind: 'phone',
    pattern: new RegExp(
      `^my (?:phone|phone number|mobile|mobile number|cell|cell phone|telephone|number) is (${phone})$`,
      'i',
    ),
  },
  {
    kind: 'name',
    pattern:
      /^(?:my (?:full |first )?name(?: is|'s)|(?:please )?call me|you can call me|i go by) (.{1,60})$/i,
    refuse: notAName,
  },
  {
    kind: 'birthday',
    pattern: new RegExp(
      `^(?:my birthday(?: is|'s)(?: on)?|i was born(?: on)?|my date of birth is) (${date})$`,
      'i',
    ),
  },
  { kind: 'age', pattern: /^i(?:'m| am) (\d{1,3})(?: years old| years of age)?$/i },
  {
    kind: 'birthday_of:$1',
    pattern: new RegExp(`^my (${relative})'s birthday is(?: on)? (${date})$`, 'i'),
    group: 2,
  },
  {
    kind: 'relative:$1',
    pattern: new RegExp(
      `^my (${relative})(?:'s name is|(?: is|'s) (?:called|named)|(?: is|'s)) (\\p{Lu}[\\p{L}'-]*(?: \\p{Lu}[\\p{L}'-]*){0,3})$`,
      'iu',
    ),
    group: 2,
    refuse: /^(?:a|an|the|in|on|at|not|very|so|sick|ill|coming|here|visiting|late|from|[\p{L}]+ing)\b/iu,
  },
  {
    kind: 'favorite:$1',
    pattern: /^my fav(?:ou?rite)? ([\p{L} -]{2,40}?) (?:is|are) (.{1,120})$/iu,
    group: 2,
  },
  {
    kind: 'allergy',
    pattern: /^(?:i(?:'m| am)(?: very| highly| severely)? allergic to|i have an? allergy to) (.{2,120})$/i,
    several: true,
  },
  { kind: 'allergy', pattern: /^i have an? ([\p{L} -]{2,40}) allergy$/iu, several: true },
  {
    kind: 'diet',
    pattern:
      /^i(?:'m| am)(?: a)? (vegan|vegetarian|pescatarian|lactose intolerant|gluten[- ]free|celiac|coeliac|diabetic|halal|kosher)$/i,
  },
  { kind: 'diet', pattern: /^i (?:do not|don't|never) eat (.{2,80})$/i, several: true },
  {
    kind: 'workplace',
    pattern: /^i work (?:at|for) (.{2,100})$/i,
    refuse: /^(?:home|a|an|the|night|myself|hours)\b/i,
  },
  { kind: 'job', pattern: /^i work as an? (.{2,80})$/i },
  { kind: 'job', pattern: /^my (?:job|profession|occupation)(?: title)? is (.{2,80})$/i },
  {
    kind: 'job',
    pattern:
      /^i(?:'m| am) an? ([\p{L} -]{0,40}(?:engineer|developer|programmer|teacher|doctor|nurse|lawyer|student|designer|writer|journalist|scientist|manager|accountant|architect|analyst|consultant|chef|pilot|musician|artist|researcher|professor|electrician|carpenter|plumber|farmer|photographer))$/iu,
  },
  { kind: 'time_zone', pattern: /^my time ?zone is ([A-Za-z0-9_+/: -]{2,40})$/i },
  {
    kind: 'language',
    pattern: /^my (?:native |first |mother )?(?:language|tongue) is (\p{L}[\p{L} -]{1,40})$/iu,
  },
  { kind: 'speaks', pattern: /^i speak (\p{L}[\p{L} ,-]{1,80})$/iu, several: true },
  { kind: 'currency', pattern: /^my currency is (?:the )?([\p{L}$€£¥ -]{1,30})$/iu },
  {
    kind: 'currency',
    pattern:
      /^i (?:use|pay in|prefer|earn in|think in) (?:the )?((?:us |australian |canadian )?dollars?|euros?|pounds?(?: sterling)?|yen|swiss francs?|francs?|kron(?:er|or|a|e)|rupees?|yuan|pesos?|zloty|[A-Z]{3})$/i,
  },
  {
    kind: 'units',
    pattern:
      /^i (?:prefer|use|like|want|think in)(?: the)? (metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles)(?: units?| system)?$/i,
  },
  {
    kind: 'anniversary',
    pattern: new RegExp(`^(?:my|our)(?: wedding)? anniversary is(?: on)? (${date})$`, 'i'),
  },
  { kind: 'car', pattern: /^(?:my car is|i drive) an? (.{2,80})$/i },
  {
    kind: 'likes',
    pattern: /^i (?:really )?(?:like|love|enjoy) (.{2,100})$/i,
    several: true,
    refuse: notLasting,
  },
  {
    kind: 'dislikes',
    pattern: /^i (?:really )?(?:hate|dislike|can't stand|do not like|don't like) (.{2,100})$/i,
    several: true,
    refuse: notLasting,
  },
]
