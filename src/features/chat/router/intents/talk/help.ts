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
  fill: (_, { lower }) => (notMeant.test(lower) ? undefined : {}),
  async act({ voice }) {
    // What there is to say is made of all intents, this one among them.
    const { intents } = await import('../../intents.ts')
    voice.say('Say what you want in your own words. For instance:')
    voice.add({
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
