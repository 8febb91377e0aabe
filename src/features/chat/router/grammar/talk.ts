import { rules, type Rule } from './rule.ts'

/** What is said about the person and the service itself. */
export const talkRules: readonly Rule[] = [
  ...rules(
    'setting.city',
    [
      /^(?:set|change|make) my (?:home city|home town|hometown|city|home|location) (?:to|as)\b/,
      /^i (?:live|am living|moved|have moved) (?:in|to)\b/,
      /^my (?:home city|home town|hometown|city) is\b/,
    ],
    /\b(?:thermostat|screen|lights?)\b/,
  ),
  ...rules('setting.name.show', [
    /^(?:what is|what's|do you know|tell me|say|guess) my (?:first |full )?name$/,
    /^what (?:do|are|will|would|can|did) you (?:going to )?(?:call|calling|save|refer to|like to (?:call|refer))\b.*\b(?:me|my name)\b/,
    /^who am i$/,
  ]),
  ...rules(
    'setting.name',
    [
      /^my name is \w+/,
      /^(?:please )?(?:just )?(?:start )?call(?:ing)? me (?!(?:a|an|when|if|at|back|later|in|on|tomorrow|an?)\b)[a-z' -]+$/,
      /^(?:set|change) my name\b/,
      /^i (?:would like|want|prefer|like) to be called\b/,
      /^i (?:go by|am called)\b/,
      /\b(?:address|refer to) me (?:as|by)\b/,
    ],
    /\b(?:uber|taxi|cab|lyft|what|phone|number|will you|tonight)\b/,
  ),
  ...rules('setting.currency', [
    /^(?:set|change) my (?:base |default |home )?currency\b/,
    /\bas my (?:base |default )?currency\b/,
    /^my currency is\b/,
  ]),
  ...rules('setting.units', [
    /^(?:use|switch to|change to|set units to|set my units to|i prefer|show|set)(?: my| the)?(?: units)?(?: to| in)? ?(?:metric|imperial|celsius|fahrenheit)\b/,
  ]),
]
