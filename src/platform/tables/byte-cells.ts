const [digitZero, minus, point, dash, space, letterT, colon] = [0x30, 0x2d, 0x2e, 0x2d, 0x20, 0x54, 0x3a]
const powers = Array.from({ length: 16 }, (_, index) => 10 ** index)

/**
 * The number in a stretch of bytes: up to fifteen digits with at most a minus and a point, which divided by a power of ten
 * give exactly the number that is written. NaN for everything else, which needs a closer look.
 */
export function byteNumber(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] === minus ? start + 1 : start
  if (end - first > 16 || beginsWithZeros(bytes, first, end)) return Number.NaN
  let digits = 0
  let pointAt = end
  for (let at = first; at < end; at++) {
    // At most nine for the ten digits and for nothing else.
    const digit = bytes[at]! ^ digitZero
    if (digit <= 9) digits = digits * 10 + digit
    else if (bytes[at] === point && pointAt === end) pointAt = at
    else return Number.NaN
  }
  const decimals = pointAt === end ? 0 : end - pointAt - 1
  const count = pointAt - first + decimals
  if (count === 0 || count > 15) return Number.NaN
  const value = digits / powers[decimals]!
  return first === start ? value : -value
}

/** Codes like 007 are names, not numbers. */
function beginsWithZeros(bytes: Uint8Array, first: number, end: number): boolean {
  return bytes[first] === digitZero && first + 1 < end && (bytes[first + 1]! ^ digitZero) <= 9
}

/**
 * The moment in a stretch of bytes like `2024-03-31` or `2024-03-31 12:30:00`. NaN for everything else, also for the last
 * days of a month, which need a closer look.
 */
export function byteMoment(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start
  if (length !== 10 && length !== 19) return Number.NaN
  if (bytes[start + 4] !== dash || bytes[start + 7] !== dash) return Number.NaN
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2)
  const month = twoDigits(bytes, start + 5)
  const day = twoDigits(bytes, start + 8)
  const isDay = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 28
  if (!isDay) return Number.NaN
  return Date.UTC(year, month - 1, day) + (length === 10 ? 0 : clock(bytes, start + 10))
}

/** ` 12:30:00` or `T12:30:00` in milliseconds. */
function clock(bytes: Uint8Array, start: number): number {
  const before = bytes[start]
  if (before !== space && before !== letterT) return Number.NaN
  if (bytes[start + 3] !== colon || bytes[start + 6] !== colon) return Number.NaN
  const hour = twoDigits(bytes, start + 1)
  const minute = twoDigits(bytes, start + 4)
  const second = twoDigits(bytes, start + 7)
  return hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * 1000 : Number.NaN
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! ^ digitZero
  const ones = bytes[at + 1]! ^ digitZero
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : Number.NaN
}
