import { expect, test } from 'vitest'
import { ownWords } from './own-words.ts'

test.each([
  ['without anything to cut', 'Hello\nyou', 'Hello\nyou'],
  ['a signature', 'Hello\n-- \nBob\nExample Ltd', 'Hello'],
  [
    'a quote below, with who wrote it',
    'Yes.\n\nOn Mon, Mar 2, 2026 at 9:30 AM Ada <\nada@example.org> wrote:\n\n> A\n> B',
    'Yes.',
  ],
  ['the same in German', 'Ja.\n\nAm 02.03.2026 um 09:30 schrieb Ada:\n> A\n>\n> B\n', 'Ja.'],
  ['a quote with answers in it', '> A?\n\nYes.\n\n> B?\n\nNo.', 'Yes.\n\nNo.'],
  ['a sentence with a colon above a quote stays', 'What I mean:\n> A', 'What I mean:'],
  [
    'headers below a rule',
    'Yes.\n\n________________________________\nFrom: Ada <ada@example.org>\nSent: Monday\nTo: Bob\nSubject: A wish\n\nOld',
    'Yes.',
  ],
  [
    'the same in German, as Markdown',
    'Ja.\n\n**Von:** Ada\n**Gesendet:** Montag\n**Betreff:** A wish\n\nAlt',
    'Ja.',
  ],
  [
    'the same below words',
    'Yes.\n\n-----Original Message-----\nFrom: ada@example.org\nSent: Monday\nTo: Bob\n\nOld',
    'Yes.',
  ],
  [
    'a list of facts is no header',
    'Name: Ada\nTown: Paris\nAge: 12\nThat is all.',
    'Name: Ada\nTown: Paris\nAge: 12\nThat is all.',
  ],
  ['nothing but a quote', '> A', ''],
])('%s', (_name, text, expected) => {
  expect(ownWords(text, 'Re: A wish')).toBe(expected)
})
