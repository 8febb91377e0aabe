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
  fill(captured) {
    return {
      count: bounded(numberOf(captured, 'count'), 1, 100),
      heads: capital(textOf(captured, 'heads')),
      tails: capital(textOf(captured, 'tails')),
    }
  },
  sureAt: 0.93,
})
