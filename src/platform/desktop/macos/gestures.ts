import { AppError } from '../../../contract/errors.ts'
import { parseChord, type ChordKey } from '../chords.ts'
import type {
  ClickOptions,
  DragOptions,
  Modifier,
  MouseButton,
  Point,
  ScrollOptions,
} from '../desktop-driver.ts'
import { CLICK_GAP_MS, DWELL_MS, planDrag } from '../input/pointer-path.ts'

/** One thing that the script does, with numbers as macOS has them. */
export type GestureStep =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'key'; readonly code: number; readonly down: boolean; readonly flags: number }
  | {
      readonly kind: 'scroll'
      readonly vertical: number
      readonly horizontal: number
      readonly flags: number
    }
  | {
      readonly kind: 'mouse'
      readonly type: number
      readonly x: number
      readonly y: number
      readonly button: number
      readonly count: number
      readonly flags: number
    }

const MOVED = 5
const mouse: Readonly<Record<MouseButton, { button: number; down: number; up: number; dragged: number }>> = {
  left: { button: 0, down: 1, up: 2, dragged: 6 },
  right: { button: 1, down: 3, up: 4, dragged: 7 },
  middle: { button: 2, down: 25, up: 26, dragged: 27 },
}

/** Bits of the modifiers, and the keys themselves. */
const modifierFlags: Readonly<Record<Modifier, number>> = {
  shift: 0x2_0000,
  ctrl: 0x4_0000,
  alt: 0x8_0000,
  super: 0x10_0000,
}
const modifierKeys: Readonly<Record<string, { flag: number; code: number }>> = {
  Shift_L: { flag: modifierFlags.shift, code: 56 },
  Shift_R: { flag: modifierFlags.shift, code: 60 },
  Control_L: { flag: modifierFlags.ctrl, code: 59 },
  Control_R: { flag: modifierFlags.ctrl, code: 62 },
  Alt_L: { flag: modifierFlags.alt, code: 58 },
  Alt_R: { flag: modifierFlags.alt, code: 61 },
  Super_L: { flag: modifierFlags.super, code: 55 },
  Super_R: { flag: modifierFlags.super, code: 54 },
}

export function moveSteps(point: Point): GestureStep[] {
  return [at(point, { type: MOVED, button: 0 })]
}

export function clickSteps(
  point: Point,
  { button = 'left', count = 1, modifiers = [] }: ClickOptions,
): GestureStep[] {
  const { button: number, down, up } = mouse[button]
  const flags = flagsOf(modifiers)
  const clicks = Array.from({ length: count }, (_, index): GestureStep[] => [
    at(point, { type: down, button: number, count: index + 1, flags }),
    at(point, { type: up, button: number, count: index + 1, flags }),
    { kind: 'wait', ms: CLICK_GAP_MS },
  ])
  return [...moveSteps(point), ...clicks.flat()]
}

export function dragSteps(
  path: readonly Point[],
  { button = 'left', durationMs, modifiers = [] }: DragOptions,
): GestureStep[] {
  const { button: number, down, up, dragged } = mouse[button]
  const flags = flagsOf(modifiers)
  const { start, way, stepMs } = planDrag(path, durationMs)
  const pause: GestureStep = { kind: 'wait', ms: stepMs }
  return [
    ...moveSteps(start),
    at(start, { type: down, button: number, count: 1, flags }),
    { kind: 'wait', ms: DWELL_MS },
    ...way.flatMap((point) => [at(point, { type: dragged, button: number, flags }), pause]),
    { kind: 'wait', ms: DWELL_MS },
    at(way.at(-1)!, { type: up, button: number, count: 1, flags }),
  ]
}

export function scrollSteps(
  point: Point,
  { direction, notches, modifiers = [] }: ScrollOptions,
): GestureStep[] {
  const lines = direction === 'up' || direction === 'left' ? notches : -notches
  const isVertical = direction === 'up' || direction === 'down'
  const flags = flagsOf(modifiers)
  return [
    ...moveSteps(point),
    { kind: 'scroll', vertical: isVertical ? lines : 0, horizontal: isVertical ? 0 : lines, flags },
  ]
}

export function pressSteps(chord: string, holdMs = 0): GestureStep[] {
  const codes = parseChord(chord).map(codeOf)
  let flags = 0
  const down = codes.map(({ code, flag }): GestureStep => {
    flags |= flag
    return { kind: 'key', code, down: true, flags }
  })
  const up = codes.toReversed().map(({ code, flag }): GestureStep => {
    flags &= ~flag
    return { kind: 'key', code, down: false, flags }
  })
  return [...down, ...(holdMs > 0 ? [{ kind: 'wait', ms: holdMs } as const] : []), ...up]
}

/** Lets go of all buttons and modifiers, and of the keys of a gesture that was not done to its end. */
export function releaseSteps(point: Point, after: readonly GestureStep[] = []): GestureStep[] {
  const pressed = after.flatMap((step) => (step.kind === 'key' && step.down ? [step.code] : []))
  const codes = new Set([...pressed, ...Object.values(modifierKeys).map(({ code }) => code)])
  return [
    ...Object.values(mouse).map(({ button, up }) => at(point, { type: up, button, count: 1 })),
    ...Array.from(codes, (code): GestureStep => ({ kind: 'key', code, down: false, flags: 0 })),
  ]
}

interface MouseFacts {
  readonly type: number
  readonly button: number
  readonly count?: number
  readonly flags?: number
}

function at({ x, y }: Point, { type, button, count = 0, flags = 0 }: MouseFacts): GestureStep {
  return { kind: 'mouse', type, x, y, button, count, flags }
}

function flagsOf(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((flags, modifier) => flags | modifierFlags[modifier], 0)
}

function codeOf({ name }: ChordKey): { code: number; flag: number } {
  const modifier = modifierKeys[name]
  if (modifier) return modifier
  const code = keyCodes[name.length === 1 ? name.toLowerCase() : name]
  if (code !== undefined) return { code, flag: 0 }
  throw new AppError('invalid_request', `A Mac's keyboard has no key "${name}".`)
}

/** Where keys are on a Mac's keyboard, by their letters in the layout of the United States. */
const letters = "asdfhgzxcv\u0000bqweryt123465=97-80]ou[ip\u0000lj'k;\\,/nm."
const keyCodes: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...letters.split('').entries()].map(([code, letter]) => [letter, code])),
  '`': 50,
  '+': 24,
  ' ': 49,
  space: 49,
  minus: 27,
  plus: 24,
  equal: 24,
  comma: 43,
  period: 47,
  slash: 44,
  backslash: 42,
  semicolon: 41,
  apostrophe: 39,
  grave: 50,
  bracketleft: 33,
  bracketright: 30,
  Return: 36,
  KP_Enter: 76,
  Tab: 48,
  BackSpace: 51,
  Escape: 53,
  Delete: 117,
  Home: 115,
  End: 119,
  Prior: 116,
  Next: 121,
  Left: 123,
  Right: 124,
  Down: 125,
  Up: 126,
  ...Object.fromEntries(
    [122, 120, 99, 118, 96, 97, 98, 100, 101, 109, 103, 111].map((code, index) => [`F${index + 1}`, code]),
  ),
}
