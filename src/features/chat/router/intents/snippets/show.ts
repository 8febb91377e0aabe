import { counted, entriesOf } from '../../answers/entries.ts'
import { matchesOf } from '../../answers/matching.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { snippets } from './stored-snippets.ts'

export const intent = defineIntent({
  name: 'code_snippets',
  label: 'Code snippets',
  example: 'Show my code snippets',
  slots: { about: optional.text, count: optional.true },
  templates: [
    '[<find>|<show>] [all] [of] [<my>] [code] snippets',
    ['how many [code] snippets <have>', { count: true }],
    '(<find>|copy) [<my>|a|any] [code] (snippet|snippets) (for|about|on|with|to|<titled>) [<article>] {about:name}',
    '(<find>|copy) [<my>] [code] snippet {about:name}',
    '(<find>|copy) <my> {about:name} [code] snippet',
    '<find> [<article>] {about:name} in [<my>] [code] snippets',
    '(search|look) [through|in] [<my>] [code] snippets for [<article>] {about:name}',
    'do i have [a|any] [code] (snippet|snippets) (for|about|on|with|to) [<article>] {about:name}',
  ],
  examples: ['(show|open|list) [me] my (code snippets|snippets)', 'my saved commands'],
  counterExamples: ['(improve|explain|fix|rewrite|test|debug) (the|this|my) snippet [{word}]'],
  act({ slots: { about, count }, writer }, { store }) {
    const all = entriesOf(store, snippets)
    if (count) writer.say(`You have ${counted(all.length, snippets)}.`)
    if (about === undefined) return writer.add(snippets.card)
    const found = matchesOf(all, about, snippets).entries
    if (found.length === 0) {
      writer.decline(`No snippet mentions “${about}”.`)
      return writer.add(snippets.card)
    }
    writer.say(`${counted(found.length, snippets)} for “${about}”:`)
    for (const { title, code, language } of found.slice(0, 5))
      writer.add({ type: 'code', filename: title, code, ...(isLanguage(language) && { language }) })
  },
})

function isLanguage(name: string | undefined): name is string {
  return name !== undefined && /^[A-Za-z0-9+#._-]+$/.test(name)
}
