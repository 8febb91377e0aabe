import { defineIntent } from '../../define-intent.ts'

const hello =
  "(hi|hello|hey|hiya|howdy|yo|greetings|hola|good (morning|afternoon|evening|day)|sup|ahoy|aloha|heya|salutations|bonjour|g'day)"
const whom =
  '[there|you|friend|my friend|buddy|ai|assistant|computer|again|everyone|all|mate|bot|to you|hello|hey|hi]'
const howAreYou =
  '(how are (you|things|ya)|how is (life|it going|it hanging)|how do you do|how have you been|what is up|what up|how is your day|how you doing)'

export const intent = defineIntent({
  name: 'greeting',
  label: 'Greeting',
  example: 'Hello',
  family: 'talk',
  sureAt: 0.94,
  templates: [
    `${hello} ${whom} ${whom}`,
    `(morning|evening|afternoon) ${whom}`,
    `[${hello}|so|well] ${whom} ${howAreYou} [doing|going|feeling|been] [today|so far|with you|there|this (morning|afternoon|evening|week)]`,
    '[i] [just] (want|wanted) to say (hi|hello|hey|good morning)',
    '[it is] (nice|good|great|lovely|pleased) to (meet|see|hear from) you [too|again]',
  ],
  read: ({ lower }) => (asksOfOthers.test(lower) ? undefined : {}),
  act({ voice }, { userName }) {
    const name = userName()
    voice.say(`Hello${name === null ? '' : `, ${name}`}. What can I do for you?`)
  },
})

/** "how is my brother doing" greets nobody. */
const asksOfOthers =
  /\bhow (?:is|are|was|were|has|have) (?!(?:you|u|ya|we|it|that|this|things|thing|life|everything|everyone|everybody|all|the day|your)\b)/
