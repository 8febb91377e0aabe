import { Type } from '../../../../../contract/type.ts'
import { numberOf, textOf, widget } from '../../answers/act.ts'
import { defineIntent } from '../../define-intent.ts'
import { present } from '../../readers/reader.ts'

export const intent = defineIntent({
  name: 'coin_flip',
  label: 'Coin',
  example: 'Flip a coin',
  slots: Type.Object({
    count: Type.Optional(Type.Integer()),
    heads: Type.Optional(Type.String()),
    tails: Type.Optional(Type.String()),
  }),
  templates: [
    '(flip|toss|throw|use|get) [me|us] [a|the|{count:number}] (coin|coins) [{count:number} times] [and flip it]',
    '(flip|toss|throw) [me|us] [a|the] coin (between|to decide [between]|for) {heads:label} (and|or) {tails:label}',
    '[<start>|do] [a|the] coin (flip|toss|throw)',
    '[flip a coin] heads or tails',
    'flip it',
  ],
  fill(captured) {
    const count = numberOf(captured, 'count')
    return present({
      count: count === undefined ? undefined : Math.min(100, Math.max(1, Math.round(count))),
      heads: capital(textOf(captured, 'heads')),
      tails: capital(textOf(captured, 'tails')),
    })
  },
  sureAt: 0.93,
  act: ({ slots, voice }) => voice.add(widget('coin_flip', slots, ['count', 'heads', 'tails'])),
})

function capital(text: string | undefined): string | undefined {
  return text && text[0]!.toUpperCase() + text.slice(1)
}
