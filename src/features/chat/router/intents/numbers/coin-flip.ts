import { bounded, numberOf, textOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { capital } from '../../../../../platform/language/capital.ts'

export const intent = defineIntent({
  name: 'coin_flip',
  label: 'Coin',
  example: 'Flip a coin',
  slots: { count: optional.number, heads: optional.text, tails: optional.text },
  templates: [
    '(flip|toss|throw|use|get) [me|us] [a|the|{count:number}] (coin|coins) [{count:number} times] [and flip it]',
    '(flip|toss|throw) [me|us] [a|the] coin (between|to decide [between]|for) {heads:label} (and|or) {tails:label}',
    '(flip|toss|throw) [me|us] [a|the] coin and (tell|show|let) me [know] [what|how|which side|the result] [it|came] [lands|landed|up] [on]',
    '[<start>|do|give me|tell me] [the (result|results|outcome) of] [a|the] coin (flip|toss|throw)',
    '[flip a coin] heads or tails',
    'flip it',
  ],
  examples: [
    '(flip|toss) a coin (for me|to decide|{number} times|and tell me what it lands on)',
    'decide (with a coin|by coin)',
    'i call heads flip it',
    'let a coin decide [between {food} and {food}]',
    'pick heads or tails',
    "(let's|let us|we should) (flip|toss) (for it|a coin for it)",
    '(toss|flip) one for me heads or tails',
    '(quarter|penny) (flip|toss)',
    'i (pick|choose|call|want) (heads|tails)',
  ],
  fill(captured) {
    return {
      count: bounded(numberOf(captured, 'count'), 1, 100),
      heads: capital(textOf(captured, 'heads')),
      tails: capital(textOf(captured, 'tails')),
    }
  },
  sureAt: 0.93,
})
