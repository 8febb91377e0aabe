const WHOLE_SECRET = /^\$secret\.([A-Z][A-Z0-9_]{0,99})$/

/**
 * Where the definition of a step names secrets. By place, and not by what stands there when it runs: words of a stranger
 * may look like the name of a secret.
 */
export function secretsIn(value: unknown, path = ''): { path: string; name: string }[] {
  if (typeof value === 'string') {
    const name = WHOLE_SECRET.exec(value)?.[1]
    return name === undefined ? [] : [{ path, name }]
  }
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) =>
    secretsIn(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}
