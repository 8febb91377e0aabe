import { rules, type Rule } from './rule.ts'

/** What is said about the person and the service itself. */
export const talkRules: readonly Rule[] = [
  ...rules(
    'setting.city',
    [
      /^(?:set|change|make) my (?:home city|home town|hometown|city|home|location) (?:to|as)\b/,
      /^i (?:live|am living|moved|have moved) (?:in|to)\b/,
      /^my (?:home city|home town|hometown|city) is\b/,
    ],
    /\b(?:thermostat|screen|lights?)\b/,
  ),
  ...rules('setting.name.show', [
    /^(?:what is|what's|do you know|tell me|say|guess) my (?:first |full )?name$/,
    /^what (?:do|are|will|would|can|did) you (?:going to )?(?:call|calling|save|refer to|like to (?:call|refer))\b.*\b(?:me|my name)\b/,
    /^who am i$/,
  ]),
  ...rules(
    'setting.name',
    [
      /^my name is \w+/,
      /^(?:please )?(?:just )?(?:start )?call(?:ing)? me (?!(?:a|an|when|if|at|back|later|in|on|tomorrow|an?)\b)[a-z' -]+$/,
      /^(?:set|change) my name\b/,
      /^i (?:would like|want|prefer|like) to be called\b/,
      /^i (?:go by|am called)\b/,
      /\b(?:address|refer to) me (?:as|by)\b/,
    ],
    /\b(?:uber|taxi|cab|lyft|what|phone|number|will you|tonight)\b/,
  ),
  ...rules('setting.currency', [
    /^(?:set|change) my (?:base |default |home )?currency\b/,
    /\bas my (?:base |default )?currency\b/,
    /^my currency is\b/,
  ]),
  ...rules('setting.units', [
    /^(?:use|switch to|change to|set units to|set my units to|i prefer|show|set)(?: my| the)?(?: units)?(?: to| in)? ?(?:metric|imperial|celsius|fahrenheit)\b/,
  ]),
  ...rules(
    'help',
    [
      /^(?:help|help me|\?|capabilities|commands|examples)$/,
      /^(?:what|how)(?: all)?(?: else)? (?:can|could|do|are|should|may|would|kinds?|sorts?|types?|things|stuff|questions|topics|subjects|tasks)\b.*\b(?:you (?:do|help|answer|capable|able|know how|handle|understand|assist|good at)|i (?:ask|say to) (?:you|about)|ask you|help me with|i ask)\b/,
      /^what are (?:you able to|you capable of|your (?:abilities|capabilities|features|functions|skills))\b/,
      /^how (?:do|can) i use (?:you|this)\b/,
      /^what can i (?:say|ask|do here)\b/,
    ],
    /\b(?:weather|for (?:fun|a living|work)|about (?!$)(?:my|the|a)\b|repeat|weekend|think|like|love|hobb\w+|free time|spare time|for living|credit|bank|account|flight|car|make|with my (?!day)|tonight|today|luggage|answer to|when you|down time|good time|working|if your|missing)\b/,
  ),
  ...rules(
    'thanks',
    [
      /^(?:ta|ty|tysm|thx|thanks mate|cheers mate|much obliged|appreciate it|i owe you one|you have my (?:thanks|gratitude))$/,
      /^(?:ok|okay|alright|right|great|cool|perfect|super|nice|good|fine|brilliant|lovely|excellent|sure|yes|yeah) (?:thanks|thank you|cheers|ta)(?: (?:so|very) much| a lot| again)?$/,
      /^i (?:just )?(?:want|wanted|need|would like) to (?:thank you|say (?:thanks|thank you))(?: (?:so|very) much| a lot| again)?$/,
      /^(?:thanks|thank you|thx|cheers|many thanks|ty|much appreciated|thank)\b(?!.*\b(?:bye|goodbye|but|now|later)\b)/,
      /^i (?:really )?(?:appreciate|am grateful|am thankful)\b/,
      /^(?!no\b).*\b(?:thanks|thank you)(?: (?:so|very) much| a lot| again| a bunch| a ton)?$/,
    ],
    /\b(?:translate|say|how do|thanksgiving|in (?:spanish|french|german)|bye|goodbye|word)\b/,
  ),
  ...rules(
    'goodbye',
    [
      /^(?:(?:i|we) will |let us )?(?:talk|speak|chat)(?: to you)? (?:later|soon|tomorrow)$/,
      /^(?:ok(?:ay)? |alright |well |thanks,? |thank you,? )?(?:bye|goodbye|good bye|bye bye|bye-bye|see (?:you|ya)|farewell|so long|adios|ciao|later|good night|goodnight|take care|catch you|talk to you later|cya|ttyl|peace out|until next time)\b(?! list| at| on)/,
      /^(?:have a (?:good|nice|great) (?:one|day|night|evening|weekend)|i (?:have (?:got )?to|must|got to) (?:go|run|leave)(?: now)?|i am (?:off|out of here|leaving)(?: now)?|take it easy|sleep well)$/,
    ],
    /\b(?:translate|say|how do|in (?:spanish|french|german)|mean)\b/,
  ),
  ...rules('greeting', [
    /^(?:morning|evening|afternoon)(?: all| everyone| there| to you)?$/,
    /^(?:(?:i )?(?:just )?want(?:ed)? to say (?:hi|hello|hey|good morning)|how is it (?:hanging|going))$/,
    /^(?:hi|hello|hey|hiya|howdy|yo|greetings|hola|good (?:morning|afternoon|evening|day)|sup|ahoy|aloha|heya|salutations|bonjour|g'day)(?: (?:there|you|friend|buddy|ai|assistant|computer|again|hello|hey|hi|everyone|mate|bot|how are you|what is up|to you|my friend))*$/,
    /^(?:hi |hello |hey |so |well )?(?:there )?(?:how are (?:you|things|ya)|how is (?:life|it (?:going|hanging))|how do you do|how have you been|what is up|what up|how is your day|how are you doing|how you doing)(?: (?:doing|today|going|so far|with you|there|this \w+|been|feeling))*$/,
    /^(?:it is )?(?:nice|good|great|lovely|pleased) to (?:meet|see|hear from) you\b/,
  ]),
  ...rules('about', [
    /^(?:what is|what's|tell me|do you have an?|say|give me) (?:your )?name$/,
    /^(?:what|who) (?:exactly )?are you(?: called)?$/,
    /^are you (?:an? |really an? |actually an? )?(?:real |actual |live )?(?:robot|bot|human|person|ai|computer|machine|artificial intelligence)\b/,
    /^(?:who|what company|which company) (?:made|built|created|programmed|developed|designed|owns|invented|do you work for)\b(?=.*\byou\b|$)/,
    /^who do you work for\b/,
    /^how old are you$/,
    /^where (?:are you from|do you come from|were you (?:made|built|born|created))\b/,
    /^tell me about yourself$/,
  ]),
]
