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
