import { AppError } from '../../contract/errors.ts'

/** Where values of each type may begin. */
const alignments: Readonly<Record<string, number>> = {
  y: 1,
  b: 4,
  n: 2,
  q: 2,
  i: 4,
  u: 4,
  x: 8,
  t: 8,
  d: 8,
  h: 4,
  s: 4,
  o: 4,
  g: 1,
  v: 1,
  a: 4,
  '(': 8,
  '{': 8,
}

export function alignmentOf(type: string): number {
  const alignment = alignments[type.charAt(0)]
  if (alignment === undefined) throw malformed(type)
  return alignment
}

/** The single types that a signature is made of: `sa{sv}(ii)` gives `s`, `a{sv}` and `(ii)`. */
export function splitSignature(signature: string): readonly string[] {
  const known = seen.get(signature)
  if (known) return known
  const types: string[] = []
  for (let start = 0; start < signature.length;) {
    const end = endOfType(signature, start)
    types.push(signature.slice(start, end))
    start = end
  }
  // A bus speaks a few dozen signatures; a stranger who makes up more gets no memory for them.
  if (seen.size < 500) seen.set(signature, types)
  return types
}

const seen = new Map<string, readonly string[]>()

export function malformed(signature: string): AppError {
  return new AppError('unavailable', `A program on the D-Bus sent something unreadable (${signature}).`)
}

function endOfType(signature: string, start: number): number {
  const first = signature.charAt(start)
  if (first === 'a') return endOfType(signature, start + 1)
  if (first !== '(' && first !== '{') {
    alignmentOf(first)
    return start + 1
  }
  const closing = first === '(' ? ')' : '}'
  let position = start + 1
  while (position < signature.length && signature.charAt(position) !== closing)
    position = endOfType(signature, position)
  // A structure without members takes no room, so an array of such would never end.
  if (position >= signature.length || position === start + 1) throw malformed(signature)
  return position + 1
}
