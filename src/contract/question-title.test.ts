import { expect, test } from 'vitest'
import { questionTitle } from './question-title.ts'
import { Type } from './type.ts'

const params = Type.Object({
  paths: Type.Array(Type.String()),
  note: Type.Optional(Type.String()),
})

test('an id is not named', () => {
  const byId = Type.Object({ event_id: Type.String(), calendar: Type.String() })
  expect(questionTitle({ title: 'Move', params: byId }, { event_id: 'evt_8e01', calendar: 'Home' })).toBe(
    'Move “Home”?',
  )
})

test.each([
  [{ paths: ['~/a.txt', '~/b.txt'], note: 'x' }, 'Delete “~/a.txt, ~/b.txt”?'],
  [{ paths: ['~/two\n lines.txt'] }, 'Delete “~/two lines.txt”?'],
  // What is behind a long beginning may be what matters.
  [
    { paths: [`${'x'.repeat(200)}/../../.ssh`] },
    `Delete “${'x'.repeat(48)} … 131 more characters … ${'x'.repeat(21)}/../../.ssh”?`,
  ],
  // Of a file the whole path is named.
  [{ paths: [`~/${'x'.repeat(150)}/notes.txt`] }, `Delete “~/${'x'.repeat(150)}/notes.txt”?`],
  [{ paths: ['photo\u202Egnp.sh\u001b[2J'] }, String.raw`Delete “photo\u{202E}gnp.sh\u{1B}[2J”?`],
  [{ paths: [] }, 'Delete?'],
  [{ note: 'not what it is about' }, 'Delete?'],
])('a question names what it is about: %j', (args, title) => {
  expect(questionTitle({ title: 'Delete', params }, args)).toBe(title)
})

test('a tool says what a call does where its title does not', () => {
  const actOf = () => ({ verb: 'Add', subject: ['Kite', 'Boat'], rest: 'to \u202Eideas' })
  expect(questionTitle({ title: 'Notes', params, actOf }, {})).toBe(
    String.raw`Add “Kite, Boat” to \u{202E}ideas?`,
  )
})
