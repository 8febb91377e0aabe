const DOTS = '••••'
/** Of a shorter one the last four would give away too much. */
const MIN_WITH_HINT_LENGTH = 8

/** What is shown in place of a secret: enough to tell two of them apart. */
export function maskOf(secret: string): string {
  // By code point: half a character at the cut would be unreadable, and no client could send it back.
  const characters = Array.from(secret)
  return characters.length < MIN_WITH_HINT_LENGTH ? DOTS : DOTS + characters.slice(-4).join('')
}

export function looksMasked(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(DOTS)
}
