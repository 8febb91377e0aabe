import { defineIntent } from '../../define-intent.ts'
import { readDaySum } from './read-day-sums.ts'
import { DaySum, tellDaySum } from './tell-day-sums.ts'

const from = '({from:day}|now|right now)'
const to = '({to:day}|now|right now)'
const count = '(a|an|{count:number}) {unit:span}'
const born = 'born (on|in) ({born:day}|[the year] {year:number})'
const somebody = '(i|someone|somebody|a person|he|she|they|you)'

export const intent = defineIntent({
  name: 'date_sum',
  label: 'Days between dates',
  example: 'How many days from 1 March to 15 April?',
  slots: DaySum,
  templates: [
    `{asks=between} [how many|[what is] [the] number of] [more] {unit:span} [<left>] [in] (between|from) ${from} (and|to|until|till|til|through) ${to}`,
    `{asks=between} (how (long|much time)|what is the (time|difference)) [<left>] [in {unit:span}] (between|from) ${from} (and|to|until|till) ${to}`,
    `{asks=since} [how many|[what is] [the] number of] {unit:span} [<passed>] since {from:day}`,
    `{asks=since} how (long|much time) [<passed>] since {from:day}`,
    '{asks=since} how (long|many {unit:span}) ago (was|is) {from:day}',
    `{asks=sum} [what (day|date) (is|was|will it be)|what (is|was|will be) [the date|the day]|which day is|when is|calculate|the date|the day] [add|subtract|take|deduct] ${count} (to|after|before|from|following|prior to|past|on from) ({base:day}|now|today)`,
    `{asks=sum} [what [day|date] is|when is] {base:day} (plus|+|minus|-) ${count}`,
    `{asks=age} how old (am|is|will|would|are) ${somebody} [be] [in {by:number}|on {at:day}] [if] [${somebody}] [am|is|was|were] ${born}`,
    `{asks=age} (i|if i) was ${born} how old (am|will|would) i [be] [in {by:number}|on {at:day}]`,
    `{asks=age} [what is] [the] age of ${somebody} ${born}`,
    '{asks=leap} (is|was|will) [the year] {year:number} [be] [a] leap year',
    '{asks=leap} (is|was|will) (this|it|{near=next} next|{near=last} last) [year] [be] [a] leap year [this year]',
    '{asks=leap.next} [(when|what|which year) (is|will be|will)] [the] next leap year [be]',
    '{asks=leap.length} how many days (are in|are there in|in|does) a leap year [have]',
    '{asks=left} how many [more] {unit:span} [are|do we have|do i have] [there] (left|remaining|remain) [in|of|until the end of] (the|this) {of:span}',
    '{asks=year.length} how many (days|weeks) [are] [there] in [the year] {year:number}',
  ],
  fill: (captured, { text }, { today }) => readDaySum(captured, text, today),
  read: () => undefined,
  act: ({ slots, writer, when }) => writer.say(tellDaySum(slots, when.today)),
})
