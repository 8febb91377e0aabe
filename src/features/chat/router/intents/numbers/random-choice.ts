import { randomInt } from 'node:crypto'
import { textOf } from '../../answers/act.ts'
import { defineIntent, required } from '../../define-intent.ts'

const one =
  '[a|any] [random|lucky] [one|something|someone|anything|name|person|winner|word|option|item] [randomly|at random]'

export const intent = defineIntent({
  name: 'random_choice',
  label: 'Random choice',
  example: 'Pick one: red, blue or green',
  slots: { choices: required.texts },
  templates: [
    `[help me] <pick> ${one} (of|from|between|among|out of) [these|the following] [:] {choices}`,
    `[help me] <pick> ${one} [of] [these|the following] : {choices}`,
    '(which|what) [one] [should (i|we) (pick|choose|take)] : {choices}',
    'should (i|we) [get|have|eat|order|take|choose|pick|watch|play|buy] {choices} you (decide|choose|pick)',
  ],
  fill(captured) {
    const said = textOf(captured, 'choices') ?? ''
    // "rock and roll, jazz or soul" are three.
    const joint = /,| or /i.test(said) ? /\s*,\s*(?:or |and )?|\s+or\s+|\s+and\s+(?=\S+$)/i : /\s+and\s+/i
    const choices = said
      .split(joint)
      .map((choice) => choice.trim())
      .filter((choice) => choice !== '')
    const areNamed = choices.every((choice) => choice.length <= 60 && !notNamed.test(choice))
    return choices.length >= 2 && areNamed ? { choices } : undefined
  },
  read: () => undefined,
  act: ({ slots: { choices }, writer }) => writer.say(`**${choices[randomInt(choices.length)]!}**`),
})

/** Things that would have to be looked up first, and numbers, which are drawn otherwise. */
const notNamed = /^\d+$|\b(?:my|our|your|emails?|files?|accounts?|numbers?|coin)\b/i
