import { textOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { firstMatch, trimmed } from '../../readers/reader.ts'

export const intent = defineIntent({
  name: 'news_ticker',
  label: 'News',
  example: 'Technology news',
  slots: { topic: optional.text },
  templates: [
    '[<tell>|is there|are there|do you have|have you got|got] [<newest>] [<newest>] [<newest>] <news> [<lately>]',
    '<newest> [<newest>] stories [<lately>]',
    'what is (in|on) the news [<lately>]',
    'what is (happening|going on|new) in the (world|news) [<lately>]',
    'what is new in {section:word} [<lately>]',
    '(catch me up|bring me up to date|update me|fill me in) on [the] (news|world|current events)',
  ],
  wideTemplates: [
    '[<tell>|is there|are there] [<newest>] [<newest>] [<newest>] <news> <about> [the] {topic} [<lately>]',
    '[<tell>] [<newest>] [<newest>] [<newest>] {topic:properName} (news|headlines) [<lately>]',
    '[<tell>] the latest (on|about) {topic} [<lately>]',
    '(anything|is there anything|what is) new (on|about|with|in) {topic} [<lately>]',
    'what is (happening|going on) in [the] {topic} [<lately>]',
    '(catch me up|bring me up to date|update me|fill me in) on [the] {topic} [news]',
  ],
  examples: [
    'did anything (happen|important happen) (today|in the world)',
    'what is going on in {city}',
    'show me the (front page|headline) of the (times|guardian|tribune)',
    "(what's|what is|tell me|show me|give me|read me) (in the news|the news|the latest news|today's news|the headlines) [today]",
    'news (about|on|regarding) {topic}',
    '(any|is there any|are there any) (news|headlines|updates) (about|on) {topic}',
    "(what's|what is) (happening|going on|new) (in the world|in {country}|in politics|in {topic})",
    "(what's|what is) the latest (on|about|from|with) {topic}",
    'headlines (from|by) (the bbc|cnn|the guardian|the new york times|fox|reuters)',
    '(show|read|pull up|get) me {topic} news',
    '{topic} news',
    '(technology|business|sports|science|health|entertainment|political|financial) (news|headlines)',
    'what are the (top|main|biggest) (stories|headlines) (today|right now|this morning)',
    'what happened (today|yesterday) in (politics|the world|{country})',
    'catch me up on (the news|world events|{topic})',
    'bring me up to date on {topic}',
    'i want to (read|hear|see) the news [about {topic}]',
    '(notify|alert|update) me (about|on) news (on|about) {topic}',
    'what does the (bbc|cnn|guardian|washington post) (say|report) about {topic}',
    "what's in the (papers|newspaper) today",
    'what is trending in the news',
    'what are people saying about {topic} in the news',
    "(what's|what is) happening (in|with|around) ({country}|{topic}|{city}) [today|right now|lately]",
    '(give|tell|read) me (an update|the latest update|an overview) (on|about) {topic} news',
    "(anything|something|what's) new (on|about|with|regarding) {topic}",
    '(bbc|cnn|guardian|reuters|al jazeera|fox) (headlines|news|top stories)',
    '(have|did) (you hear|i miss) (any news|anything in the news) [about {topic}|today]',
    'what did i miss (in the news|in the world) [today|this week]',
    '(show|find) [me] (articles|stories|reports) (about|on) {topic}',
    "(today's|this morning's|tonight's) (paper|top stories|front page|news)",
    'did something happen in {country}',
    '(find|show) me (an article|something) (about|on) {topic} in the news',
    'how is {topic} (going|developing) according to the news',
    '(open|start) the news',
    'what is happening in {country} [right now|today]',
  ],
  counterExamples: [
    'why is (there so much fake news|the news so bad|the media biased)',
    'which (news site|newspaper|channel) is (reliable|the best|most trusted)',
    'how do i cancel my newspaper subscription',
    'who owns (cnn|fox news|the washington post)',
  ],
  fill(captured, { lower }) {
    const section = textOf(captured, 'section')
    const topic = topicOf(section ?? textOf(captured, 'topic'))
    return notTold.test(lower) || (section !== undefined && topic === undefined) ? undefined : { topic }
  },
  read: ({ text }) => ({
    topic: topicOf(
      firstMatch(text, [/\b(?:about|on|regarding|concerning|happened (?:to|with|in|at)) (.+)$/i]),
    ),
  }),
})

/** What is new with somebody's own things, or is heard and seen elsewhere. */
const notTold =
  /\b(?:fake|why|play|remind|alarm|e-?mail|flight|request|day off|delivery|order|package|subscription|channel|podcast|radio|good news|bad news|my|our|your)\b|#/

const anyTopic =
  /^(?:(?:the|my|your|all|any|some|in|on|from) )*(?:news|today|day|world|latest|headlines?|moment|now|morning|week|yesterday|this|that|it|me|us|local|top|breaking|current|recent|new|daily|general|here)$/i

function topicOf(found: string | undefined): string | undefined {
  const topic = found?.replace(
    /\s+(?:in|on) the news$|\s+(?:today|now|right now|lately|recently|this \w+|yesterday)$/gi,
    '',
  )
  return topic === undefined || anyTopic.test(topic) || topic.length > 80 ? undefined : trimmed(topic)
}
