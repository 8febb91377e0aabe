import { caughtText, defineIntent, optional, required } from '../../define-intent.ts'
import { stemOf } from '../../grammar/stem.ts'
import { plainItem } from '../../stored-names.ts'
import type { Sentence } from '../../normalize.ts'
import type { When } from '../../readers/reader.ts'
import { entriesOn, namedItems } from './read-entries.ts'
import { tickEntries } from './tick-entries.ts'

const lately = '[just|already|finally|now]'

export const intent = defineIntent({
  name: 'list.finish',
  label: 'Done',
  example: 'I have finished the report',
  effect: 'changes',
  shownBy: 'list.show',
  slots: { items: required.texts, whole: optional.text },
  needs: ['items'],
  templates: [
    `(i|we) [have|had] ${lately} {deed}`,
    `[i am|we are] ${lately} (done|finished) with {item}`,
    `${lately} (got|bought|picked up|packed|finished|ticked off) {item}`,
  ],
  /** Only what is on a list can be ticked off. */
  fill({ deed, item }, said, when) {
    const text = caughtText(deed ?? item)
    return deed === undefined ? entriesOn(text, said, when) : doneIn(text, said, when)
  },
  act: (understood, { store }) => tickEntries(store, understood, true),
})

/** "called the plumber": on a list as "call the plumber", or as what it was done with. */
function doneIn(deed: string, said: Sentence, when: When) {
  const [, verb = '', thing = ''] = verbFirst.exec(deed) ?? []
  if (thing === '' || isNoDeed.test(verb)) return undefined
  const wanted = plainItem(thing)
  const fits = isFinished.test(verb)
    ? // A report that is finished may be on the list as "finish the report"; "got tea" are no tea towels.
      (item: string) => wanted.length >= 4 && ` ${plainItem(item)} `.includes(` ${wanted} `)
    : (item: string) => isTaskOf(plainItem(item), verb, wanted)
  const task = (when.kept?.('items') ?? []).find(fits)
  if (task === undefined) return entriesOn(thing, said, when)
  return isFinished.test(verb) ? namedItems(said, thing) : { items: [task] }
}

const verbFirst = /^(?:all )?(\p{L}+(?: (?:up|off|with|out))?) (?:the task )?(.+)$/u
const isFinished = /^(?:finished|completed|done|sorted)\b/i

/** "i need eggs" and "i like bread" do nothing with them. */
const isNoDeed =
  /^(?!(?:got|bought|did|done|made|paid|sent|took|wrote|sorted|put|found|brought|packed)\b)(?!\p{L}+ed\b)|^(?:need|liked?|loved?|hated?|wanted|missed|used|wished|watched|asked|dropped|forgotten|added|removed|deleted)\b/iu

/** Past tenses that are not made with "-ed". */
const pasts: Readonly<Record<string, string>> = {
  paid: 'pay',
  bought: 'buy',
  sent: 'send',
  made: 'make',
  took: 'take',
  wrote: 'write',
  got: 'get',
  did: 'do',
  done: 'do',
  brought: 'bring',
  found: 'find',
}

function isTaskOf(task: string, verb: string, thing: string): boolean {
  const [first = '', ...others] = task.split(' ')
  const said = verb.toLowerCase()
  const isSameVerb = first === (pasts[said] ?? '') || stemOf(first) === stemOf(said)
  return isSameVerb && others.length > 0 && plainItem(others.join(' ')) === thing
}
