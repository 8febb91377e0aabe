import { posix } from 'node:path'

/** The part that describes what another part points to. */
export function relationshipsPart(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
}

/**
 * The names that a relationship's target may mean, likeliest first; `from` is the part that has the relationship, '' for
 * the package. Escapes belong to the name by the rules, but not in every program.
 */
export function targetNames(from: string, target: string): string[] {
  const [path = ''] = target.split(/[?#]/, 1)
  return [...new Set([path, decoded(path)])].map((each) => {
    const plain = each.replaceAll('\\', '/')
    const absolute = plain.startsWith('/') ? plain : posix.join('/', posix.dirname(from), plain)
    return posix.normalize(absolute).slice(1)
  })
}

/** How `from` writes a relationship to `to`. */
export function relativeTarget(from: string, to: string): string {
  const path = from === '' ? to : posix.relative(posix.dirname(from), to)
  return path.replaceAll(/[^\w\-.~!$&'()*+,;=:@/%]/gu, encodeURIComponent)
}

export function extensionOf(part: string): string {
  return posix.extname(part).slice(1).toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A lone % is no escape: the name is meant as it stands.
    return path
  }
}
