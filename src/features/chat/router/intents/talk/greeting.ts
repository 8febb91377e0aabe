import { nameOfAsker } from '../../answers/asker.ts'
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
  examples: [
    '(hello|hey) (is anybody|anyone|is someone) there',
    'how is everything [going|with you]',
    'are you (ok|okay|well|doing fine) [today]',
    '(howdy|hola|bonjour|aloha|ahoy|sup|hi ya)',
    'how are you (doing|holding up|this morning)',
    'what are you up to',
    'hello (how are you|again|my friend)',
    "hey what's going on with you",
    "how (is|'s) (life|everything|your day|the day|your week|your morning) [going|treating you|so far]",
    '(are|have) you (been|doing|feeling) (good|well|alright|okay|ok|fine) [today|lately]',
    "(salutations|hey hey|hello hello|heya|heyo|good day|morning|evening|g'day|hi there)",
    '(hi|hello|hey) [there] how (are|is) (things|you|everything|it going)',
    "what's (happening|going down|good|cracking|shaking)",
    'how (have you|you) been [feeling|doing|lately]',
    '(hope|i hope) you are (well|doing well|good)',
    '[so] how (do you feel|are you feeling|is my ai doing) [today]',
    "(hello|hi) (it's|its) me",
    'how goes it',
  ],
  read: ({ lower }) => (asksOfOthers.test(lower) ? undefined : {}),
  act({ writer, asked }, port) {
    const name = nameOfAsker(asked, port)
    writer.say(`Hello${name === null ? '' : `, ${name}`}. What can I do for you?`)
  },
})

/** "how is my brother doing" greets nobody. */
const asksOfOthers =
  /\bhow (?:is|are|was|were|has|have) (?!(?:you|u|ya|we|it|that|this|things|thing|life|everything|everyone|everybody|all|the day|your)\b)/
