import { defineIntent } from '../../define-intent.ts'

const able = '(do|help [me] [with]|answer|handle|understand|assist [me] [with])'
const things = '(things|stuff|questions|topics|subjects|tasks)'

export const intent = defineIntent({
  name: 'help',
  label: 'Help',
  example: 'What can you do?',
  family: 'talk',
  templates: [
    '(help|help me|show help|capabilities|commands|examples)',
    '(list|show [me]|give me|what are) [all] [your|the|some] (commands|examples|abilities|capabilities|features|functions|skills)',
    `(what|which|what (kind|kinds|sort|sorts|type|types) of ${things}|(what|which) ${things}|what all|what else) (can|could) you ${able} [for me]`,
    'what do you do',
    'show me what you can do',
    `what (are|would) you [be] (able to|capable of|good at) [${able}|doing] [out] [with]`,
    'how can you help [me] [out]',
    'what (can|could|should|may) i (say|ask|ask you|do here|say to you) [about]',
    'how (do|can) i use (you|this)',
    'how does this [thing|program] work',
  ],
  wideTemplates: [
    '(what|how|which) {rest} you (do|help|answer|know|handle|understand|assist) [{more}]',
    '(what|which) {rest} i (could|can|should|may) ask [you] [{more}]',
    '(what|which) {rest} help me [out] with',
    'what would you be able to {rest}',
  ],
  examples: [
    'what (sort|sorts|types|kinds) of (things|questions|queries|subjects) (can you handle|are you good at|should i ask you|may i ask)',
    'what are you (good at|knowledgeable about|an expert in)',
    '(what|which) (tasks|jobs) can you (do|take care of|handle) for me',
    'how can you (assist|be useful to) me',
    'what would be (a good|the sort of) (question|thing) to ask you',
    'what can (you|i) (do|ask you|help me with|ask)',
    '(how|what) (can you help|do you do|are you capable of|are your features|can i say)',
    '(show|list|tell) me what you can do',
    '(what|which) (commands|questions|things|topics|subjects) (can i ask you|do you understand|do you know|can you answer|can you help with)',
    'how do i use (you|this|this app)',
    'what kind of (things|questions|stuff) (can you do|do you answer|can i ask)',
    'give me some examples of what to ask',
    'what do you know about',
    'your abilities',
    'what is your area of expertise',
    'what kind of help can you give [me]',
    'what (skills|abilities|functions|talents|powers) do you have',
    '(what|which) (subjects|areas|topics|fields) (are you|do you feel) (well versed in|versed in|familiar with|an expert on|knowledgeable on)',
    'what (questions|things) (am i allowed to|may i|should i|could i) ask [you|the ai]',
    '(what|which) (sort|kind|types) of (information|answers|help|tasks) do you (know|have|provide|offer|give|do)',
    'what do you have (answers|a response) (for|to)',
    'how can i (benefit|profit) from (you|using you)',
    "(tell me|explain|list) (your abilities|your functions|your commands|what you are capable of|what you're good for)",
    'can you help me with (anything|something|a few things|a question)',
    'what am i able to (ask|do with) you',
    'what (are|is) your (purpose|use|function|specialties|job)',
    'what are some (things|questions) (i can|to) ask [you]',
    '(i need|give me) [some] help',
    'how (do you|does this) work',
    'what (else|all) (can|do|could) you (do|know|tell me)',
    'what are the (topics|things|subjects) you know [about]',
    'do you have any [special|useful] (skills|abilities|talents)',
    'in what ways can you (help|assist) me',
    "i'm not sure what to ask you",
    'what is it that you (do|can do)',
  ],
  fill: (_, { lower }) => (notMeant.test(lower) ? undefined : {}),
  async act({ writer }) {
    // What there is to say is made of all intents, this one among them.
    const { intents } = await import('../../intents.ts')
    writer.say('Say what you want in your own words. For example:')
    writer.add({
      type: 'list',
      items: shown.map((name) => {
        const { label, example } = intents[name]!
        return { text: example, detail: label, action: { kind: 'chat', message: example } }
      }),
    })
  },
})

/** Asks what somebody thinks, likes or does in the evening, or for help with one thing. */
const notMeant =
  /\b(?:weather|for (?:fun|a living|work|living)|about (?!$)(?:my|the|a)\b|repeat|weekend|think|like|love|hobb\w+|free time|spare time|credit|bank|account|flight|car|make|with my (?!day)|tonight|today|luggage|answer to|when you|down time|good time|working|if your|missing|how do you do|jokes?|songs?|stor(?:y|ies))\b/

const shown =
  'live_weather live_stock currency_converter translator live_timer calculator list.add reminder.add note.add calendar_view budget.add SEARCH_FILES system.disk workflow.show'.split(
    ' ',
  )
