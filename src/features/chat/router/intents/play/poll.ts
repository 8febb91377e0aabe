import { textOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { asSaid } from '../../readers/as-said.ts'
import { capital } from '../../../../../platform/language/capital.ts'

export const intent = defineIntent({
  name: 'poll',
  label: 'Poll',
  example: 'Poll: pizza or sushi',
  effect: 'starts',
  slots: { question: optional.text, options: optional.texts },
  needs: ['question'],
  templates: [
    '[<start>] [<a>] [new] (poll|vote)',
    '<start> [<a>] [new] poll [:|about|on|asking|for|with|between] {body}',
    'poll (:|about|on|asking|for|with|between) {body}',
    'poll {offered}',
    'let us vote [on|about|for|between] [:] {body}',
  ],
  fill(captured, said) {
    const offer = textOf(captured, 'offered')
    const body = asSaid(said, textOf(captured, 'body') ?? offer)
    if (body === undefined) return {}
    // "where should we meet? cafe, park", "about lunch: pizza, salad"
    const [, asked, offered = body] = /^(.+?(?:\?|(?=:))):? (.+)$/.exec(body) ?? []
    const options = offered
      .split(/,? or |, |\s+(?:vs\.?|versus)\s+|\s+and\s+(?=\S+$)/i)
      .map((option) => capital(option.replace(/\?$/, '').trim()))
    // "poll results" wants none.
    if (options.length < 2) return offer === undefined ? { question: body } : undefined
    return { question: asked === undefined ? 'What do you choose?' : capital(asked.trim()), options }
  },
  isFreelyFilled: true,
  act({ slots: { question = 'What do you choose?', options = [] }, writer }) {
    if (options.length < 2) return writer.decline('Between what? Say e.g. "poll: pizza or sushi".')
    writer.add({
      type: 'poll',
      question: question.slice(0, 500),
      options: options.slice(0, 20).map((label) => ({ label: label.slice(0, 200) })),
    })
  },
})
