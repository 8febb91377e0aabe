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
  examples: [
    '(your answer|that answer) (was|is) (good|great|helpful|what i needed)',
    'i am (happy|pleased|satisfied) with (that|your answer|the result)',
    '(good|great|nice|excellent) (job|work|answer)',
    'well done',
    '(ok|okay|great|perfect|awesome) (thanks|thank you)',
    'i am thankful [for you|for this]',
    'you are (the best|so kind|a lifesaver)',
    'that is all i needed thank you',
    "(that's|that was) (great|helpful|very kind|perfect) [thanks|thank you]",
    'i (appreciate|am grateful for) (it|that|your help)',
    "you've been (a great help|very helpful) [thanks]",
    'thanks for (answering|the information|telling me|doing that)',
    '(i|we) (owe you one|would like to thank you|want to thank you|need to thank you|really thank you)',
    'you have my (gratitude|thanks)',
    '(cheers|ta|nice one|good one) [mate|pal|for that]',
    "(that's|that is|it was) (all|exactly what) i needed [thanks|thank you]",
    '(thanks|thank you) (a bunch|a million|a ton|kindly|ever so much|for everything|for your time|for being here|for letting me know)',
    '(really|so|very) (great|helpful|good|kind) [of you|work]',
    'your (help|effort|efforts|assistance) (is|are|was) (appreciated|great|not unnoticed)',
    '(good|great|amazing|fantastic) (job|work) (helping|assisting|with helping) me',
    'i am (so|very|really) (grateful|thankful) [to you]',
    "couldn't have done it without you",
    "(that's|that is) (so|very|really) (kind|nice|good) of you [thanks]",
  ],
  fill: (captured, { lower }) => (Object.keys(captured).length > 0 && notMeant.test(lower) ? undefined : {}),
  act: ({ writer }) => writer.say("You're welcome."),
})

/** Declines, takes leave, or asks for the words themselves. */
const notMeant =
  /^no\b|\b(?:translate|say|how do|thanksgiving|in (?:spanish|french|german)|bye|goodbye|word|but|now|later)\b/
