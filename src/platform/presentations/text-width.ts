/**
 * How wide text is, in ems, without the font at hand: measured averages of common sans-serif faces, a little generous.
 * It decides where text wraps and when a slide is full, not where anything is drawn.
 */
export function textWidth(text: string, options: { bold?: boolean } = {}): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return options.bold ? width * 1.12 : width
}

/** The widest piece that cannot be broken. */
export function longestWordWidth(text: string, options: { bold?: boolean } = {}): number {
  let widest = 0
  for (const word of text.split(/[\s\-–/]+/)) widest = Math.max(widest, textWidth(word, options))
  return widest
}

/** Lines that the text takes in a column of `ems`. */
export function lineCount(text: string, ems: number, options: { bold?: boolean } = {}): number {
  const room = Math.max(1, ems)
  let lines = 0
  for (const line of text.split(/\r\n|\r|\n/))
    lines += wrappedLines(line, { room, bold: options.bold ?? false })
  return lines
}

function wrappedLines(line: string, { room, bold }: { room: number; bold: boolean }): number {
  let lines = 1
  let used = 0
  for (const word of line.split(' ')) {
    const width = textWidth(word, { bold })
    const space = used === 0 ? 0 : 0.28
    if (used + space + width <= room) {
      used += space + width
      continue
    }
    if (used > 0) lines += 1
    // A word longer than the line is broken in the middle.
    lines += Math.max(0, Math.ceil(width / room) - 1)
    used = width % room
  }
  return lines
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0)!
  if (isWide(code)) return 1
  if (/[\p{M}\p{Cf}]/u.test(character)) return 0
  if (/[iljtfrI.,:;'|!()[\]{} ]/.test(character)) return 0.31
  if (/[mwMW@%]/.test(character)) return 0.86
  return /[A-Z]/.test(character) ? 0.66 : 0.54
}

/** Chinese, Japanese, Korean and pictures: as wide as they are high. */
const wideRanges = [
  [0x1100, 0x115f],
  [0x2e80, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xff00, 0xff60],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
] as const

function isWide(code: number): boolean {
  return code >= 0x1100 && wideRanges.some(([first, last]) => code >= first && code <= last)
}
