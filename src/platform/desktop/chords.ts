import { AppError } from '../../contract/errors.ts'
import type { Modifier } from './desktop-driver.ts'

/** One key of a chord: its name as X11 has it (`Return`, `F5`, `a`), and the number of its symbol. */
export interface ChordKey {
  readonly name: string
  readonly keysym: number
}

/** `ctrl+shift+t`, `F5`, `ctrl++`, `+`. All but the last are held while the last one is struck. */
export function parseChord(chord: string): readonly ChordKey[] {
  const names = splitChord(chord.trim())
  if (names.length === 0) throw new AppError('invalid_request', 'Name a key, e.g. Return or ctrl+s.')
  return names.map(keyOf)
}

export function modifierKey(modifier: Modifier): ChordKey {
  return keyOf(modifier)
}

/** The symbol that stands for a character. */
export function keysymOf(character: string): number {
  const code = character.codePointAt(0)!
  const control = controlKeys[character]
  if (control !== undefined) return control
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) ? code : 0x0100_0000 | code
}

const controlKeys: Readonly<Record<string, number>> = { '\n': 0xff0d, '\t': 0xff09, '\b': 0xff08 }

/** A plus that ends the chord, or is all of it, is the key itself. */
function splitChord(chord: string): string[] {
  if (chord === '') return []
  if (chord === '+') return ['+']
  if (chord.endsWith('++')) return [...splitWords(chord.slice(0, -2)), '+']
  return splitWords(chord)
}

function splitWords(chord: string): string[] {
  const words = chord.split('+').map((word) => word.trim())
  if (words.includes('')) {
    throw new AppError(
      'invalid_request',
      `"${chord}" is not a key combination. Join keys with a plus, e.g. ctrl+s.`,
    )
  }
  return words
}

function keyOf(word: string): ChordKey {
  if (Array.from(word).length === 1) return { name: word, keysym: keysymOf(word) }
  const spelled = word.toLowerCase().replaceAll(/[\s_-]/g, '')
  const name = aliases[spelled] ?? spelled
  const known = namedKeys.get(name.toLowerCase())
  if (known) return known
  throw new AppError(
    'invalid_request',
    `Unknown key "${word}". Use names such as Return, Escape, Tab, F5, Page_Down, ctrl, shift, alt, super, or a single character.`,
  )
}

/** Name and symbol of every key that is not a character. */
const keysyms = {
  Return: 0xff0d,
  Escape: 0xff1b,
  Tab: 0xff09,
  BackSpace: 0xff08,
  Delete: 0xffff,
  Insert: 0xff63,
  Home: 0xff50,
  End: 0xff57,
  Prior: 0xff55,
  Next: 0xff56,
  Up: 0xff52,
  Down: 0xff54,
  Left: 0xff51,
  Right: 0xff53,
  space: 0x20,
  plus: 0x2b,
  minus: 0x2d,
  comma: 0x2c,
  period: 0x2e,
  slash: 0x2f,
  backslash: 0x5c,
  semicolon: 0x3b,
  apostrophe: 0x27,
  grave: 0x60,
  equal: 0x3d,
  bracketleft: 0x5b,
  bracketright: 0x5d,
  Menu: 0xff67,
  Print: 0xff61,
  Pause: 0xff13,
  Scroll_Lock: 0xff14,
  Num_Lock: 0xff7f,
  Caps_Lock: 0xffe5,
  KP_Enter: 0xff8d,
  KP_Add: 0xffab,
  KP_Subtract: 0xffad,
  KP_Multiply: 0xffaa,
  KP_Divide: 0xffaf,
  KP_Decimal: 0xffae,
  Control_L: 0xffe3,
  Control_R: 0xffe4,
  Shift_L: 0xffe1,
  Shift_R: 0xffe2,
  Alt_L: 0xffe9,
  Alt_R: 0xffea,
  Super_L: 0xffeb,
  Super_R: 0xffec,
  ISO_Level3_Shift: 0xfe03,
  XF86AudioRaiseVolume: 0x1008_ff13,
  XF86AudioLowerVolume: 0x1008_ff11,
  XF86AudioMute: 0x1008_ff12,
  XF86AudioPlay: 0x1008_ff14,
  XF86AudioNext: 0x1008_ff17,
  XF86AudioPrev: 0x1008_ff16,
} as const

const functionKeys = Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, 0xffbe + index] as const)
const keypadDigits = Array.from({ length: 10 }, (_, digit) => [`KP_${digit}`, 0xffb0 + digit] as const)

const namedKeys: ReadonlyMap<string, ChordKey> = new Map(
  [...Object.entries(keysyms), ...functionKeys, ...keypadDigits].map(([name, keysym]) => [
    name.toLowerCase().replaceAll('_', ''),
    { name, keysym },
  ]),
)

/** The words that people and models use, without spaces, dashes and underscores. */
const aliases: Readonly<Record<string, string>> = {
  enter: 'return',
  esc: 'escape',
  del: 'delete',
  ins: 'insert',
  pageup: 'prior',
  pgup: 'prior',
  pagedown: 'next',
  pgdn: 'next',
  pgdown: 'next',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  uparrow: 'up',
  downarrow: 'down',
  leftarrow: 'left',
  rightarrow: 'right',
  spacebar: 'space',
  dash: 'minus',
  hyphen: 'minus',
  dot: 'period',
  quote: 'apostrophe',
  backquote: 'grave',
  backtick: 'grave',
  equals: 'equal',
  ctrl: 'controll',
  control: 'controll',
  ctl: 'controll',
  shift: 'shiftl',
  alt: 'altl',
  option: 'altl',
  opt: 'altl',
  altgr: 'isolevel3shift',
  super: 'superl',
  meta: 'superl',
  win: 'superl',
  windows: 'superl',
  cmd: 'superl',
  command: 'superl',
  printscreen: 'print',
  prtsc: 'print',
  contextmenu: 'menu',
  volumeup: 'xf86audioraisevolume',
  volumedown: 'xf86audiolowervolume',
  volumemute: 'xf86audiomute',
  mute: 'xf86audiomute',
  playpause: 'xf86audioplay',
}
