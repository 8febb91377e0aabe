import { textOf } from '../../answers/act.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { firstMatch, trimmed } from '../../readers/reader.ts'
import { setsSetting } from './sets-setting.ts'

const always = '[from now on|instead|now]'

export const intent = defineIntent({
  name: 'setting.name',
  label: 'Your name',
  example: 'Call me Ada',
  effect: 'changes',
  shownBy: 'setting.name.show',
  slots: { name: required.text },
  needs: ['name'],
  templates: [
    `(set|change|update) my name to {name} ${always}`,
    `use the name {given} [(for|with) me] ${always}`,
    `(address|refer to) me (as|by) [the name] {name} ${always}`,
  ],
  wideTemplates: [
    "my name (is|'s) {name}",
    `[just] [start] (call|calling) me [by the name] {name} ${always}`,
    `i (would like|want|prefer|like) to be called {name} ${always}`,
    `i (go by|am called|am known as) {name} ${always}`,
  ],
  examples: [
    'my name is {name}',
    'call me {name}',
    '(set|change) my name to {name}',
    '(you can|please|just) call me {name}',
    'i am called {name}',
    'i (want|would like|prefer) to be called {name}',
    'change the name you (call me|use for me) [to {name}]',
    'i go by {name}',
    '(from now on|please) (call|address) me [as] {name}',
    '(you may|you can) refer to me as {name}',
  ],
  counterExamples: [
    '(i want to|can i|may i) call you {name}',
    '(rename yourself|change the name i call you|your name should be) (to {name}|{name})',
    'can i give you a (nickname|different name)',
    'i want you to be called {name}',
    'your new name is {name}',
    'change your name to {name}',
  ],
  fill: (captured, { said }) =>
    // At the end "for me" passes for politeness.
    slotsOf(
      textOf(captured, 'name') ?? (/\b(?:for|with) me\b/.test(said) ? textOf(captured, 'given') : undefined),
    ),
  read: ({ text }) =>
    slotsOf(
      firstMatch(text, [/\b(?:name is|called|call me|name to|known as|by) (\p{L}[\p{L} .'-]{0,40})$/iu]),
    ),
  act: setsSetting('USER_NAME', 'name', (name) => `I'll call you ${name}.`),
})

/** "call me maybe", "I go by bus", "I am called away": no name of a person. */
const noName =
  /^(?:a|an|the|not|back|later|when|if|what|by|something|anything|else|at|on|your|my|maybe|crazy|mad|stupid|silly|weird|lazy|old[- ]fashioned|naive|cynical|paranoid|whatever|anytime|sometime|asap|bus|car|train|bike|bicycle|foot|plane|boat|tram|taxi|metro|subway|away|in|out|up|upon|to|for|instinct|feel)\b|\b(?:uber|taxi|cab|lyft|phone|number|tonight|tomorrow)\b/i

function slotsOf(said: string | undefined) {
  const name = trimmed(said ?? '')
  return noName.test(name) || !/^\p{L}[\p{L} .'-]{0,40}$/u.test(name)
    ? undefined
    : { name: name.replaceAll(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()) }
}
