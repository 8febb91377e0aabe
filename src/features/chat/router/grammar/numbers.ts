import { rules, type Rule } from './rule.ts'

export const numberRules: readonly Rule[] = [
  ...rules('tip_calculator', [
    /\btip\b.*\d|\d.*\btip\b/,
    /\btip calculator\b/,
    /^how much (?:should i )?tip\b/,
    /\bsplit (?:a|the) (?:bill|check)\b/,
  ]),
  ...rules('bmi_calculator', [/\bbmi\b/, /\bbody mass index\b/]),
  ...rules(
    'password_generator',
    [
      /\b(?:generate|create|make|give me|need|new|random|strong|secure)\b.*\b(?:password|passphrase)\b/,
      /^password generator$/,
    ],
    /\b(?:reset|change|forgot|bank|account|my password|wifi)\b/,
  ),
  ...rules('dice_roller', [/\broll\b.*\b(?:dice|die)\b/]),
  ...rules(
    'random_number',
    [
      /\brandom (?:number|integer)s?\b/,
      /\b(?:pick|choose|give me|think of|generate|tell me|select|need|want)(?: me)? (?:a |any )?number\b/,
      /^(?:a )?number (?:between|from) \S+ (?:and|to) \S+$/,
    ],
    /\bphone\b/,
  ),
  ...rules(
    'dice_roller',
    [
      /\b(?:roll|throw|toss|cast)\b.*\b(?:dice|die|d\d+)\b/,
      /\b\d{0,2}d(?:4|6|8|10|12|20|100)\b/,
      /^(?:dice|die|dice roll(?:er)?)$/,
      /\bdice roll\b|\broll of the dice\b/,
    ],
    /\b(?:diced|game|casino|recipe)\b/,
  ),
  ...rules(
    'coin_flip',
    [
      /\b(?:flip|toss|throw|use|get)\b.*\bcoin\b/,
      /\bcoin (?:flip|toss|throw)\b/,
      /\bheads or tails\b/,
      /^flip it\b/,
    ],
    /\b(?:bitcoin|coinbase|collect)\b/,
  ),
  ...rules(
    'unit_converter',
    [
      /^(?:convert|change) .+ (?:to|into|in) .+$/,
      /^how (?:many|much) .+ (?:in|is|are|make|equals?|to|does|per|would|equal to|are there in|fit|do)\b.+$/,
      /^(?:what (?:is|are|would|amount of) )?.*\b(?:in|to|into|converted to|equals?|as)\b [a-z/ ]+$/,
      /\b(?:unit|measurement) (?:converter|conversion)\b/,
      /^how (?:do|can|would) (?:i|you) convert\b/,
      /^(?:what|how) .*\b(?:equal|equals|equivalent)\b/,
    ],
    /\b(?:until|till|calories|cook|drive|walk|due|left|timer|alarm|remind|should|list|forecast|weather|pto|vacation|money|carry|card|gas|tank|miles per gallon|mpg|days? off|lose|weigh)\b/,
  ),
  ...rules(
    'calculator',
    [
      /^.*\d.*(?:[-+*/x×÷^%]|plus|minus|times|divided|multiplied|percent|mod|over|squared|cubed|factorial|to the power).*$/,
      /\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand)\b.*\b(?:plus|minus|times|divided by|multiplied by|percent of)\b/,
      /\b(?:square|cube) root\b/,
      /^(?:add|subtract|multiply|divide|sum)\b.*\b(?:and|by|from|to)\b/,
      /^(?:open |show |start |use |i need |give me )?(?:the |a |me a )?calculator$/,
      /\b(?:solve|help (?:me )?with|do)\b.*\bmath\b/,
    ],
    /\b(?:tip|timer|alarm|remind|list|interest|apr|loan|tax|credit|battery|volume|volumes|lights?|chance|rain|calories|score|balance|stock|brightness|thermostat|account|play)\b|\bhttps?:|[a-z]\/[a-z]|~/,
  ),
  ...rules(
    'color_picker',
    [
      /\bcolou?r (?:picker|palette|code|wheel)\b/,
      /^(?:pick|choose) (?:me )?a colou?r\b/,
      /#[0-9a-f]{6}\b/,
      /\bhex (?:code|value)\b/,
    ],
    /\b(?:lights?|lamp|hue)\b/,
  ),
  ...rules('breathing', [
    /\bbreathing (?:exercise|session|technique)s?\b/,
    /\b(?:box|deep|4-7-8) breathing\b/,
    /\b(?:calm me down|help me (?:relax|calm down|breathe))\b/,
  ]),
  ...rules('tic_tac_toe', [/\btic[ -]?tac[ -]?toe\b/, /\bnoughts and crosses\b/]),
  ...rules(
    'habit_tracker',
    [/\bhabit tracker\b/, /\b(?:track|show|my|open) (?:my )?habits?\b/, /\badd (?:the |a )?(?:new )?habit\b/],
    /\b(?:bad habits|break)\b/,
  ),
  ...rules('drawing_canvas', [
    /\b(?:drawing|blank) canvas\b/,
    /\b(?:whiteboard|sketch ?pad)\b/,
    /^(?:let me |i want to )?(?:draw|sketch|doodle)(?: something)?$/,
  ]),
  ...rules('markdown_editor', [/\b(?:markdown|text) editor\b/, /\bmarkdown (?:document|file|page)\b/]),
  ...rules('flashcards', [/\bflash ?cards?\b/]),
  ...rules('quiz', [
    /^(?:quiz|test) me\b/,
    /^(?:start|make|give me|play|create)(?: me)?(?: a)? (?:trivia(?! (?:about|on)\b)|quiz)\b/,
    /^(?:trivia|quiz)$/,
  ]),
  ...rules('poll', [/^(?:make|create|start)(?: me)? (?:a )?poll\b/, /^poll\b/, /^let us vote\b/]),
]
