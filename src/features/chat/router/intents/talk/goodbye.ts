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
  examples: [
    '(adios|ciao|farewell|cheerio|bye bye|so long|later gator|peace out)',
    '(see|catch) (ya|you) [around|soon|tomorrow]',
    '(glad|happy|nice) (we could talk|to have talked|talking with you)',
    'i (enjoyed|liked) (our chat|talking to you|this conversation)',
    'great (talk|chat|talking with you)',
    '(until|till) (later|we meet again|next time)',
    'i am (off|leaving|heading out) [now|then]',
    '(bye|goodbye|see you|see you later|farewell|later|so long) [for now|then]',
    'i (have to|gotta|must) (go|leave) [now|bye]',
    "that's all [for today|for now] [bye|goodbye]",
    'it was nice (talking|chatting) to you',
    "(i've|i have) (got to|to) (run|go|get going|head out|leave) [now]",
    'it (was|has been) (nice|lovely|pleasant|great|good|a pleasure) (to speak|to talk|speaking|conversing|chatting|getting in touch) (with|to) you',
    "(i'll|we'll|i will) (see|talk to|speak to|talk with) you [around|later|soon|tomorrow]",
    '(have|enjoy) (a|the|your) (good|nice|great|lovely) (one|day|night|evening|weekend|rest of your day)',
    "(i'm|i am) (out|outta here|out of here|off|done for today|going to bed) [now|bye]",
    '(bye|goodbye|farewell|so long) (ai|assistant|computer|my friend|everyone)',
    '(take it easy|sweet dreams|sleep well|be well|stay safe|signing off|over and out)',
    '(a pleasure|nice|good) (talking|speaking|chatting) (as always|with you|to you) [bye]',
    '(thanks|thank you|ok|alright) [and] (bye|goodbye|good night)',
    'it is time to (say goodbye|go|leave)',
    'until we (speak|meet|talk) again',
    'that is (it|all) for (me|now|today) [so long|bye]',
    'catch you (on the flip side|around|soon)',
    '(gotta|i have to) (bounce|split|dash) [bye]',
    'see you (next week|on {weekday}|in the morning|next time)',
  ],
  fill: (_, { lower }) => (notMeant.test(lower) ? undefined : {}),
  act: ({ writer }) => writer.say('Goodbye.'),
})

/** "later today", "take care of the dog", "goodbye in Spanish" */
const notMeant =
  /^later (?:today|tonight|tomorrow)|\b(?:translate|say|how do|mean|list|in (?:spanish|french|german))\b/
