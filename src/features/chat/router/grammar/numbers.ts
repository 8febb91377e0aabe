import { colorNames } from '../../../../platform/language/values/css-colors.ts'
import { rules, sureRules, type Rule } from './rule.ts'

/** What has a path in it is about files, whatever letters stand there: /tmp/d4.csv is no die. */
const path = String.raw`(?:^|\s)[~./]*\/|~|\\|\.[a-z]{2,4}\d?\b(?! *$)|\.(?:csv|txt|pdf|docx?|xlsx?|zip|md|json|jpe?g|png)\b`

export const numberRules: readonly Rule[] = [
  ...sureRules(
    'calculator',
    [
      /^(?:what is |calculate |compute |how much is |work out )?[-(]*\d[\d.,]*(?: ?(?:k|million|billion|thousand|%))? ?[-+*/x×÷^:] ?[-(]*\d[-\d.,()+*/x×÷^%! :]*(?: ?(?:k|million|billion|thousand|percent))?[ =?]*$/,
      /^(?:what is )?round(?:ed)?(?: up| down| off)? -?\d[\d.,]*(?: (?:up|down|off))?(?: to\b.*)?$/,
      /^(?:what is |calculate )?[-(]*\d.* rounded(?: (?:up|down|off))?(?: to\b.*)?$/,
      /^(?:split|share|divide|divvy up) (?:the )?[$€£¥]? ?\d[\d.,]*\b.*$/,
      /\b(?:mortgage|loan|monthly (?:payment|repayment)s?)\b.*\d.*(?:%|percent).*\b\d+[- ]?(?:years?|yrs?|months?)\b/,
      /^(?:what is |how much is |calculate )?(?:\d+ ?[/⁄] ?\d+|(?:an? |one |two |three |\d )?(?:half|third|quarter|fourth|fifth|sixth|eighth|tenth)s?) of \d[\d.,]*$/,
      /^(?:add|put|take|subtract|deduct|remove|knock) (?:an? |the )?\d[\d.]* ?(?:%|percent|per cent)(?: [a-z ]+)? (?:to|on|off|from)(?: of)? [$€£]?\d[\d.,]*(?: ?(?:€|£|euros?|dollars?|pounds?|eur|usd|gbp))?$/,
      /^(?:increase|decrease|raise|reduce|lower|discount|mark (?:up|down)) [$€£]?\d[\d.,]*(?: ?(?:€|£|euros?|dollars?|pounds?))? by \d[\d.]* ?(?:%|percent|per cent)$/,
    ],
    new RegExp(String.raw`${path}|\b(?:my|brightness|volume|account|savings|bill|check|tip)\b`),
  ),
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
  ...rules('dice_roller', [/\broll\b.*\b(?:dice|die)\b/], new RegExp(path)),
  ...sureRules(
    'random_choice',
    [
      /^(?:pick|choose|select)(?: for me| me)?(?: (?:one|something|randomly|at random))*(?: (?:of|from|between|among|out of))?(?: (?:these|the following))?: \S+ .+$/,
      /^(?:pick|choose|select)(?: for me| me)? (?:one(?: at random)?|at random|randomly) (?:of|from|between|among|out of) \S+ .+$/,
      /^(?:choose|decide|pick)(?: for me)? between .+ (?:or|and) .+$/,
      /^(?:pick|choose|select|draw)(?: for me| me)? an? (?:random )?(?:name|person|winner|word|option|item)(?: at random)? (?:from|of|among|between|out of) \S+ \S.*$/,
    ],
    /\b(?:numbers?|coin|\d+ (?:and|to) \d+|my|emails?|files?|accounts?)\b/,
  ),
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
      /^(?:roll |throw )?(?:an? )?\d{0,3}d(?:4|6|8|10|12|20|100)s?(?: ?(?:[+-]|plus|minus) ?\d+)?$/,
      /^(?:dice|die|dice roll(?:er)?)$/,
      /\bdice roll\b|\broll of the dice\b/,
    ],
    new RegExp(String.raw`\b(?:diced|game|casino|recipe)\b|${path}`),
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
      /^(?:what (?:is|are|would|amount of) )?.*\b(?:in|to|into|converted to|equals?|as)\b [a-z/° ]+(?:[23²³]|100 ?km)?$/,
      /\b(?:unit|measurement) (?:converter|conversion)\b/,
      /^how (?:do|can|would) (?:i|you) convert\b/,
      /^(?:what|how) .*\b(?:equal|equals|equivalent)\b/,
    ],
    /\b(?:until|till|calories|cook|drive|walk|due|left|timer|alarm|remind|should|list|forecast|weather|pto|vacation|money|carry|card|gas|tank|days? off|lose|weigh)\b/,
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
  ...sureRules(
    'color_picker',
    [
      new RegExp(
        String.raw`^(?:show(?: me)?|what is|what colou?r is|give me|display|see)?(?: the)?(?: (?:colou?r|hex(?: code| value)?|rgb(?: code| value)?|html code|css colou?r|code))*(?: (?:for|of|is))?(?: the)?(?: colou?r)? (?:${colorNames}|#[0-9a-f]{3}|#[0-9a-f]{6})(?: colou?r)?(?: in (?:hex|rgb|hsl|oklch|css))$`,
      ),
      new RegExp(
        String.raw`^(?:show(?: me)?|what is|what (?:colou?r )?is|give me|display|see)?(?: ?the)? ?(?:colou?r|hex(?: code| value)?|rgb(?: code| value)?|html code|css colou?r|colou?r code)(?: (?:for|of|is))?(?: the)?(?: colou?r)? (?:${colorNames}|#[0-9a-f]{3}|#[0-9a-f]{6})(?: colou?r)?$`,
      ),
      /^(?:what is |what colou?r is |show(?: me)? )?#(?:[0-9a-f]{3}|[0-9a-f]{6})(?: (?:in rgb|in hsl|colou?r))?$/,
      /^(?:what (?:colou?r )?is |show(?: me)? )?rgb ?\(? ?\d{1,3}[, ]+\d{1,3}[, ]+\d{1,3} ?\)?$/,
    ],
    /\b(?:lights|lamp|hue)\b/,
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
