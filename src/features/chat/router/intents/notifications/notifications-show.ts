import { countOf } from '../../../../../contract/text/counts.ts'
import { dayText, isoDay, partsIn } from '../../../../../platform/language/values/calendar.ts'
import { clockText } from '../../../../../platform/language/values/times.ts'
import { saying } from '../../answers/act.ts'
import { defineIntent } from '../../define-intent.ts'
import type { When } from '../../readers/reader.ts'

const some = '[all|any|some] [of] [my|the] [new|unread|latest|recent|missed|open]'
const away = '(away|out|gone|asleep|offline|off)'

export const intent = defineIntent({
  name: 'notifications.show',
  label: 'Notifications',
  example: 'What did I miss?',
  templates: [
    `[show [me]|list|read [me]|check|see|view|open] ${some} notifications`,
    `(are there|is there|do i have|have i [got]|did i get) ${some} (notifications|notification)`,
    `(what|which|how many) [new|unread] notifications (are there|do i have|have i [got]|did i get)`,
    'what (did|have) (i|we) (miss|missed) [today|since yesterday|last night|so far]',
    `what [has|have] (happened|went on|changed) while (i was|we were) ${away}`,
    'did (i|we) miss (anything|something)',
    'have (i|we) missed (anything|something)',
  ],
  fill: () => ({}),
  act({ writer, when, asked }, { notices }) {
    // They may tell of anything on this machine.
    if (asked.provenance !== 'local-client')
      return writer.decline('Only you can read them, on your computer.')
    const { notices: unread, count } = notices.unread()
    if (count === 0) return writer.say("You're all caught up: no unread notifications.")
    const rest = count - unread.length
    writer.say(
      `${countOf(count, 'unread notification')}${rest > 0 ? `. These are the latest ${unread.length}` : ''}.`,
    )
    writer.add({
      type: 'list',
      items: unread.map(({ title, message, at }) => ({
        text: title,
        detail: `${message} · ${momentText(at, when)}`,
      })),
    })
    writer.add(saying('Mark all as read', 'mark all notifications as read', 'secondary'))
  },
})

function momentText(at: string, { timeZone, today }: When): string {
  const shown = partsIn(timeZone, new Date(at))
  return isoDay(shown) === isoDay(today) ? clockText(shown) : `${clockText(shown)}, ${dayText(shown)}`
}
