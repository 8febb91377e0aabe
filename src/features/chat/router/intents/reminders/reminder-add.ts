import { reminders, showList } from '../../answers/list-items.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { firstMatch } from '../../readers/reader.ts'
import { addReminder } from './stored-reminders.ts'
import { readReminded, type Reminded } from './read-reminded.ts'

const head =
  '(remind (me|us) [again|please|once more]|send me [a] (reminder|alert)|<start> [<a>] [new|quick|recurring|repeating|{often:often}] (reminder|reminders) [for me]|reminder|reminding me)'
const forgetting =
  '((do not|never) [you] [ever] let (me|us) [ever] forget [that]|(make sure|see to it|ensure) [that] (i|we) (do not forget|remember)|i (need|want|have|would like|must) [to] (be reminded|remember)|(make sure|be sure) to remind me)'

const condition =
  '(if|when|whenever|once|as soon as|unless|in case) (i|we|it|he|she|they|the|my|our|there|somebody|someone|anyone) {condition}'

export const intent = defineIntent({
  name: 'reminder.add',
  label: 'Reminder',
  example: 'Remind me to call mom tomorrow',
  effect: 'adds',
  shownBy: 'reminder.show',
  slots: { text: optional.text, due: optional.text, repeat: optional.text, problem: optional.text },
  needs: ['text'],
  templates: [
    `[and|also|then] {remind=true} ${head} [:] [{body}]`,
    `[and|also|then] ${forgetting} [:] {body}`,
    `{opening:moment} [also|then] {remind=true} ${head} [:] {body}`,
    '(remember|do not forget) ({errand=true} to {body}|that i (need|have|must|ought|should) [to] {body})',
    '(add|put) {body} (to|on|in|into) [my|the] (reminder|reminders) [list] [{opening:moment}]',
    // Why nothing is done then is said by others.
    '(you|i|we) (do not|did not|need not) [need|want|have|ask] [you] [to] remind me {body}',
    `${condition} remind me {body}`,
    `remind me ${condition} to {body}`,
  ],
  examples: [
    '(set|create|make|add) a reminder [to {task}|for {event}|about {event}] [at {clock_time}|tomorrow|on {date}]',
    "don't let me forget (to {task}|the {event}|about {event})",
    'remind me (about|of) {event} [tomorrow|on {weekday}]',
    '(i need|could i get|put in) a reminder (about|for|to) ({task}|{event})',
    '[can you|please] (nudge|poke|prod) me to {task} [at {clock_time}]',
    'do not let me miss {event}',
  ],
  counterExamples: [
    '(can you|please) remind me (how to|what i|where i|who) ({task}|said|put it|was talking about)',
    'what was i (saying|looking for|trying to remember)',
  ],
  fill(captured, said, when) {
    const { body = '', often = '', opening = '' } = captured as Readonly<Record<string, string>>
    if (captured['errand'] !== undefined && isForList.test(body)) return undefined
    if (captured['remind'] !== undefined && asking.test(body)) return undefined
    const reminded = readReminded(body, `${often} ${opening}`.trim(), { said, when })
    return isVague(body, reminded) ? undefined : reminded
  },
  read(said, when) {
    const body = firstMatch(said.text, within)
    const isAsking =
      asking.test(body ?? '') ||
      /^(?:did|do(?! not)|have|is|are|what|which|you|he|she|it|they) /.test(said.lower)
    if (isAsking) return undefined
    const reminded = readReminded(body ?? '', '', { said, when })
    return isVague(/\bremind me (.+)$/i.exec(said.text)?.[1] ?? '', reminded) ? undefined : reminded
  },
  isFreelyFilled: true,
  // When that is would have to be looked up.
  fallsShort: ({ text = '', due, repeat }) => (due ?? repeat) === undefined && dependsOnSomething.test(text),
  async act({ slots, writer, when }, { store }) {
    const { text: task, due, repeat, problem } = slots
    if (task !== undefined && problem === undefined)
      return addReminder(store, { writer, when }, { text: task, due, repeat })
    writer.decline(
      problem === undefined
        ? 'What about, and when? Say e.g. "remind me to call mom tomorrow at 5 pm".'
        : `${problem} Nothing was saved.`,
    )
    showList({ writer }, reminders)
  },
})

/** "remind me of everything in this email" would have to be looked up first. */
function isVague(body: string, { text, due, problem }: Reminded): boolean {
  return /^(?:of|about)\b/i.test(body) && text !== undefined && (due ?? problem) === undefined
}

const dependsOnSomething =
  /\b(?:in time|on time|early enough|long enough before|before|ahead of) (?:(?:for|to|of) )?(?:my|our|the)\b|\b(?:when|whenever|once|as soon as|if) (?:i|we|it|there|my|our|the)\b/i
/** What is to be bought goes on a list. */
const isForList = /^(?:buy|pick up|not|never)\b|\blists?\b/i
/** Who asks how something was wants an answer. */
const asking =
  /^(?:how|what|who|where|why|which|when|the(?! day after| \d)|of the (?:invoice|total|amount))\b|\blists?\b/i

/** Where the wish stands in the midst of other words. */
const within: readonly RegExp[] = [
  /\bremind me (?:that |again )?(?:to|about|of|that i (?:have|need) to|that) (.+)$/i,
  /\bto be reminded (?:to|about|of|that i (?:have|need) to|that) (.+)$/i,
  /\breminder (?:for me |set )?(?:to|about|for|of|that|saying)(?: remind me to| me to)? (.+)$/i,
  /\b(?:make sure i|need to|have to) (?:remember to )?(.+)$/i,
]
