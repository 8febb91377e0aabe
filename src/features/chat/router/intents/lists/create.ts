import { editItems, showList } from '../../answers/list-items.ts'
import { caughtText, defineIntent, optional } from '../../define-intent.ts'
import { listCalled } from '../../list-names.ts'
import { addEntries } from './add-entries.ts'
import { onList, optionalList, readList } from './named-list.ts'
import { itemsIn } from './read-entries.ts'

const create = '(create|make|start|begin|set up|build|generate|(i|we) (want|need|would like)) [me] [up]'
const anew = '[a|an|my|another|the] [brand] [new|blank|empty]'
const called = '(called|named|titled|for|about|of)'
const filled = '((with|containing|that (has|includes|contains)) {things} [(on|in) it]|: {things})'

export const intent = defineIntent({
  name: 'list.create',
  label: 'New list',
  example: 'Make a packing list',
  effect: 'adds',
  shownBy: 'list.show',
  slots: { list: optionalList, items: optional.texts },
  needs: ['list'],
  templates: [
    `(${create}|add|open) ${anew} list (called|named|titled) {name:name} ${filled}`,
    `(${create}|add|open) ${anew} list (called|named|titled) {name:name}`,
    `[a] new list [called|named|titled|for|about|:] {title:name}`,
    `(${create}|open [up] [me]) (a|an|another) [brand] [new|blank|empty] list`,
    `a new list`,
    `new list`,
  ],
  wideTemplates: [
    `${create} ${anew} {list:listTitle} list [${filled}]`,
    `${create} ${anew} list ${called} [<article>] {list:listTitle} [${filled}]`,
    `${create} ${anew} list : {name:name}`,
    `[a] new {list:listTitle} list [${filled}]`,
    `{aside} ${create} ${anew} ({list:listTitle} list|list)`,
  ],
  examples: [
    '(create|make|start|begin) (a|a new|me a) {list_word} list',
    '(new|another) list (called|named|for) {topic}',
    'make a list (of|for|called) {topic}',
    'i want to start a list (for|of) {topic}',
    'set up a list (for|named) {event}',
    '(i|we) (want|need) a new list (for|of|called) {topic}',
    '(create|make|start) a list (called|named|of|for) (books to read|party guests|{event}|{topic})',
    '(open|begin|start) a (new|fresh) list (named|called|for) {list_word}',
  ],
  fill({ list: titled, name, title, things }, said) {
    const { lower } = said
    // "new list of books" may want to know which there are.
    if (/^(?:of|please)\b/i.test(caughtText(title)) || ofTheWorld.test(lower)) return undefined
    const list = titled ?? listCalled(caughtText(name ?? title).replace(/^(?:my|the|our) /i, ''))
    const items = itemsIn(said, caughtText(things))
    return { ...(list && { list }), ...(items.length > 0 && { items }) }
  },
  read: readList,
  act: onList(async (understood, store) => {
    const { slots, writer } = understood
    const { list, items = [] } = slots
    if (!list) return writer.decline('What should it be called? Say e.g. "make a list called packing".')
    if (items.length > 0) return addEntries(store, understood)
    const isMade = store.read(list.id) !== undefined
    await editItems(store, list, (entries) => entries)
    const fill = `Say "add … to my ${list.title.toLowerCase()} list" to fill it.`
    writer.say(
      isMade ? `The list ${list.title} already exists. ${fill}` : `Created the list ${list.title}. ${fill}`,
    )
    showList(understood, list)
  }),
})

/** What somebody who knows the world would have to write: "a list of the best beaches". */
const ofTheWorld =
  /\blist of (?:the |all |some )*(?:(?:best|top|most|worst|famous|popular|good|great|\d+|\p{L}{3,}est)\b|(?:countries|states|presidents|movies|restaurants|cities|people|animals|words|hotels|songs|ideas|reasons|ways|numbers)\b)/u
