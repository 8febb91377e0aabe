import { sureRules, type Rule } from './rule.ts'

const unit = '(?:days?|weeks?|months?|years?|working days?|business days?|weekdays?)'
const count = String.raw`(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty[- ]five|sixty|ninety|a hundred) ${unit}`

/** What somebody has to do or to get has days too, but is not a sum of them. */
const somethingElse =
  /\b(?:remind|alarm|timer|list|calendar|meeting|appointment|events?|book|flights?|hotel|trip|weather|forecast|rain|spend|spent|budget|transfer|account|bank|bill|pto|vacation|days? off|time off|schedule|remember|note|files?|emails?|mail|drive|fly|walk|transactions?|balance|news|stock|price)\b/

/** Sums with days. Their reader answers only when it has read every day of them. */
export const dateSumRules: readonly Rule[] = [
  ...sureRules(
    'date_sum',
    [
      new RegExp(
        String.raw`^(?:how many|number of|what is the number of) (?:more )?${unit}(?: \w+){0,4}? (?:between|from) .+ (?:and|to|until|till|til|through) .+$`,
      ),
      new RegExp(String.raw`^${unit} (?:between|from) .+ (?:and|to|until|till|til) .+$`),
      /^(?:how (?:long|much time)|what is the (?:time|difference|number of days))(?: (?:is it|was it|is there|in days|in weeks|are there))* (?:between|from) .+ (?:and|to|until|till) .+$/,
      new RegExp(String.raw`^(?:how many |number of )?${unit}(?: \w+){0,4}? since .+$`),
      /^how (?:long|much time)(?: (?:is it|has it been|has passed|ago|was it))* since .+$/,
      new RegExp(String.raw`^how (?:long|many ${unit}) ago (?:was|is) .+$`),
      new RegExp(
        String.raw`^(?:what is |what day is |what date is |when is |calculate |which day is |what will the date be |what was the date )?(?:the date |the day )?(?:add |subtract |take |deduct )?${count} (?:to|after|before|from|following|prior to|past|on from) .+$`,
      ),
      new RegExp(
        String.raw`^(?:what is |what day is |what date is |when is )?.+ (?:plus|\+|minus|-) ${count}$`,
      ),
      /^how old .*\bborn\b.+$/,
      /^i was born .+ how old\b.*$/,
      /^(?:what is )?(?:the )?age of (?:someone|somebody|a person) born .+$/,
    ],
    somethingElse,
  ),
  ...sureRules('date_sum', [
    /^(?:is|was|will) (?:the year )?\d{3,4} (?:be )?(?:an? )?leap year$/,
    /^(?:is|was) (?:this|next|last|it) (?:year )?(?:an? )?leap year(?: this year)?$/,
    /^(?:when|what|which year) (?:is|will be)(?: the)? next leap year(?: be)?$/,
    /^next leap year$/,
    /^how many days (?:are (?:there )?|does )?(?:in )?an? leap year(?: have)?$/,
    /^how many (?:more )?(?:days|weeks) (?:are |do we have )?(?:left|remaining|remain)(?: (?:in|of|until the end of))? (?:the|this) (?:year|month|week)$/,
    /^how many (?:days|weeks)(?: are)?(?: there)? in (?:the year )?\d{4}$/,
  ]),
  ...sureRules('countdown', [
    /^(?:how (?:long|much (?:longer|time|more time)|many (?:more )?(?:hours|minutes))|time|hours|minutes)(?: (?:is it|are there|are left|left|is there|do i have|remain|remaining|it is|is left|to go))* (?:until|till|til|before) (?:about |around )?(?:\d{1,2}(?::\d\d)? ?(?:am|pm|o'?clock)|\d{1,2}:\d\d|noon|midday|midnight|half past \w+|(?:a )?quarter (?:to|past) \w+)(?: (?:today|tomorrow|tonight|on \w+day))?$/,
  ]),
  ...sureRules('timer.change', [
    /^(?:add|give|put(?= .*\bmore\b)) .*\b(?:seconds?|secs?|minutes?|mins?|hours?)\b(?: more)? (?:to|on|onto) (?:my|the|that|this) (?:\w+ )?timer$/,
    /^(?:extend|lengthen|shorten|reduce|increase|change|adjust) (?:my|the|that|this) (?:\w+ )?timer\b.*$/,
    /^make (?:my|the|that|this) (?:\w+ )?timer .*\b(?:longer|shorter)$/,
    /^(?:take|remove|subtract) .*\b(?:seconds?|minutes?|mins?|hours?)\b (?:off|from) (?:my|the|that|this) (?:\w+ )?timer$/,
    /^(?:pause|resume|restart|reset|hold|continue) (?:my|the|that|this) (?:\w+ )?timer$/,
    /^how (?:much time|long|many minutes) (?:is |are )?(?:left|remaining)(?: (?:on|for|in) (?:my|the|that|this) (?:\w+ )?timer)$/,
  ]),
]
