/** The states of AT-SPI by their number, as far as they mean something to a reader; the others have no name here. */
const names = {
  1: 'active',
  3: 'busy',
  4: 'checked',
  5: 'collapsed',
  6: 'defunct',
  7: 'editable',
  8: 'enabled',
  9: 'expandable',
  10: 'expanded',
  11: 'focusable',
  12: 'focused',
  16: 'modal',
  17: 'multi_line',
  20: 'pressed',
  23: 'selected',
  24: 'sensitive',
  25: 'showing',
  30: 'visible',
  31: 'manages_descendants',
  32: 'indeterminate',
  33: 'required',
  36: 'invalid_entry',
  39: 'is_default',
  41: 'checkable',
  43: 'read_only',
} as const satisfies Readonly<Record<number, string>>

export type StateName = (typeof names)[keyof typeof names]

/** States come as two numbers of 32 bits each. */
export function stateNames(words: readonly number[]): string[] {
  return Object.entries(names)
    .filter(([number]) => isSet(words, Number(number)))
    .map(([, name]) => name)
}

function isSet(words: readonly number[], number: number): boolean {
  return (((words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1
}

/** As a question for objects in these states. */
export function stateBits(wanted: readonly StateName[]): number[] {
  const words = [0, 0]
  for (const [number, name] of Object.entries(names))
    if (wanted.includes(name)) words[Number(number) >>> 5]! |= 1 << (Number(number) & 31)
  return words
}
