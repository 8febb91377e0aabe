import { expect, test } from 'vitest'
import { action, element, scene, window } from '../../../../test/desktop/policy-scenes.ts'
import type { Scene } from './assessment.ts'
import { titleOf } from './question-words.ts'
import { TypedLines } from './typed-line.ts'

const title = (name: string, args: object, members: Partial<Scene> = {}) =>
  titleOf(action(name, args), scene(members))
const files = window('Thunar', 'Files')

test('a question says what is done to what, in which window', () => {
  const target = element('push button', 'Delete')
  expect(title('CLICK_AT', { x: 1, y: 1 }, { target, window: files })).toBe(
    'Click "Delete" (button) in "Files"?',
  )
  expect(title('CLICK_AT', { x: 1, y: 1, target: 'Delete' }, { window: files })).toBe(
    'Click what the model takes for "Delete" in "Files"?',
  )
  expect(title('CLICK_AT', { x: 1, y: 1, count: 2 }, { window: files })).toBe(
    'Double-click at the mark in "Files"?',
  )
  const focused = element('entry', 'Name', { isEditable: true })
  expect(title('TYPE_TEXT', { text: 'Ada', submit: true }, { focused, window: files })).toBe(
    'Type "Ada" into "Name" (text field) in "Files" and press Return?',
  )
  expect(title('PRESS_KEY', { key: 'shift+Delete' }, { window: files })).toBe(
    'Press shift+Delete in "Files"?',
  )
})

test('a command is told with what it deletes', () => {
  expect(title('RUN_TERMINAL', { command: 'rm -rf ~/Documents' })).toBe(
    'Run `rm -rf ~/Documents`, which deletes the folder Documents and everything in it?',
  )
  expect(title('RUN_TERMINAL', { command: 'rm a.txt "b c.txt"' })).toBe(
    'Run `rm a.txt "b c.txt"`, which deletes the file a.txt, the file b c.txt?',
  )
  expect(title('RUN_TERMINAL', { command: 'make' })).toBe('Run `make`?')
  const lines = new TypedLines()
  lines.note(action('PRESS_KEY', { key: 'Return' }), '0x1')
  const terminal = { window: window('XTerm', 'Terminal'), lines }
  expect(title('TYPE_TEXT', { text: 'rm -r ~/Documents', submit: true }, terminal)).toBe(
    'Run `rm -r ~/Documents`, which deletes the folder Documents and everything in it in "Terminal"?',
  )
})

test('of a line whose beginning nobody knows, what is known is told', () => {
  const terminal = { window: window('XTerm', 'Terminal') }
  const sent = { text: 'rm -rf ~/Documents', submit: true }
  const told = 'Run a line with `rm -rf ~/Documents`, which deletes the folder Documents and everything in it'
  expect(title('TYPE_TEXT', sent, terminal)).toBe(`${told} in "Terminal"?`)
  expect(title('TYPE_TEXT', sent, { window: null })).toBe(`${told}?`)
  expect(title('TYPE_TEXT', { text: 'ls', submit: true }, terminal)).toBe(
    'Run a line with `ls` in "Terminal"?',
  )
  expect(title('TYPE_TEXT', { text: 'ls', submit: true }, { window: null })).toBe(
    'Type "ls" and press Return?',
  )
  const lines = new TypedLines()
  lines.note(action('TYPE_TEXT', { text: sent.text }), '0x1')
  expect(title('PRESS_KEY', { key: 'Return' }, { ...terminal, lines })).toBe(`${told} in "Terminal"?`)
  expect(title('PRESS_KEY', { key: 'Return' }, terminal)).toBe('Press Return in "Terminal"?')
})

test('what goes to the trash, or is emptied out of it, is told so', () => {
  expect(title('RUN_TERMINAL', { command: 'gio trash ~/Documents' })).toBe(
    'Run `gio trash ~/Documents`, which moves the folder Documents and everything in it to the trash?',
  )
  expect(title('RUN_TERMINAL', { command: 'gio trash --empty' })).toBe(
    'Run `gio trash --empty`, which deletes everything in the trash?',
  )
  expect(title('RUN_TERMINAL', { command: 'fd old -x rm' })).toBe(
    'Run `fd old -x rm`, which deletes everything that it finds?',
  )
  expect(title('RUN_TERMINAL', { command: 'python3 -c "[f.unlink() for f in p.rglob(x)]"' })).toMatch(
    /, which deletes everything that it finds\?$/,
  )
})
