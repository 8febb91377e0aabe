import { defineIntent, optional } from '../../define-intent.ts'
import { snippets } from './stored-snippets.ts'
import { removing } from '../../answers/entries.ts'

export const intent = defineIntent({
  name: 'snippet.remove',
  label: 'Delete a snippet',
  example: 'Delete the snippet largest folders',
  effect: 'removes',
  shownBy: 'code_snippets',
  slots: { about: optional.text, all: optional.true },
  needs: ['about|all'],
  templates: [
    ['(<drop>|clear|empty) [<all>] [<my>] [code] snippets', { all: true }],
    ['<drop> (every|each) [code] snippet', { all: true }],
    '<drop> [<my>] [code] snippet [for|about|to|<titled>] {about:name}',
    '<drop> [<my>] {about:name} [code] snippet',
    '<drop> [<article>] {about:name} from [<my>] [code] snippets',
  ],
  act: removing(snippets, ({ about }) => about),
})
