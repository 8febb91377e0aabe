import { describe, expect, test } from 'vitest'
import { action, element, verdict, window } from '../../../../test/desktop/policy-scenes.ts'
import { TypedLines } from './typed-line.ts'

const click = { x: 10, y: 10 }
const terminal = { window: window('XTerm') }

describe('ordinary work is allowed', () => {
  test.each([
    ['CLICK_AT', click],
    ['CLICK_AT', { ...click, target: 'File', reason: 'Open the menu that has the files in it.' }],
    ['CLICK_AT', { ...click, reason: 'Click the To field before the letter is sent.' }],
    [
      'DRAG',
      {
        path: [
          { x: 1, y: 1 },
          { x: 5, y: 5 },
        ],
      },
    ],
    ['SCROLL_AT', { ...click, direction: 'down' }],
    ['TYPE_TEXT', { text: 'Dear Ada,\nhow are you?' }],
    ['TYPE_TEXT', { text: 'a search', submit: true }],
    ['PRESS_KEY', { key: 'ctrl+s' }],
    ['PRESS_KEY', { key: 'Return' }],
    ['PRESS_KEY', { key: 'Delete' }],
    ['OPEN_APP', { name: 'Text Editor' }],
    ['OPEN_APP', { name: 'https://example.org/' }],
    ['RUN_TERMINAL', { command: 'npm install', rights: 'look' }],
    ['WAIT', { ms: 10 }],
    ['READ_SCREEN', {}],
    ['MOVE', click],
  ])('%s %j', (name, args) => expect(verdict(name, args)).toBe('allow'))
})

describe('what a person looks at first', () => {
  test.each([
    ['RUN_TERMINAL', { command: 'npm install' }],
    ['RUN_TERMINAL', { command: 'ls' }],
    ['OPEN_APP', { name: 'xterm' }],
    ['OPEN_APP', { name: 'GNOME Terminal' }],
    ['OPEN_APP', { name: 'ssh://somewhere' }],
    ['OPEN_APP', { name: '/usr/bin/anything' }],
    ['PRESS_KEY', { key: 'alt+F2' }],
    ['PRESS_KEY', { key: 'Alt+f2' }],
    ['PRESS_KEY', { key: 'ctrl+alt+t' }],
    ['PRESS_KEY', { key: 'ctrl+Return' }],
    ['PRESS_KEY', { key: 'Control_L+Enter' }],
    ['PRESS_KEY', { key: 'shift+Delete' }],
    ['PRESS_KEY', { key: 'ctrl+`' }],
    ['TYPE_TEXT', { text: 'javascript:alert(1)' }],
    ['CLICK_AT', { ...click, target: 'Send' }],
    ['CLICK_AT', { ...click, target: 'Delete account' }],
    ['CLICK_AT', { ...click, target: 'Überweisen' }],
    ['CLICK_AT', { ...click, target: 'Place order' }],
    ['CLICK_AT', { ...click, reason: 'Click the Send button.' }],
    ['CLICK_AT', { ...click, reason: 'Clicking on "Buy now" ends the order.' }],
  ])('%s %j', (name, args) => expect(verdict(name, args)).toBe('ask'))

  test('a control whose own name says that it sends, deletes or buys', () => {
    const target = element('push button', 'Send')
    expect(verdict('CLICK_AT', click, { target })).toBe('ask')
    expect(verdict('CLICK_ELEMENT', { id: 'e1' }, { target })).toBe('ask')
    expect(verdict('PRESS_KEY', { key: 'Return' }, { focused: target })).toBe('ask')
    expect(verdict('PRESS_KEY', { key: 'space' }, { focused: target })).toBe('ask')
    expect(verdict('CLICK_AT', click, { target: element('label', 'How to send a letter') })).toBe('allow')
  })

  test('Return where it sends a message, but not the words themselves', () => {
    const messenger = { window: window('Slack', 'general - Slack') }
    expect(verdict('TYPE_TEXT', { text: 'hello' }, messenger)).toBe('allow')
    expect(verdict('TYPE_TEXT', { text: 'hello', submit: true }, messenger)).toBe('ask')
    expect(verdict('TYPE_TEXT', { text: 'hello\n' }, messenger)).toBe('ask')
    expect(verdict('PRESS_KEY', { key: 'Return' }, messenger)).toBe('ask')
    expect(verdict('PRESS_KEY', { key: 'Return' }, { window: window('firefox', 'Inbox - Gmail') })).toBe(
      'ask',
    )
  })

  test('the Delete key where it deletes files', () => {
    expect(verdict('PRESS_KEY', { key: 'Delete' }, { window: window('Thunar') })).toBe('ask')
  })
})

describe('passwords and money are asked about whatever the caller said', () => {
  test.each([
    ['TYPE_TEXT', { text: 'abc' }, { focused: element('password text', 'Password', { isPassword: true }) }],
    ['TYPE_TEXT', { text: 'abc' }, { target: element('password text', 'Password', { isPassword: true }) }],
    ['TYPE_TEXT', { text: 'abc' }, { window: window('polkit-gnome-authentication-agent-1', 'Authenticate') }],
    ['CLICK_AT', click, { window: window('keepassxc', 'Passwords.kdbx - KeePassXC') }],
    ['CLICK_AT', click, { window: window('firefox', 'Checkout — Shop') }],
    ['PRESS_KEY', { key: 'Tab' }, { window: window('firefox', 'My Online Banking') }],
  ] as const)('%s %j', (name, args, members) => expect(verdict(name, args, members)).toBe('always'))

  test('a stored secret is never typed', () => {
    expect(verdict('TYPE_TEXT', { text: 'pass hunter2' })).toBe('block')
  })
})

describe('a terminal window', () => {
  test.each([
    'XTerm',
    'UXTerm',
    'kitty',
    'foot',
    'konsole',
    'Alacritty',
    'Gnome-terminal',
    'org.gnome.Terminal',
    'xfce4-terminal',
    'Xfce4-terminal',
    'Terminator',
    'URxvt',
    'st-256color',
    'rofi',
    'krunner',
  ])('%s is known as one that runs what is typed', (className) =>
    expect(verdict('TYPE_TEXT', { text: 'x\n' }, { window: window(className) })).toBe('ask'),
  )

  test('text without a new line may be typed, with one it is a command', () => {
    expect(verdict('TYPE_TEXT', { text: 'rm -rf build' }, terminal)).toBe('allow')
    expect(verdict('TYPE_TEXT', { text: 'make\n' }, terminal)).toBe('ask')
    expect(verdict('TYPE_TEXT', { text: 'make', submit: true }, terminal)).toBe('ask')
  })

  test('a line in a terminal runs outside of the sandbox, so each is asked about, and what is blocked stays so', () => {
    const lines = new TypedLines()
    expect(verdict('TYPE_TEXT', { text: 'ls', submit: true }, { ...terminal, lines })).toBe('ask')
    lines.note(action('PRESS_KEY', { key: 'ctrl+c' }), '0x1')
    expect(verdict('TYPE_TEXT', { text: 'ls', submit: true }, { ...terminal, lines })).toBe('ask')
    expect(verdict('TYPE_TEXT', { text: 'sudo ls', submit: true }, { ...terminal, lines })).toBe('block')
    expect(verdict('TYPE_TEXT', { text: 'ls\nsudo ls\n' }, { ...terminal, lines })).toBe('block')
  })

  test('a command typed in pieces is judged as a whole, also after a visit to another window', () => {
    const lines = new TypedLines()
    lines.note(action('PRESS_KEY', { key: 'ctrl+c' }), '0x1')
    lines.note(action('TYPE_TEXT', { text: 'su' }), '0x1')
    lines.note(action('TYPE_TEXT', { text: 'elsewhere' }), '0x2')
    lines.note(action('PRESS_KEY', { key: 'd' }), '0x1')
    lines.note(action('TYPE_TEXT', { text: 'o ls' }), '0x1')
    for (const key of ['Return', 'enter', 'KP_Enter', 'ctrl+m', 'ctrl+j', 'shift+Return'])
      expect(verdict('PRESS_KEY', { key }, { ...terminal, lines })).toBe('block')
  })

  test.each(['Up', 'Tab', 'ctrl+r', 'ctrl+shift+v', 'shift+Insert', 'Left', 'BackSpace'])(
    'after %s nobody knows the line any more',
    (key) => {
      const lines = new TypedLines()
      lines.note(action('PRESS_KEY', { key: 'ctrl+c' }), '0x1')
      lines.note(action('PRESS_KEY', { key }), '0x1')
      expect(verdict('PRESS_KEY', { key: 'Return' }, { ...terminal, lines })).toBe('ask')
    },
  )

  test.each([
    ['CLICK_AT', { ...click, button: 'middle' }],
    ['CLICK_AT', { ...click, button: 'right' }],
    ['CLICK_AT', { ...click, target: 'Paste' }],
    ['PRESS_KEY', { key: 'ctrl+shift+v' }],
    ['PRESS_KEY', { key: 'ctrl+v' }],
    ['PRESS_KEY', { key: 'shift+Insert' }],
    [
      'DRAG',
      {
        path: [
          { x: 1, y: 1 },
          { x: 5, y: 5 },
        ],
      },
    ],
  ])('%s %j can put unseen text into it', (name, args) => {
    expect(verdict(name, args, terminal)).toBe('ask')
    expect(verdict(name, args)).toBe('allow')
  })

  test('text may be marked in it with the mouse', () => {
    const path = [
      { x: 1, y: 1 },
      { x: 5, y: 5 },
    ]
    expect(verdict('DRAG', { path }, { ...terminal, from: terminal.window })).toBe('allow')
  })

  test('a terminal inside of an editor is one once it was opened', () => {
    const lines = new TypedLines()
    const editor = { window: window('Code'), lines }
    expect(verdict('TYPE_TEXT', { text: 'make\n' }, editor)).toBe('allow')
    lines.note(action('PRESS_KEY', { key: 'ctrl+`' }), '0x1')
    expect(verdict('TYPE_TEXT', { text: 'make\n' }, editor)).toBe('ask')
  })

  test('an element that says it is one counts as well, and so does a window that nobody can name', () => {
    expect(verdict('TYPE_TEXT', { text: 'x\n' }, { focused: element('terminal', '') })).toBe('ask')
    expect(verdict('TYPE_TEXT', { text: 'x\n' }, { window: null })).toBe('ask')
  })
})

describe('what nobody can allow', () => {
  test.each([
    ['RUN_TERMINAL', { command: 'sudo rm -rf /', rights: 'full' }],
    ['RUN_TERMINAL', { command: 'echo x > hosts', folder: '/etc', rights: 'full' }],
    ['PRESS_KEY', { key: 'ctrl+alt+F1' }],
    ['PRESS_KEY', { key: 'alt+ctrl+Delete' }],
    ['PRESS_KEY', { key: 'ctrl+alt+BackSpace' }],
    ['PRESS_KEY', { key: 'ctrl+alt+esc' }],
    ['PRESS_KEY', { key: 'a+Return' }],
    ['OPEN_APP', { name: 'synaptic' }],
    ['OPEN_APP', { name: 'Software Center' }],
    ['TYPE_TEXT', { text: 'a\u0003b' }],
  ])('%s %j', (name, args) => expect(verdict(name, args)).toBe('block'))

  test('answering our own questions in our own page, though it may be left', () => {
    const own = { window: window('firefox', 'Deskhand — Mozilla Firefox') }
    expect(verdict('CLICK_AT', click, own)).toBe('block')
    expect(verdict('TYPE_TEXT', { text: 'yes' }, own)).toBe('block')
    expect(verdict('PRESS_KEY', { key: 'Return' }, own)).toBe('block')
    expect(verdict('PRESS_KEY', { key: 'alt+Tab' }, own)).toBe('allow')
    expect(verdict('OPEN_APP', { name: 'mousepad' }, own)).toBe('allow')
    expect(verdict('CLICK_AT', { x: 1200, y: 10 }, { ...own, point: { x: 1200, y: 10 } })).toBe('allow')
    expect(verdict('CLICK_AT', click, { window: window('mousepad', 'Deskhand notes') })).toBe('allow')
  })
})
