import { isoDay } from '../../../../../platform/language/values/calendar.ts'
import { addFirst, plain, shortened } from '../../answers/entries.ts'
import { caughtText, defineIntent, optional, required } from '../../define-intent.ts'
import { isLiteralClause } from '../../literal.ts'
import { asWritten } from '../../readers/as-said.ts'
import { journal } from './stored-days.ts'

const MAX_LENGTH = 100_000
const day = '[(for|of|on|from) {date:past}]'
const make = '(write|add|make|log|create|new) [a|an|the] [new] <journal> entry'

export const intent = defineIntent({
  name: 'journal.add',
  label: 'Journal entry',
  example: 'Write in my journal that it was a good day',
  effect: 'adds',
  shownBy: 'journal',
  slots: { text: optional.text, date: required.text },
  needs: ['text'],
  templates: [
    `[new] [<my>] <journal> [entry] ${day} : {text}`,
    'dear <journal> [:] {text}',
    '(write|put|log|note|add) [down] (in|into|to) [<my>] <journal> (that|:|that :) {text}',
    `${make} ${day} (saying|that says|that|:) {text}`,
    `${make} ${day}`,
    '(add|write|put|log) [that] {clause} (to|in|into) [<my>] <journal>',
  ],
  examples: [
    '(write|add|make|new) [an|a] [entry] (in|to) my (journal|diary)',
    '(journal|diary) entry [:] {fact}',
    'add to my diary {fact}',
  ],
  fill({ text: said, clause, date }, sentence, { today }) {
    if (clause !== undefined && !isEntry(caughtText(clause))) return undefined
    const text = said ?? (clause as string | undefined)
    return { text: text && asWritten(sentence, text), date: date ?? isoDay(today) }
  },
  async act({ slots: { text, date }, writer, when }, { store }) {
    if (text === undefined) writer.decline('What should I write in your journal? Say "journal: …".')
    else {
      await addFirst(store, journal, { entry: { date, text: text.slice(0, MAX_LENGTH) }, now: when.now })
      const day = date === isoDay(when.today) ? '' : ` for ${date}`
      writer.say(`Added to your journal${day}: “${plain(shortened(text, 300))}”.`)
    }
    writer.add(journal.card)
  },
})

/** "add an entry to my journal" says nothing yet, and "write something in my journal" is for somebody who can. */
function isEntry(text: string): boolean {
  return isLiteralClause(text) && !/^(?:an?|the)?(?: new)? ?(?:entry|note)\b/i.test(text)
}
