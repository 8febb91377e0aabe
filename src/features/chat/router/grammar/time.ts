import { names, rules, sureRules, type Rule } from './rule.ts'

const make =
  '(?:set|start|create|make|add|schedule|begin|run|put on|give me|get me|need|want|open|new|have|begin|turn on|initiate|get|put|wish to have|have to have|require)'

export const timeRules: readonly Rule[] = [
  ...sureRules('countdown', [/^how many (?:more )?sleeps (?:until|till|til|to|before) \S/]),
  ...rules('alarm.remove', [
    /\b(?:cancel|delete|remove|turn off|stop|disable|clear|get rid of|kill|shut off|switch off|dismiss)\b.*\b(?:alarms?|timers?)\b/,
    /\bdo not need .*\balarms?\b/,
  ]),
  ...rules(
    'alarm.show',
    [
      /\b(?:what|which|show|list|check|any|how many|see|report|tell me|is|are|do i have)\b.*\balarms?\b.*\b(?:set|have|going off|scheduled|on|active|ring|for tomorrow|settings)\b/,
      /^(?:show|list|check|see|tell me)(?: me)?(?: all)?(?: of)? my alarms?$/,
      /^when (?:is|does|will) my (?:next )?alarm\b/,
    ],
    /^(?:set|make|create|add|schedule|i need|i want)\b/,
  ),
  ...rules(
    'live_timer',
    [
      new RegExp(String.raw`^(?:i )?${make}\b.*\btimers?\b`),
      /^(?:timer|countdown timer)\b/,
      /^(?:\d|an?|half|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|sixty|ninety)\b.{0,30} timer\b/,
      /\btimer (?:for|of|to) .*\b(?:second|minute|hour|min|sec)s?\b/,
      /^count ?down (?:from )?.*\b(?:second|minute|hour|min|sec)s?\b/,
      /^(?:wake|alert|notify|ping|buzz) me (?:up )?(?:in|after) (?!the\b).*\b(?:second|minute|hour|min|sec)s?\b/,
    ],
    /\b(?:cancel|delete|stop|pomodoro|egg recipe)\b/,
  ),
  ...rules(
    'alarm',
    [
      new RegExp(String.raw`^(?:i )?(?:would like )?${make}\b.*\b(?:alarms?|wake ?up call)\b`),
      /^alarms?\b/,
      /^wake me(?: up)?\b/,
      /\b(?:wake up|get up|be up|be woken)\b.*\b(?:at|by)\b/,
      /^(?:i need )?an alarm\b/,
      /^(?:alert|buzz|ring) me (?:at|by)\b/,
      /\balarm (?:for|at) .*\b(?:am|pm|o'?clock|noon|morning|tomorrow|\d)\b/,
    ],
    /\b(?:cancel|delete|remove|turn off|what alarms|do i have|set(?:s|ting)? off|car|house|fire|smoke|security|system)\b/,
  ),
  ...rules(
    'countdown',
    [
      /^how (?:many (?:more )?(?:days|weeks|months|hours|sleeps)|long|much (?:longer|time|more time))(?: (?:is it|are there|are left|left|is there|do i have|remain|remaining|it is|is left))* (?:until|till|til|to|before)\b/,
      /^(?:days|weeks|time|how long) (?:until|till|til|to)\b/,
      /^(?:start |make |create |set |show |begin )?(?:me )?(?:an? )?countdown (?:to|for|until|till)\b/,
      /^when is (?:christmas|easter|thanksgiving|halloween|new year|mother's day|father's day|valentine|labor day|memorial day|independence day|black friday|good friday|boxing day|st patrick|hanukkah)/,
    ],
    /\b(?:drive|walk|fly|flight|cook|bake|bill|due|expire|my (?:flight|order|package))\b/,
  ),
  ...sureRules('live_clock', [
    /^(?:convert |what is |what time is )?\d{1,2}(?::\d\d)? ?(?:am|pm) (?:[ecmp][sd]t|gmt|utc|bst|cet|cest|eet|ist|jst|aest|eastern|central|mountain|pacific)(?: time)? (?:in|to|into) \S[\p{L} ]*$/u,
    /^(?:what is |tell me |how (?:big|large) is )?(?:the )?time difference (?:(?:between|from|with|to|in) )?.+$/,
    /^how (?:many hours|far) (?:ahead|behind)(?: of (?:us|me|here))? (?:is|are) [\p{L} ]{3,30}$/u,
  ]),
  ...rules('stopwatch', [/\bstop ?watch\b/, /^time (?:how long|my (?:run|workout|lap|speech))\b/]),
  ...rules('pomodoro', [/\bpomodoro\b/, /\bfocus (?:session|timer|block|mode)\b/]),
  ...rules('metronome', [/\bmetronome\b/, /^\d{2,3} bpm$/]),
  ...rules(
    'live_clock',
    [
      /^(?:what|which) (?:is the )?(?:current |exact |local )?time (?:is it|it is|of day is it|now)\b/,
      /^what (?:is|was) (?:the )?(?:current |exact |local |right )?time(?: (?:in|now|right now|is it|for|at|over|here|currently|please|there)\b.*)?$/,
      /^(?:the )?(?:current |local )?time (?:in|for|at) (?!(?:my|the (?:meeting|party|event))\b)/,
      /^(?:tell|give|show) me (?:the )?(?:current |local |exact )?time\b(?! (?:of|for) (?:my|the)| zone)/,
      /^(?:current|local) time\b/,
      /^(?:do you have|got|have you got) the time$/,
      /\btime ?zones?\b/,
      /^(?:the )?time(?: now| right now| check)?$/,
      /^(?:show |open )?(?:me )?(?:an? |the )?(?:world |digital |analog )?clock$/,
      /^time difference\b/,
      /^how (?:late|early) is it\b/,
      /^(?:if|when) (?:it is|it's) .*\bwhat time\b/,
      // "What time is sunset in Lisbon" asks for something else than the time.
      /^what (?:is |would be )?(?:the )?(?:time|hour)(?! (?:is|are|was|does|do|did|will|can|should) (?!it\b)) .*\b(?:in|est|pst|cst|gmt|utc)\b/,
      /^is it (?:already |still |now )?(?:morning|night|night ?time|day ?time|evening|afternoon|noon|midnight)\b.*\b(?:in|at)\b/,
      /^how (?:many hours|far) (?:ahead|behind)\b/,
      /^what time (?:would|will|could) it be\b/,
      /^what is (?:the )?(?:current )?(?:est|pst|cst|mst|gmt|utc|eastern|central|pacific|mountain) (?:standard )?time\b/,
      /^(?:look up|check|find) the time\b/,
      new RegExp(String.raw`^${names} time (?:now|right now)$`, 'u'),
    ],
    /\b(?:flight|board|meeting|appointment|movie|show|open|close|game|dinner|kickoff|bus|train|store|sun ?(?:set|rise)|moon|alarm|arrive|deliver|prime|cook|oven|should i|left before|time left|change (?:the|my|your|to)|switch|set)\b/,
  ),
  ...rules(
    'date',
    [
      /^(?:what|which) (?:day|date) (?:is|was|will|of the week|does|would|are)\b/,
      /^what (?:is|was) (?:the |today's |tomorrow's |yesterday's )*(?:current |exact )?(?:date|day|day of the week)(?: (?:today|tomorrow|now|of|on|in|next|for|is|it|going|yesterday|this)\b.*)?$/,
      /^(?:tell|give) me (?:the |today's |tomorrow's )*(?:current )?(?:date|day|day of the week)\b(?! of)/,
      /^(?:what is )?(?:today's|tomorrow's|current|the current|the) date(?: today| please| tomorrow)?$/,
      /^(?:what|which) (?:month|year|week) (?:is|are|number)\b/,
      /^is (?:it|today|tomorrow)(?: an?)? (?:mon|tues|wednes|thurs|fri|satur|sun)day\b/,
      /^how many days (?:are )?(?:there )?(?:in|between|left in)\b/,
      /\bleap year\b/,
      /^(?:today|today is|the day|date)$/,
    ],
    /\b(?:my|your|birth|pay day|meeting|appointment|due|payday|paid|flight|bill|trash|holiday|day off|expir\w*|super ?bowl|election|arrive|weather|rainy?|sunny|open|concert|game|calendar|movie|release|come out|best)\b/,
  ),
]
