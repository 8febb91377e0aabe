import { countOf } from '../../../../../contract/text/counts.ts'
import { defineIntent } from '../../define-intent.ts'

const all = '[all|all of|every] [my|the] [new|unread] (notifications|notification)'

export const intent = defineIntent({
  name: 'notifications.read',
  label: 'Mark notifications as read',
  example: 'Mark all notifications as read',
  effect: 'changes',
  shownBy: 'notifications.show',
  templates: [
    `mark ${all} [as] (read|seen|done)`,
    `(clear|dismiss) ${all}`,
    '(clear|empty) [my|the] (notification list|inbox of notifications)',
  ],
  fill: () => ({}),
  async act({ writer, asked }, { notices }) {
    // What was said elsewhere must not hide anything from the person.
    if (asked.provenance !== 'local-client') return writer.decline('Only you can do that, on your computer.')
    const count = await notices.markAllRead()
    writer.say(
      count === 0
        ? 'There are no unread notifications.'
        : `Marked ${countOf(count, 'notification')} as read.`,
    )
  },
})
