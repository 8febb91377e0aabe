import { readDice, type Dice } from '../../../../../platform/language/values/dice.ts'
import { wordsToDigits } from '../../../../../platform/language/values/numbers.ts'
import { bounded, numberOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'

const throws = '(roll|throw|toss|cast) [me|us]'
const sided = '({sides:number} (sided|sides)|{dashed:sides})'

export const intent = defineIntent({
  name: 'dice_roller',
  label: 'Dice',
  example: 'Roll two dice',
  slots: { count: optional.number, sides: optional.number, modifier: optional.number },
  templates: [
    `${throws} [a|an|the|one] {dice:dice}`,
    `${throws} [a|the|some|one|my|{count:number}|{pair=true} a pair of] [${sided}] (dice|die|dices) [{count:number} times] [with {sides:number} sides]`,
    '[<start>] [a] (dice|die) [roll|roller|throw]',
    '[<start>|do] [a] roll of the (dice|die)',
  ],
  examples: [
    'roll a {number} sided (die|dice)',
    '(dice|die) [roll|please]',
    'roll (for initiative|the dice for me|again)',
    'i want to roll a die',
    "let's roll the dice",
    '(role|toss|cast|shake) (a|the|some|two) (dice|die)',
    'roll (me|us) (a|an) (d6|d8|d10|d20|six sided die)',
    "(let's see|show me) what (the dice|a die) (says|lands on|rolls)",
    'what do i get (if i|when i) roll (two|the) dice',
  ],
  recognize: ({ lower }) => readDice(lower),
  fill(captured) {
    const { dice, pair } = captured as { dice?: Dice; pair?: true }
    if (dice) return dice
    const [count, sides] = [
      numberOf(captured, 'count'),
      numberOf(captured, 'sides') ?? numberOf(captured, 'dashed'),
    ]
    return { count: bounded(pair ? 2 : count, 1, 100), sides: bounded(sides, 2, 1_000) }
  },
  read({ lower }) {
    const [, count, sides] =
      /\b(?:(\d+) )?(?:(\d+)[- ]sided? )?(?:dice|die)\b/.exec(wordsToDigits(lower)) ?? []
    return { count: bounded(toNumber(count), 1, 100), sides: bounded(toNumber(sides), 2, 1_000) }
  },
  sureAt: 0.93,
  isProvenByValues: true,
})

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
