/** The states of AT-SPI by their number, as far as they mean something to a reader; the others have no name here. */
const names: Readonly<Record<number, string>> = {
  1: 'active',
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
  33: 'required',
  36: 'invalid_entry',
  41: 'checkable',
  43: 'read_only',
}

/** States come as two numbers of 32 bits each. */
export function stateNames(words: readonly number[]): string[] {
  return Object.entries(names)
    .filter(([number]) => isSet(words, Number(number)))
    .map(([, name]) => name)
}

function isSet(words: readonly number[], number: number): boolean {
  return (((words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1
}
