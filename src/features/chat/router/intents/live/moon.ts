import { Type } from '../../../../../contract/type.ts'
import {
  dayOfIso,
  dayText,
  isoDay,
  momentIn,
  partsIn,
} from '../../../../../platform/language/values/calendar.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import { textOf } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { moonAt, nextPhase } from './moon-phases.ts'

const on = '[now|right now] [on|for] [{date:date}]'

export const intent = defineIntent({
  name: 'moon',
  label: 'Moon phase',
  example: 'Moon phase',
  slots: {
    next: Type.Optional(Type.Union([Type.Literal('full'), Type.Literal('new')])),
    asks: optional.text,
    date: optional.text,
  },
  templates: [
    `[<tell>] [the] [current|today 's|tonight 's] (moon phase|phase of the moon|lunar phase|moon) [is it|like] ${on}`,
    `(what|which) (phase is the moon [in]|moon phase is it|is the moon phase) ${on}`,
    `what does the moon look like ${on}`,
    `how full is the moon ${on}`,
    `is the moon (waxing|waning) [or (waxing|waning)] ${on}`,
    '(when|what date|what day) (is|will) [there] [be] [the|a] [next] {next:word} moon [be]',
    '[the] next {next:word} moon',
    `(is|will) (it|there|the moon) [be] [a] {asks:word} [moon] ${on}`,
  ],
  fill(captured) {
    const { next, asks } = captured
    if ((next !== undefined && !isPhase(next)) || (asks !== undefined && asks !== 'full')) return undefined
    return { next, asks: textOf(captured, 'asks'), date: textOf(captured, 'date') }
  },
  act({ slots: { next, asks, date }, writer, when: { timeZone, now, today } }) {
    const momentText = (moment: Date) => {
      const shown = partsIn(timeZone, moment)
      return `${dayText(shown)} at about ${clockText(shown)}`
    }
    if (next !== undefined)
      return writer.say(`The next ${next} moon is on **${momentText(nextPhase(next, now))}**.`)
    const isToday = date === undefined || date === isoDay(today)
    const moment = isToday ? now : momentIn(timeZone, { ...dayOfIso(date), hour: 12, minute: 0 })
    const { name, percentLit } = moonAt(moment)
    const full = asks === 'full' ? (name === 'full moon' ? 'Yes. ' : 'No. ') : ''
    const article = /^(?:first|last)/.test(name) ? 'in its ' : 'a '
    writer.say(
      `${full}${isToday ? 'The moon is now' : `On ${dayText(dayOfIso(date))} the moon is`} ${article}**${name}**, ${percentLit} % lit. ` +
        `The next full moon is on ${momentText(nextPhase('full', moment))}, the next new moon on ${momentText(nextPhase('new', moment))}.`,
    )
  },
})

function isPhase(said: unknown): said is 'full' | 'new' {
  return said === 'full' || said === 'new'
}
