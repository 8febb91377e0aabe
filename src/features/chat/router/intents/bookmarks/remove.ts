import { defineIntent, optional } from '../../define-intent.ts'
import { bookmarks } from './stored-bookmarks.ts'
import { removing } from '../../answers/entries.ts'

export const intent = defineIntent({
  name: 'bookmark.remove',
  label: 'Delete a bookmark',
  example: 'Remove github from my bookmarks',
  effect: 'removes',
  shownBy: 'bookmarks',
  slots: { about: optional.text, all: optional.true },
  needs: ['about|all'],
  templates: [
    ['(<drop>|clear|empty) [<all>] [<my>] bookmarks', { all: true }],
    ['<drop> (every|each) bookmark', { all: true }],
    '(<drop>|take) [<article>] {about:name} [bookmark] (from|off|out of|in) [<my>] bookmarks',
    '<drop> [<my>] bookmark [for|to|of|<titled>] {about:name}',
    '<drop> [<my>] {about:name} bookmark',
    'unbookmark {about:name}',
  ],
  fill: ({ about, ...slots }) => ({ ...slots, about: about?.replace(/^https?:\/\//i, '') }),
  act: removing(bookmarks, ({ about }) => about),
})
