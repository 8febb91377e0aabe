import { defineIntent } from '../../define-intent.ts'

const bye =
  '(bye|goodbye|good bye|bye bye|bye-bye|see (you|ya)|farewell|so long|adios|ciao|later|good night|goodnight|take care|catch you|talk to you later|cya|ttyl|peace out|until next time)'
const well = '[ok|okay|alright|well|thanks|thank you]'

export const intent = defineIntent({
  name: 'goodbye',
  label: 'Goodbye',
  example: 'Goodbye',
  family: 'talk',
  sureAt: 0.94,
  templates: [
    `${well} ${bye} [for now|now|then|later|soon|tomorrow|tonight|everyone|all|again]`,
    '[(i|we) will|let us] (talk|speak|chat) [to you] (later|soon|tomorrow)',
    'have a (good|nice|great) (one|day|night|evening|weekend)',
    '(i have [got] to|i must|i got to) (go|run|leave) [now]',
    'i am (off|out of here|leaving) [now]',
    '(take it easy|sleep well)',
  ],
  wideTemplates: [`${well} ${bye} {whom}`],
  fill: (_, { lower }) => (notMeant.test(lower) ? undefined : {}),
  act: ({ voice }) => voice.say('Goodbye.'),
})

/** "later today", "take care of the dog", "goodbye in Spanish" */
const notMeant =
  /^later (?:today|tonight|tomorrow)|\b(?:translate|say|how do|mean|list|in (?:spanish|french|german))\b/
