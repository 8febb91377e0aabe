import { counted, entriesOf } from '../../answers/entries.ts'
import { isSame, matchesOf } from '../../answers/matching.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { bookmarks } from './stored-bookmarks.ts'

export const intent = defineIntent({
  name: 'bookmarks',
  label: 'Bookmarks',
  example: 'Show my bookmarks',
  slots: { about: optional.text, folder: optional.text, count: optional.true },
  templates: [
    '[<find>|<show>] [all] [of] [<my>] (bookmarks|saved (links|sites|pages|websites))',
    '(what|which) (sites|pages|links|websites) (have|did) i (bookmarked|bookmark|saved|save)',
    ['how many bookmarks <have>', { count: true }],
    '<find> [<my>] (bookmark|bookmarks) (for|about|on|to|with|<titled>) [<article>] {about:name}',
    '(search|look) [through|in] [<my>] bookmarks for [<article>] {about:name}',
    '<find> [<article>] {about:name} (in|from) [<my>] bookmarks',
    '<find> <my> {about:name} bookmark',
    'do i have [a|any] (bookmark|bookmarks) (for|about|on|to) [<article>] {about:name}',
    '[<find>|<show>] [all] [<my>] bookmarks (in|under|from) [<my>] {folder:name} folder',
    '[<find>|<show>] [all] [<my>] bookmarks (in|under|from) [the] folder [<titled>] {folder:name}',
  ],
  examples: ['(show|open|list) [me] my bookmarks'],
  counterExamples: [
    '(group|sort|clean up|tidy|export|organize) my bookmarks [by topic]',
    '(which|how many) of my bookmarks are (broken|dead|old)',
  ],
  act({ slots: { about, folder, count }, writer }, { store }) {
    const all = entriesOf(store, bookmarks)
    if (count) writer.say(`You have ${counted(all.length, bookmarks)}.`)
    if (about === undefined && folder === undefined) return writer.add(bookmarks.card)
    const found =
      about === undefined
        ? all.filter((one) => one.folder !== undefined && isSame(one.folder, folder!))
        : matchesOf(all, about, bookmarks).entries
    const which = about === undefined ? `in ${folder}` : `for “${about}”`
    if (found.length === 0) {
      writer.decline(about === undefined ? `No bookmarks ${which}.` : `No bookmark mentions “${about}”.`)
      return writer.add(bookmarks.card)
    }
    writer.say(`${counted(found.length, bookmarks)} ${which}:`)
    for (const { title, url } of found.slice(0, 10))
      writer.add({ type: 'link', url, label: title.slice(0, 200) })
  },
})
