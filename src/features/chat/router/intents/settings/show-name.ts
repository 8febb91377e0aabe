import { isFromOutside } from '../../../../../contract/endpoint.ts'
import { nameOfAsker } from '../../answers/asker.ts'
import { defineIntent } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'setting.name.show',
  label: 'Your name',
  example: 'What is my name?',
  templates: [
    '(what is|do you (know|remember)|remember|tell me|say|guess) my [first|full] name [again]',
    '(what|which) name (do you have|have you got|do you use) [for me]',
    'what (do|will|would|did|can) you (call|save|refer to) me [as]',
    'what am i called',
    'who am i',
    '[do you know] who i am',
  ],
  wideTemplates: ['what (do|are|will|would|can|did) you {rest} (me|my name) [{more}]'],
  examples: [
    '(do you know|tell me|say) my name',
    'do you (remember|know) (who i am|my name|what i am called)',
  ],
  act({ writer, asked }, port) {
    const name = nameOfAsker(asked, port)
    if (name === null && isFromOutside(asked.provenance))
      writer.decline("This chat doesn't tell me your name.")
    else if (name === null) writer.decline('I don\'t know your name yet. Say "call me Ada" and I\'ll use it.')
    else writer.say(`You are ${name}.`)
  },
})
