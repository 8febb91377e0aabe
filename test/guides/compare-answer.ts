/**
 * Whether an output is what a page shows. `…` stands for anything, on a line of its own for any lines; a whole JSON answer is
 * compared as JSON, in which an object may hold more than is shown.
 */
export function isAsShown(output: string, shown: string): boolean {
  const wanted = jsonIn(shown)
  const got = wanted === undefined ? undefined : jsonIn(output)
  return got === undefined ? patternOf(shown).test(output.trim()) : isLike(got, wanted)
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function patternOf(shown: string): RegExp {
  const parts = shown
    .trim()
    .split(/(?:^|\n)…(?:\n|$)|…/)
    .map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`)
}

function isLike(got: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'string') return typeof got === 'string' && patternOf(wanted).test(got.trim())
  if (Array.isArray(wanted))
    return Array.isArray(got) && got.length === wanted.length && wanted.every((one, n) => isLike(got[n], one))
  if (typeof wanted !== 'object' || wanted === null) return got === wanted
  if (typeof got !== 'object' || got === null) return false
  return Object.entries(wanted).every(([name, value]) =>
    isLike((got as Record<string, unknown>)[name], value),
  )
}
