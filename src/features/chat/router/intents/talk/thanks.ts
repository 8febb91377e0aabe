import { defineIntent } from '../../define-intent.ts'

const thanks =
  '(thanks|thank you|thx|cheers|ta|ty|tysm|many thanks|much appreciated|much obliged|appreciate it)'
const much = '[so much|very much|a lot|again|a bunch|a ton|a million|mate|buddy|everyone]'

export const intent = defineIntent({
  name: 'thanks',
  label: 'Thanks',
  example: 'Thank you',
  family: 'talk',
  templates: [
    `[ok|okay|alright|right|great|cool|perfect|super|nice|good|fine|brilliant|lovely|excellent|sure|yes|yeah] ${thanks} ${much}`,
    `${thanks} ${much} for (that|this|it|everything|[all] [your|the] help)`,
    `(that is|you are) (great|good|perfect|nice|awesome|lovely|amazing|brilliant|all|it|the best|a star) ${thanks} ${much}`,
    'you are (the best|a star|a lifesaver|a legend)',
    `i [just] (want|wanted|need|would like) to (thank you|say (thanks|thank you)) ${much}`,
    '(i owe you one|you have my (thanks|gratitude))',
  ],
  wideTemplates: [
    `${thanks} {why}`,
    'i [really] (appreciate|am grateful|am thankful) [{what}]',
    `{what} (thanks|thank you) ${much}`,
  ],
  fill: (captured, { lower }) => (Object.keys(captured).length > 0 && notMeant.test(lower) ? undefined : {}),
  act: ({ voice }) => voice.say('You are welcome.'),
})

/** Declines, takes leave, or asks for the words themselves. */
const notMeant =
  /^no\b|\b(?:translate|say|how do|thanksgiving|in (?:spanish|french|german)|bye|goodbye|word|but|now|later)\b/
