import { defineIntent, optional } from '../../define-intent.ts'
import { reading } from './stored-books.ts'
import { removing } from '../../answers/entries.ts'

export const intent = defineIntent({
  name: 'reading.remove',
  label: 'Remove a book',
  example: 'Remove Dune from my reading list',
  effect: 'removes',
  shownBy: 'reading_list',
  slots: { title: optional.text, all: optional.true },
  needs: ['title|all'],
  templates: [
    ['(clear|empty|wipe) [out] [all of] [<my>] reading list', { all: true }],
    ['<drop> (everything|all [the] books|all) (from|on|off|in) [<my>] reading list', { all: true }],
    '(<drop>|take|cross|strike) [the (book|article)] {title:name} (from|off|off of|on|in) [<my>] (reading list|books)',
    'i do not want to read {title:name} [anymore|any more] <drop> it from [<my>] reading list',
  ],
  act: removing(reading, ({ title }) => title),
})
